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
  /// Pixels of a module, the mean of both.
  var moduleSize: Double { (across * down).squareRoot() }
  let isInverted: Bool
  /// How far the runs of both are from a finder's, in modules; infinite for one that was not met by runs.
  var misfit = Double.infinity

  /// Whether it is all but surely a finder: of 1200 hints in photographs with less misfit than this 1140 were, of 770
  /// with more 17.
  var isPlain: Bool { misfit < 1.5 }
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
  private var runs = FinderRuns()
  /// What was found since `clear`.
  private(set) var hints: [QRFinderHint] = []

  mutating func clear() { hints.removeAll(keepingCapacity: true) }

  /// Scans every `step`-th row and appends to `hints`, one hint a pattern.
  ///
  /// - Parameters:
  ///   - scale: pixels of level 0 for a pixel of this image.
  ///   - isBetween: takes the rows half way between those that are else taken.
  ///   - leastModule: in pixels of this image; what is smaller is left to a larger one.
  /// - Complexity: O(width × height / step).
  mutating func scan(
    _ image: LuminanceImage, _ grid: ThresholdGrid, scale: Double, step: Int, isBetween: Bool = false,
    leastModule: Double, part: QRFinderPart = .whole, findsLight: Bool
  ) {
    let first = hints.count
    let leastSpan = Int32((leastModule * 12).rounded(.up))
    for y in stride(from: isBetween ? 0 : step / 2, to: image.height, by: step) {
      edges.scan(image, grid, row: y)
      // Held for the row: to take hold of them at each place takes longer than the place.
      let positions = edges.positions
      switch part {
      case .whole:
        runs.find(edges, leastSpan: leastSpan)
        let places = runs.places
        for place in 0..<runs.count {
          let i = Int(places[place])
          let isInverted = i & 1 == 1
          if isInverted && !findsLight { continue }
          crossCheck(image, y: y, Section(positions, i), scale: scale, part: part, isInverted: isInverted, first: first)
        }
      case .core:
        for i in stride(from: 0, to: edges.count - 5, by: findsLight ? 1 : 2) {
          let row = Section(positions, i)
          guard row.isCore(leastSpan) else { continue }
          crossCheck(image, y: y, row, scale: scale, part: part, isInverted: i & 1 == 1, first: first)
        }
      }
    }
  }

  /// Five runs of a row, by their edges.
  private struct Section {
    let e0, e1, e2, e3, e4, e5: Int32

    @inline(__always)
    init(_ positions: [Int32], _ i: Int) {
      (e0, e1, e2) = (positions[i], positions[i + 1], positions[i + 2])
      (e3, e4, e5) = (positions[i + 3], positions[i + 4], positions[i + 5])
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
    let mask: UInt8 = isInverted ? 255 : 0
    let start = y * image.width
    @inline(__always)
    func grey(_ from: Int32, _ to: Int32) -> Int { Int(image.pixels[start + Int((from + to) / 2)] ^ mask) }
    let dark = grey(row.e2, row.e3)
    let (left, right) = (grey(row.e1, row.e2), grey(row.e3, row.e4 - 1))
    let light = (left + right) / 2
    guard light > dark + 4 else { return }
    // One threshold parts the section, as it soon must part the pattern: texture seldom has that, and a column
    // costs a cache line a pixel.
    guard 2 * min(left, right) > light + dark else { return }
    if part == .whole {
      guard 2 * max(grey(row.e0, row.e1), grey(row.e4, row.e5)) < light + dark else { return }
    }

    let x = Int((row.e2 + row.e3) / 2)
    let roughModule = Double(row.e3 - row.e1 + row.e4 - row.e2) / 8
    // What lies within a pattern found in an earlier row is that pattern.
    // Only the last ones found can reach down to this row, unless very many lie beside each other.
    let place = Point<ImagePixels>((Double(x) + 0.5) * scale, (Double(y) + 0.5) * scale)
    for hint in hints[first...].suffix(Self.recent) where hint.isInverted == isInverted {
      let reach = 1.6 * hint.down
      if abs(hint.center.y - place.y) < reach && abs(hint.center.x - place.x) < 1.2 * hint.across { return }
    }

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
        across: across.module * scale, down: column.module * scale,
        isInverted: isInverted, misfit: column.misfit + across.misfit))
  }
}
