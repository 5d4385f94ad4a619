import Foundation
import Geometry
import Imaging

/// What the runs of dark and light in a part of a picture tell of how its paper lies, without any grid.
struct PaperMeasures: Hashable, Sendable {
  /// Pixels of a module, as the shorter runs have them; nil where there are too few runs.
  private(set) var moduleSize: Double?
  /// Pixels of a run, the mean; 0 where there are too few.
  private(set) var meanRun = 0.0
  /// Mean run in rows over that in columns: of a code that is seen from the side less, however long it is by itself.
  private(set) var acrossOverDown = 1.0
  /// Mean run at both ends over that in the middle, across and down, of the two the lesser: 1 is flat, and paper round a
  /// can has less, since its ends turn away.
  private(set) var endsOverMiddle = 1.0
  /// How far its outline leaves straight sides, in modules.
  private(set) var waviness = 0.0

  init(_ image: LuminanceImage, _ part: Rect<ImagePixels>, measures: PatchMeasures, moduleSize known: Double?) {
    guard let area = PixelArea(image, part), area.columns.count >= 24, area.rows.count >= 24 else { return }
    let dark = BinaryPart(image, columns: area.columns, rows: area.rows, measures)
    let (across, down) = (dark.runs(isRow: true), dark.runs(isRow: false))
    let all = (across + down).map(\.length)
    func mean(_ runs: [BinaryPart.Run]) -> Double { runs.reduce(0) { $0 + $1.length } / Double(runs.count) }
    if across.count >= 40, down.count >= 40 { acrossOverDown = mean(across) / mean(down) }
    if all.count >= 40 {
      // Modules too small to be told apart make long runs of several, beside those of a pixel.
      let short = 1.3 * Double(PixelArea.quantile(all.map { Float($0) }, 0.25))
      meanRun = all.reduce(0, +) / Double(all.count)
      moduleSize = min(short, meanRun / Self.modulesOfRun)
    }
    endsOverMiddle = min(Self.endsOverMiddle(across), Self.endsOverMiddle(down))
    if let module = known ?? moduleSize, module > 2 {
      waviness = dark.waviness(window: max(3, Int(4 * module))) / module
    }
  }

  private typealias Run = BinaryPart.Run
  /// Modules of a run, the mean: 2 where modules are chance, 1.6 in EAN, 1.8 in Code 128.
  private static let modulesOfRun = 1.85

  /// Mean lengths of the runs in three parts of the way that they cover. Paper that is tilted has one end short and
  /// the other long; bent paper has both short.
  private static func endsOverMiddle(_ all: [Run]) -> Double {
    // Those along bars, and those of a margin, tell nothing of modules.
    let median = Double(PixelArea.quantile(all.map { Float($0.length) }, 0.5))
    let runs = all.filter { $0.length <= 5 * median }
    guard runs.count >= 120 else { return 1 }
    let places = runs.map { Float($0.middle) }
    let (first, last) = (Double(PixelArea.quantile(places, 0.02)), Double(PixelArea.quantile(places, 0.98)))
    guard last > first else { return 1 }
    var (sums, counts) = ([0.0, 0, 0], [0.0, 0, 0])
    for run in runs {
      let place = (run.middle - first) / (last - first)
      guard (0...1).contains(place) else { continue }
      let third = place < 0.22 ? 0 : place > 0.78 ? 2 : 1
      sums[third] += run.length
      counts[third] += 1
    }
    guard counts.allSatisfy({ $0 >= 12 }) else { return 1 }
    let means = zip(sums, counts).map { $0 / $1 }
    return max(means[0], means[2]) / means[1]
  }
}

/// Some pixels as dark and light: what lies between the two is as its left neighbor, so that noise on grey is no print.
struct BinaryPart {
  struct Run {
    let middle: Double
    let length: Double
  }

  private let width: Int
  private let height: Int
  private var dark: [Bool] = []

  init(_ image: LuminanceImage, columns: Range<Int>, rows: Range<Int>, _ measures: PatchMeasures) {
    (width, height) = (columns.count, rows.count)
    dark.reserveCapacity(width * height)
    let (middle, doubt) = ((measures.low + measures.high) / 2, 0.12 * measures.contrast)
    for y in rows {
      var isDark = false
      for x in columns {
        let grey = Double(image.pixels[y * image.width + x])
        if abs(grey - middle) > doubt { isDark = grey < middle }
        dark.append(isDark)
      }
    }
  }

  /// The runs between the first and the last dark pixel of each line.
  func runs(isRow: Bool) -> [Run] {
    let (lines, length) = isRow ? (height, width) : (width, height)
    var result: [Run] = []
    for line in 0..<lines {
      func isDark(_ place: Int) -> Bool { isRow ? dark[line * width + place] : dark[place * width + line] }
      guard let first = (0..<length).first(where: isDark), let last = (0..<length).last(where: isDark) else { continue }
      var start = first
      for place in first...last + 1 where place > last || isDark(place) != isDark(start) {
        result.append(Run(middle: Double(start + place) / 2, length: Double(place - start)))
        start = place
        if place > last { break }
      }
    }
    return result
  }

  /// The largest distance, of the four sides the second largest, of outermost dark pixels from a line along them. One
  /// side of a symbol may be cut or covered.
  func waviness(window: Int) -> Double {
    func residual(_ lines: Int, _ length: Int, _ isDark: (Int, Int) -> Bool, fromEnd: Bool) -> Double {
      var outer: [(at: Double, place: Double)] = []
      for start in stride(from: 0, to: lines - window + 1, by: window) {
        var best: Int?
        for line in start..<start + window {
          let order = fromEnd ? Array((0..<length).reversed()) : Array(0..<length)
          if let place = order.first(where: { isDark(line, $0) }) {
            best = best.map { fromEnd ? max($0, place) : min($0, place) } ?? place
          }
        }
        if let best { outer.append((Double(start) + Double(window) / 2, Double(best))) }
      }
      // The ends belong to the neighboring sides.
      outer = outer.count > 4 ? Array(outer.dropFirst().dropLast()) : outer
      guard outer.count >= 4 else { return 0 }
      let n = Double(outer.count)
      let (mx, my) = (outer.reduce(0) { $0 + $1.at } / n, outer.reduce(0) { $0 + $1.place } / n)
      let xx = outer.reduce(0) { $0 + ($1.at - mx) * ($1.at - mx) }
      let xy = outer.reduce(0) { $0 + ($1.at - mx) * ($1.place - my) }
      let slope = xx > 0 ? xy / xx : 0
      return outer.map { abs($0.place - my - slope * ($0.at - mx)) }.max() ?? 0
    }
    let byRow: (Int, Int) -> Bool = { dark[$0 * width + $1] }
    let byColumn: (Int, Int) -> Bool = { dark[$1 * width + $0] }
    let sides = [
      residual(height, width, byRow, fromEnd: false), residual(height, width, byRow, fromEnd: true),
      residual(width, height, byColumn, fromEnd: false), residual(width, height, byColumn, fromEnd: true),
    ].sorted()
    return sides[2]
  }
}
