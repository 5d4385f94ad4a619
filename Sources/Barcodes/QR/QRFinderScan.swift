import Geometry
import Imaging

/// A place where a row and a column both show a finder's runs: dark, light, dark, light, dark as
/// 1 : 1 : 3 : 1 : 1.
struct QRFinderHint {
  /// In pixels of level 0.
  let center: Point<ImagePixels>
  /// Module lengths along the row and the column, in pixels of level 0.
  let across: Double
  let down: Double
  let isInverted: Bool
  let level: Int
}

/// Looks for finder patterns along rows, with a cross-check along the column, of one level.
struct QRFinderScan {
  private var edges = RowEdges()
  /// Hints of the level being scanned.
  private(set) var hints: [QRFinderHint] = []

  mutating func clear() { hints.removeAll(keepingCapacity: true) }

  /// Scans every `step`-th row and appends to `hints`, one hint a pattern.
  ///
  /// - Complexity: O(width × height / step).
  mutating func scan(
    _ image: LuminanceImage, _ grid: ThresholdGrid, level: Int, step: Int, leastModule: Double,
    findsDark: Bool = true, findsLight: Bool
  ) {
    let first = hints.count
    let leastSpan = Int32((leastModule * 12).rounded(.up))
    for y in stride(from: step / 2, to: image.height, by: step) {
      edges.scan(image, grid, row: y)
      guard edges.count >= 6 else { continue }
      let positions = edges.positions
      for i in 0..<(edges.count - 5) {
        let isInverted = i & 1 == 1
        guard isInverted ? findsLight : findsDark else { continue }
        let (e0, e1, e2) = (positions[i], positions[i + 1], positions[i + 2])
        let (e3, e4, e5) = (positions[i + 3], positions[i + 4], positions[i + 5])
        // Distances between edges of the same kind do not depend on the threshold: six modules, twice.
        let twelve = e4 - e0 + e5 - e1
        guard twelve >= leastSpan, Self.isFinder(e0, e1, e2, e3, e4, e5, twelve) else { continue }
        crossCheck(
          image, y: y, Section(e0: e0, e1: e1, e2: e2, e3: e3, e4: e4, e5: e5), level: level,
          isInverted: isInverted, first: first)
      }
    }
  }

  /// Whether runs between six edges are 1 : 1 : 3 : 1 : 1, all in twelfths of `twelve`, the length of
  /// twelve modules. Each distance between edges may be wrong by half a module, that from blur and tilt,
  /// and by two thirds of a pixel, that from rounding.
  @inline(__always)
  private static func isFinder(
    _ e0: Int32, _ e1: Int32, _ e2: Int32, _ e3: Int32, _ e4: Int32, _ e5: Int32, _ twelve: Int32
  ) -> Bool {
    // The middle run first, as it refuses most: 1.7 to 4.3 modules.
    let middle = 60 &* (e3 - e2)
    guard middle + 40 > 9 &* twelve, middle < 21 &* twelve + 40 else { return false }
    let slack = twelve / 2 + 8
    guard abs(12 &* (e2 - e0) - 2 &* twelve) <= slack, abs(12 &* (e5 - e3) - 2 &* twelve) <= slack else { return false }
    let wide = twelve * 3 / 4 + 8
    return abs(12 &* (e3 - e1) - 4 &* twelve) <= wide && abs(12 &* (e4 - e2) - 4 &* twelve) <= wide
  }

  private struct Section {
    let e0, e1, e2, e3, e4, e5: Int32
  }

  /// Follows the column through the middle, then the row through the column's middle, by the grey levels of
  /// this very pattern.
  private mutating func crossCheck(
    _ image: LuminanceImage, y: Int, _ row: Section, level: Int, isInverted: Bool, first: Int
  ) {
    let scale = Double(1 << level)
    let x = Int((row.e2 + row.e3) / 2)
    let roughModule = Double(row.e4 - row.e0 + row.e5 - row.e1) / 12

    // What lies within a pattern found in an earlier row is that pattern.
    let place = Point<ImagePixels>((Double(x) + 0.5) * scale, (Double(y) + 0.5) * scale)
    for hint in hints[first...] where hint.isInverted == isInverted {
      let reach = 1.6 * hint.down
      if abs(hint.center.y - place.y) < reach && abs(hint.center.x - place.x) < 1.2 * hint.across { return }
    }

    let mask: UInt8 = isInverted ? 255 : 0
    let start = y * image.width
    let dark = Int(image.pixels[start + x] ^ mask)
    let light =
      (Int(image.pixels[start + Int((row.e1 + row.e2) / 2)] ^ mask)
        + Int(image.pixels[start + Int((row.e3 + row.e4 - 1) / 2)] ^ mask)) / 2
    guard light > dark + 4 else { return }
    let threshold = Double(light + dark) / 2

    let limit = Int(3.5 * roughModule * 3) + 3
    guard
      let column = GreyRuns(
        image.pixels, at: start + x, stride: image.width, before: y, after: image.height - 1 - y, limit: limit,
        threshold: threshold, mask: mask),
      column.isFinder
    else { return }
    // Tilt to 60° halves one direction; a ratio past 3 is something else.
    guard column.module < 3 * roughModule, roughModule < 3 * column.module else { return }
    let middle = min(max(y + Int(column.middle.rounded()), 0), image.height - 1)
    let far = Int(3.5 * roughModule * 2) + 3
    guard
      let across = GreyRuns(
        image.pixels, at: middle * image.width + x, stride: 1, before: x, after: image.width - 1 - x, limit: far,
        threshold: threshold, mask: mask),
      across.isFinder
    else { return }
    hints.append(
      QRFinderHint(
        center: Point(
          (Double(x) + 0.5 + across.middle) * scale, (Double(y) + 0.5 + column.middle) * scale),
        across: across.module * scale, down: column.module * scale, isInverted: isInverted, level: level))
  }
}

/// Three edges on either side of a dark pixel, to a fraction of a pixel: a section through a finder.
private struct GreyRuns {
  /// Distances from the pixel's middle, along the section: negative before it.
  private var before: (Double, Double, Double) = (0, 0, 0)
  private var after: (Double, Double, Double) = (0, 0, 0)

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

  /// Length of a module: distances between edges of the same kind, six modules twice.
  var module: Double { (after.1 + before.2 + after.2 + before.1) / 12 }

  /// Where the middle lies from the pixel that the section started at.
  var middle: Double { (after.0 - before.0 + after.2 - before.2) / 4 }

  /// True for 1 : 1 : 3 : 1 : 1 to within half a module and half a pixel.
  var isFinder: Bool {
    let m = module
    let slack = 0.5 * m + 0.5
    return abs(before.2 - before.0 - 2 * m) < slack && abs(after.2 - after.0 - 2 * m) < slack
      && abs(before.0 + after.0 - 3 * m) < 1.5 * slack && abs(before.1 + after.0 - 4 * m) < 1.5 * slack
      && abs(after.1 + before.0 - 4 * m) < 1.5 * slack
  }

  private static func edges(
    _ pixels: [UInt8], _ start: Int, _ stride: Int, _ available: Int, _ limit: Int, _ threshold: Double, _ mask: UInt8
  ) -> (Double, Double, Double)? {
    var found = (0.0, 0.0, 0.0)
    var count = 0
    var last = Double(pixels[start] ^ mask)
    guard last < threshold else { return nil }
    var at = start
    for step in 1..<(min(available, limit) + 1) {
      at += stride
      let value = Double(pixels[at] ^ mask)
      if (value < threshold) != (last < threshold) {
        let edge = Double(step - 1) + (threshold - last) / (value - last)
        switch count {
        case 0: found.0 = edge
        case 1: found.1 = edge
        default:
          found.2 = edge
          return found
        }
        count += 1
      }
      last = value
    }
    // A pattern that fills its picture ends with the picture.
    guard count == 2, available <= limit, last < threshold else { return nil }
    found.2 = Double(available) + 0.5
    return found
  }
}
