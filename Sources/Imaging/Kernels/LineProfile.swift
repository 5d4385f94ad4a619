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
  /// - Complexity: O(count · reach), about 4 ns a sample and line.
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
    profile.removeAll(keepingCapacity: true)
    guard first <= last else { return 0 }
    let begin = Int(first)
    let samples = Int(last) - begin + 1
    let weight = 1 / Float(2 * reach + 1)
    profile.reserveCapacity(samples)
    let (dx, dy) = (Float(step.x), Float(step.y))
    let (ax, ay) = (Float(across.x), Float(across.y))
    // Pixel centers stand at halves.
    let x0 = Float(start.x + step.x * first - 0.5) - ax * Float(reach)
    let y0 = Float(start.y + step.y * first - 0.5) - ay * Float(reach)
    let (maxX, maxY) = (width - 1, height - 1)
    unsafe pixels.withUnsafeBufferPointer { pixels in
      for i in 0..<samples {
        var (x, y) = (x0 + dx * Float(i), y0 + dy * Float(i))
        var sum: Float = 0
        for _ in 0...2 &* reach {
          let column = min(max(Int(x), 0), maxX)
          let row = min(max(Int(y), 0), maxY)
          let (fx, fy) = (x - Float(column), y - Float(row))
          let at = row &* width &+ column
          let right = column < maxX ? 1 : 0
          let below = row < maxY ? width : 0
          let upperLeft = unsafe Float(pixels[at])
          let upper = unsafe upperLeft + fx * (Float(pixels[at &+ right]) - upperLeft)
          let lowerLeft = unsafe Float(pixels[at &+ below])
          let lower = unsafe lowerLeft + fx * (Float(pixels[at &+ below &+ right]) - lowerLeft)
          sum += upper + fy * (lower - upper)
          x += ax
          y += ay
        }
        profile.append(sum * weight)
      }
    }
    return begin
  }
}
