package import Geometry

/// Where the grey along a straight line rises most, over four steps of it.
package struct SteepestRise {
  /// Grey levels of a rise.
  package static let level = 0x1p-24

  /// Which rise it is: 0 begins at the first place.
  package fileprivate(set) var index = 0
  /// By how much, and of the rises before and behind it, where there are such.
  package fileprivate(set) var rise = Int.min
  package fileprivate(set) var before: Int?
  package fileprivate(set) var behind: Int?
}

extension LuminanceImage {
  /// Finds it among the rises that begin at so many places, the first of those that are alike.
  ///
  /// Grey is interpolated between pixels; outside the image it is that of the nearest pixel.
  ///
  /// - Parameters:
  ///   - start: the first place, in pixels of this image.
  ///   - step: from one place to the next.
  ///   - count: rises, at least one.
  ///   - isInverted: true to take light for dark.
  /// - Complexity: O(count).
  package func steepestRise(
    from start: Point<ImagePixels>, step: Vector<ImagePixels>, count: Int, inverted isInverted: Bool
  ) -> SteepestRise {
    // Places in 2^-32 of a pixel, from the center of the first one.
    func fixed(_ pixels: Double) -> Int { Int(min(1e9, max(-1e9, pixels)) * 0x1p32) }
    let (x0, y0, dx, dy) = (fixed(start.x - 0.5), fixed(start.y - 0.5), fixed(step.x), fixed(step.y))
    let (lastX, lastY) = ((width &- 1) &<< 32, (height &- 1) &<< 32)
    let places = count &+ 4
    func isInside(_ first: Int, _ step: Int, last: Int) -> Bool {
      let other = first &+ (places &- 1) &* step
      // Steps so large that their sum may not fit a number are none of an edge's.
      return abs(step) < 1 &<< 40 && min(first, other) >= 0 && max(first, other) < last
    }
    let isInside = isInside(x0, dx, last: lastX) && isInside(y0, dy, last: lastY)
    let (width, height) = (width, height)
    return unsafe pixels.withUnsafeBufferPointer { pixels in
      return unsafe withUnsafeTemporaryAllocation(of: Int.self, capacity: places) { greys in
        for place in 0..<places {
          let (x, y) = (x0 &+ place &* dx, y0 &+ place &* dy)
          if isInside {
            unsafe greys.initializeElement(
              at: place, to: greyBetween(pixels, x, y, width: width, right: 1, below: width))
          } else {
            let (u, v) = (min(max(x, 0), lastX), min(max(y, 0), lastY))
            let (right, below) = (u &>> 32 &+ 1 < width ? 1 : 0, v &>> 32 &+ 1 < height ? width : 0)
            unsafe greys.initializeElement(
              at: place, to: greyBetween(pixels, u, v, width: width, right: right, below: below))
          }
        }
        return unsafe steepest(greys, isInverted)
      }
    }
  }
}

/// The steepest rise from any of these greys to the fourth behind it.
@inline(__always)
private func steepest(_ greys: UnsafeMutableBufferPointer<Int>, _ isInverted: Bool) -> SteepestRise {
  @inline(__always)
  func rise(_ index: Int) -> Int {
    let rise = unsafe greys[index &+ 4] &- greys[index]
    return isInverted ? 0 &- rise : rise
  }
  var steepest = SteepestRise()
  for index in 0..<greys.count &- 4 {
    let rise = rise(index)
    if rise > steepest.rise { (steepest.index, steepest.rise) = (index, rise) }
  }
  if steepest.index > 0 { steepest.before = rise(steepest.index &- 1) }
  if steepest.index &+ 5 < greys.count { steepest.behind = rise(steepest.index &+ 1) }
  return steepest
}
