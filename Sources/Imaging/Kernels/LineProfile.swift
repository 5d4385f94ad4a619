package import Geometry

extension LuminanceImage {
  /// The grey along a straight line, interpolated between pixels and averaged over a strip of parallels.
  ///
  /// Samples whose strip leaves the image are left out at either end.
  ///
  /// - Parameters:
  ///   - start: the first sample, in pixels of this image.
  ///   - step: from one sample to the next.
  ///   - count: how many samples, at most.
  ///   - across: from one line of the strip to the next.
  ///   - reach: lines on either side of the middle one; the strip has `2 * reach + 1`.
  ///   - profile: holds the samples afterwards, in grey levels.
  /// - Returns: the index of the first sample that lies in the image.
  /// - Complexity: O(count · reach), about 2 ns a sample and line.
  package func profile(
    from start: Point<ImagePixels>, step: Vector<ImagePixels>, count: Int, across: Vector<ImagePixels>, reach: Int,
    into profile: inout [Float]
  ) -> Int {
    // From the centers of the outermost pixels on there is nothing to interpolate with.
    let margin = 0.4999
    let strip = Double(reach)
    let low = Point<ImagePixels>(margin + abs(across.x) * strip, margin + abs(across.y) * strip)
    let high = Point<ImagePixels>(Double(width) - low.x, Double(height) - low.y)
    var first = 0.0
    var last = Double(count - 1)
    for (position, step, low, high) in [(start.x, step.x, low.x, high.x), (start.y, step.y, low.y, high.y)] {
      if abs(step) < 1e-9 {
        if position < low || position > high { last = -1 }
      } else {
        let (a, b) = ((low - position) / step, (high - position) / step)
        first = max(first, min(a, b).rounded(.up))
        last = min(last, max(a, b).rounded(.down))
      }
    }
    guard first <= last else {
      profile = []
      return 0
    }
    let begin = Int(first)
    let samples = Int(last) - begin + 1
    // Places in 2^-32 of a pixel, from the center of the first one.
    func fixed(_ pixels: Double) -> Int { Int((pixels * 0x1p32).rounded()) }
    let (dx, dy, ax, ay) = (fixed(step.x), fixed(step.y), fixed(across.x), fixed(across.y))
    let x0 = fixed(start.x + step.x * first - 0.5) &- reach &* ax
    let y0 = fixed(start.y + step.y * first - 0.5) &- reach &* ay
    // There is a pixel right of and below each place, but where the image has only one.
    let (lastX, lastY) = (max((width &- 1) &<< 32 &- 1, 0), max((height &- 1) &<< 32 &- 1, 0))
    let (right, below, width) = (width > 1 ? 1 : 0, height > 1 ? width : 0, width)
    // The parts of a pixel have twelve bits.
    let weight = 0x1p-24 / Float(2 * reach + 1)
    // A strip is straight: where its corners lie within the image, all of it does.
    let strips = 2 &* reach
    func isInside(_ first: Int, _ along: Int, _ across: Int, last: Int) -> Bool {
      first &+ min(along, 0) &+ min(across, 0) >= 0 && first &+ max(along, 0) &+ max(across, 0) <= last
    }
    let isInside =
      isInside(x0, (samples &- 1) &* dx, strips &* ax, last: lastX)
      && isInside(y0, (samples &- 1) &* dy, strips &* ay, last: lastY)
    profile = unsafe pixels.withUnsafeBufferPointer { pixels in
      unsafe [Float](unsafeUninitializedCapacity: samples) { profile, count in
        /// The sum over a strip's parallels, in 2^-24 grey levels.
        @inline(__always)
        func sum(_ i: Int, _ place: (Int, Int) -> (column: Int, row: Int)) -> Int {
          var (x, y) = (x0 &+ i &* dx, y0 &+ i &* dy)
          var sum = 0
          for _ in 0...strips {
            let (column, row) = place(x, y)
            unsafe sum &+= greyBetween(pixels, column, row, width: width, right: right, below: below)
            x &+= ax
            y &+= ay
          }
          return sum
        }
        if isInside {
          for i in 0..<samples { unsafe profile[i] = Float(sum(i) { ($0, $1) }) * weight }
        } else {
          for i in 0..<samples {
            unsafe profile[i] = Float(sum(i) { (min(max($0, 0), lastX), min(max($1, 0), lastY)) }) * weight
          }
        }
        count = samples
      }
    }
    return begin
  }
}

/// The grey between four pixels, in 2^-24 grey levels.
///
/// - Parameters:
///   - x: from the center of the first pixel, in 2^-32 of one; the same down the picture.
///   - right: from a pixel to the one right of it, 0 where there is none.
///   - below: from a pixel to the one below it, 0 where there is none.
@inline(__always)
func greyBetween(
  _ pixels: UnsafeBufferPointer<UInt8>, _ x: Int, _ y: Int, width: Int, right: Int, below: Int
) -> Int {
  // The parts of a pixel have twelve bits.
  let (s, t) = (x &>> 20 & 0xFFF, y &>> 20 & 0xFFF)
  let at = (y &>> 32) &* width &+ x &>> 32
  let upperLeft = unsafe Int(pixels[at])
  let upper = unsafe upperLeft &<< 12 &+ s &* (Int(pixels[at &+ right]) &- upperLeft)
  let lowerLeft = unsafe Int(pixels[at &+ below])
  let lower = unsafe lowerLeft &<< 12 &+ s &* (Int(pixels[at &+ below &+ right]) &- lowerLeft)
  return upper &<< 12 &+ t &* (lower &- upper)
}
