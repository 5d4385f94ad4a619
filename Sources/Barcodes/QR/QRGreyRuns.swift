/// A section through a finder: the edges on either side of its dark middle, to a fraction of a pixel.
struct GreyRuns {
  /// Distances from the first pixel's middle: to the core's end, the light ring's and, if it was met, the dark
  /// ring's.
  private struct Side {
    var core = 0.0
    var light = 0.0
    var dark: Double?
  }

  private let before: Side
  private let after: Side

  /// - Parameters:
  ///   - lead: pixels of the image before the start along the section; `trail`, after it.
  ///   - limit: pixels after which a side is given up.
  init?(
    _ pixels: [UInt8], at start: Int, stride: Int, before lead: Int, after trail: Int, limit: Int,
    threshold: Double, mask: UInt8
  ) {
    guard let before = Self.edges(pixels, start, -stride, lead, limit, threshold, mask),
      let after = Self.edges(pixels, start, stride, trail, limit, threshold, mask)
    else { return nil }
    self.before = before
    self.after = after
  }

  /// Length of a module: distances between edges of the same kind, six modules twice, or four modules twice.
  var module: Double {
    if let near = before.dark, let far = after.dark { return (after.light + near + far + before.light) / 12 }
    return (before.light + after.core + after.light + before.core) / 8
  }

  /// Where the middle lies from the pixel that the section started at.
  var middle: Double {
    if let near = before.dark, let far = after.dark { return (after.core - before.core + far - near) / 4 }
    return (after.core - before.core + after.light - before.light) / 4
  }

  /// True for 1 : 1 : 3 : 1 : 1, or as much of it as is asked for, to within half a module and half a pixel.
  func isFinder(_ part: QRFinderPart) -> Bool {
    let m = module
    let slack = 0.5 * m + 0.5
    guard abs(before.core + after.core - 3 * m) < 1.5 * slack, abs(before.light + after.core - 4 * m) < 1.5 * slack,
      abs(after.light + before.core - 4 * m) < 1.5 * slack
    else { return false }
    if part == .core { return abs(before.light - before.core - (after.light - after.core)) < slack }
    guard let near = before.dark, let far = after.dark else { return false }
    return abs(near - before.core - 2 * m) < slack && abs(far - after.core - 2 * m) < slack
  }

  /// How far the runs are from 1 : 1 : 3 : 1 : 1, in modules: the sum over the core and both halves.
  var misfit: Double {
    let m = module
    let inner =
      abs(before.core + after.core - 3 * m) + abs(before.light + after.core - 4 * m)
      + abs(after.light + before.core - 4 * m)
    guard let near = before.dark, let far = after.dark else { return inner / m }
    return (inner + abs(near - before.core - 2 * m) + abs(far - after.core - 2 * m)) / m
  }

  private static func edges(
    _ pixels: [UInt8], _ start: Int, _ stride: Int, _ available: Int, _ limit: Int, _ threshold: Double, _ mask: UInt8
  ) -> Side? {
    var side = Side()
    var count = 0
    var last = pixels[start] ^ mask
    // A whole number is below the threshold where it is below the next whole number.
    let level = UInt8(clamping: Int(threshold.rounded(.up)))
    guard last < level else { return nil }
    var at = start
    var end = min(available, limit)
    var step = 0
    while step < end {
      step += 1
      at += stride
      let value = pixels[at] ^ mask
      if (value < level) != (last < level) {
        let edge = Double(step - 1) + (threshold - Double(last)) / (Double(value) - Double(last))
        switch count {
        case 0: side.core = edge
        case 1:
          // Ring and core are 2 : 3 from the middle; half as much or three times as much is nothing.
          guard edge < 3 * side.core + 2, edge > 1.2 * side.core else { return nil }
          side.light = edge
          // The dark ring is as wide as the light one: no need to walk far to know that it is not.
          end = min(end, Int(edge + 3 * (edge - side.core)) + 3)
        default:
          side.dark = edge
          return side
        }
        count += 1
      }
      last = value
    }
    guard count == 2 else { return nil }
    // A pattern that fills its picture ends with the picture.
    if end == available { side.dark = Double(available) + 0.5 }
    return side
  }
}
