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
}

/// How much of a finder the row scan asks for.
enum QRFinderPart {
  /// All five runs.
  case whole
  /// The core and the light ring around it: the dark ring may run into dark surroundings, where a symbol has
  /// no quiet zone. Far more of other things look so.
  case core
}

/// Looks for finder patterns along rows, with a cross-check along the column, of one image.
struct QRFinderScan {
  /// Hints compared with a new one; one that is found twice for all that is sorted out when it is fitted.
  private static let recent = 48

  private var edges = RowEdges()
  /// What was found since `clear`.
  private(set) var hints: [QRFinderHint] = []

  mutating func clear() { hints.removeAll(keepingCapacity: true) }

  /// Scans every `step`-th row and appends to `hints`, one hint a pattern.
  ///
  /// - Parameters:
  ///   - scale: pixels of level 0 for a pixel of this image.
  ///   - leastModule: in pixels of this image; what is smaller is left to a larger one.
  /// - Complexity: O(width × height / step).
  mutating func scan(
    _ image: LuminanceImage, _ grid: ThresholdGrid, scale: Double, step: Int, leastModule: Double,
    part: QRFinderPart = .whole, findsLight: Bool
  ) {
    let first = hints.count
    let leastSpan = Int32((leastModule * 12).rounded(.up))
    for y in stride(from: step / 2, to: image.height, by: step) {
      edges.scan(image, grid, row: y)
      guard edges.middleCount > 0 else { continue }
      let positions = edges.positions
      let middles = edges.middles
      for place in 0..<edges.middleCount {
        let i = Int(middles[place])
        let isInverted = i & 1 == 1
        if isInverted && !findsLight { continue }
        let row = Section(
          e0: positions[i], e1: positions[i + 1], e2: positions[i + 2], e3: positions[i + 3], e4: positions[i + 4],
          e5: positions[i + 5])
        guard part == .whole ? row.isFinder(leastSpan) : row.isCore(leastSpan) else { continue }
        crossCheck(image, y: y, row, scale: scale, part: part, isInverted: isInverted, first: first)
      }
    }
  }

  /// Five runs of a row, by their edges.
  private struct Section {
    let e0, e1, e2, e3, e4, e5: Int32

    /// Whether the runs are 1 : 1 : 3 : 1 : 1. Distances between edges of the same kind do not depend on the
    /// threshold: six modules, twice, give the module. Each may be wrong by half a module, that from blur and
    /// tilt, and by two thirds of a pixel, that from rounding; all in twelfths of the twelve modules.
    @inline(__always)
    func isFinder(_ leastSpan: Int32) -> Bool {
      let twelve = e4 &- e0 &+ e5 &- e1
      // The middle run first, as it refuses most: 1.8 to 4.2 modules.
      let middle = 60 &* (e3 &- e2)
      guard twelve >= leastSpan, middle &+ 40 > 9 &* twelve, middle < 21 &* twelve &+ 40 else { return false }
      let slack = twelve / 2 &+ 8
      guard abs(12 &* (e2 &- e0) &- 2 &* twelve) <= slack, abs(12 &* (e5 &- e3) &- 2 &* twelve) <= slack else {
        return false
      }
      let wide = twelve &* 3 / 4 &+ 8
      return abs(12 &* (e3 &- e1) &- 4 &* twelve) <= wide && abs(12 &* (e4 &- e2) &- 4 &* twelve) <= wide
    }

    /// Whether the middle three runs are 1 : 3 : 1 between dark ones of at least half a module.
    @inline(__always)
    func isCore(_ leastSpan: Int32) -> Bool {
      let eight = e3 &- e1 &+ e4 &- e2
      guard 3 &* eight >= 2 &* leastSpan else { return false }
      let slack = eight / 2 &+ 6
      guard abs(8 &* (e3 &- e2) &- 3 &* eight) <= slack, abs((e2 &- e1) &- (e4 &- e3)) &* 8 <= slack else {
        return false
      }
      return 16 &* (e1 &- e0) >= eight && 16 &* (e5 &- e4) >= eight
    }
  }

  /// Follows the column through the middle, then the row through the column's middle, by the grey levels of
  /// this very pattern.
  private mutating func crossCheck(
    _ image: LuminanceImage, y: Int, _ row: Section, scale: Double, part: QRFinderPart, isInverted: Bool, first: Int
  ) {
    let x = Int((row.e2 + row.e3) / 2)
    let roughModule = Double(row.e3 - row.e1 + row.e4 - row.e2) / 8

    // What lies within a pattern found in an earlier row is that pattern.
    // Only the last ones found can reach down to this row, unless very many lie beside each other.
    let place = Point<ImagePixels>((Double(x) + 0.5) * scale, (Double(y) + 0.5) * scale)
    for hint in hints[first...].suffix(Self.recent) where hint.isInverted == isInverted {
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

    // Tilt to 60° halves one direction, to 75° quarters it; a ratio past 5 is something else.
    guard
      let column = GreyRuns(
        image.pixels, at: start + x, stride: image.width, before: y, after: image.height - 1 - y,
        limit: Int(3.5 * roughModule * 5) + 3, threshold: threshold, mask: mask),
      column.isFinder(part), column.module < 5 * roughModule, roughModule < 5 * column.module
    else { return }
    let middle = min(max(y + Int(column.middle.rounded()), 0), image.height - 1)
    guard
      let across = GreyRuns(
        image.pixels, at: middle * image.width + x, stride: 1, before: x, after: image.width - 1 - x,
        limit: Int(3.5 * roughModule * 2) + 3, threshold: threshold, mask: mask),
      across.isFinder(part)
    else { return }
    hints.append(
      QRFinderHint(
        center: Point(
          (Double(x) + 0.5 + across.middle) * scale, (Double(y) + 0.5 + column.middle) * scale),
        across: across.module * scale, down: column.module * scale, isInverted: isInverted))
  }
}
