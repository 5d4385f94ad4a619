/// How light the surface is on which each pixel lies: what is darker than all around within a square is taken for print. Where a
/// shadow ends the result is as sharp as the picture (a grey closing). Of a square that reaches over the right or the lower border
/// the part inside counts.
///
/// - Parameters:
///   - grey: becomes the result.
///   - side: pixels along the square's side, at least 1; what is as wide and high is a surface of its own.
/// - Complexity: O(pixels · log side): 1 ms a megapixel for 39.
func closeDark(_ grey: inout [UInt8], width: Int, height: Int, side: Int) {
  // The lightest of the squares that begin at a pixel, then the darkest of those that hold it.
  squares(&grey, width: width, height: height, side: side, direction: 1, larger)
  squares(&grey, width: width, height: height, side: side, direction: -1, smaller)
}

/// How dark ink is around each pixel: what is lighter than all around within a square is taken for the ground between (a grey
/// opening). Of a square that reaches over the right or the lower border the part inside counts.
///
/// - Parameters: as of `closeDark`.
/// - Complexity: O(pixels · log side): 1 ms a megapixel for 27.
func openLight(_ grey: inout [UInt8], width: Int, height: Int, side: Int) {
  squares(&grey, width: width, height: height, side: side, direction: 1, smaller)
  squares(&grey, width: width, height: height, side: side, direction: -1, larger)
}

/// The darkest pixel around each.
///
/// - Parameter reach: pixels to every side that count as around.
func spreadDark(_ grey: inout [UInt8], width: Int, height: Int, reach: Int) {
  squares(&grey, width: width, height: height, side: reach + 1, direction: 1, smaller)
  squares(&grey, width: width, height: height, side: reach + 1, direction: -1, smaller)
}

/// What one rule chooses of the squares that begin at a pixel, or that end there where `direction` is −1.
@inline(__always)
private func squares(
  _ grey: inout [UInt8], width: Int, height: Int, side: Int, direction: Int, _ choose: (Lane, Lane) -> Lane
) {
  precondition(width > 0 && height > 0 && grey.count == width * height && side > 0)
  var other = grey
  for step in windowSteps(side) {
    widen(grey, into: &other, rows: height, length: width, step: direction * step, choose)
    swap(&grey, &other)
  }
  for step in windowSteps(side) {
    widen(grey, into: &other, rows: 1, length: width * height, step: direction * step * width, choose)
    swap(&grey, &other)
  }
}

/// Steps that make a window of one pixel one of `side`: each adds its length, and none is longer than the window before.
private func windowSteps(_ side: Int) -> [Int] {
  var (steps, reached) = ([Int](), 1)
  while reached < side {
    steps.append(min(reached, side - reached))
    reached += steps.last!
  }
  return steps
}

private typealias Lane = SIMD16<UInt8>

@inline(__always)
private func larger(_ a: Lane, _ b: Lane) -> Lane { a.replacing(with: b, where: b .> a) }

@inline(__always)
private func smaller(_ a: Lane, _ b: Lane) -> Lane { a.replacing(with: b, where: b .< a) }

/// Chooses of each value and the one `step` behind it, or before it where it is negative; what has none stays as it is.
@inline(__always)
private func widen(
  _ values: [UInt8], into result: inout [UInt8], rows: Int, length: Int, step: Int, _ choose: (Lane, Lane) -> Lane
) {
  let away = abs(step)
  let count = max(length - away, 0)
  unsafe values.withUnsafeBytes { source in
    unsafe result.withUnsafeMutableBytes { target in
      for row in 0..<rows {
        let start = row &* length
        // Of the pairs the nearer ones to the row's begin.
        let first = step > 0 ? start : start &+ away
        let own = step > 0 ? start &+ count : start
        unsafe target.baseAddress!.advanced(by: own).copyMemory(
          from: source.baseAddress!.advanced(by: own), byteCount: length &- count)
        var x = 0
        while x &+ 16 <= count {
          let a = unsafe source.loadUnaligned(fromByteOffset: first &+ x, as: Lane.self)
          let b = unsafe source.loadUnaligned(fromByteOffset: first &+ x &+ step, as: Lane.self)
          unsafe target.storeBytes(of: choose(a, b), toByteOffset: first &+ x, as: Lane.self)
          x &+= 16
        }
        while x < count {
          let (a, b) = unsafe (Lane(repeating: source[first &+ x]), Lane(repeating: source[first &+ x &+ step]))
          unsafe target[first &+ x] = choose(a, b)[0]
          x &+= 1
        }
      }
    }
  }
}
