import Geometry
import Imaging

/// Recognizes the left sides of MicroPDF417 symbols in a scan line's edges: a row address pattern with a codeword
/// after it whose cluster is that of the pattern. ISO/IEC 24728:2006 Tables 10 to 12: in all variants the pattern's
/// number (from 0) and the cluster agree modulo 3.
struct MicroPDF417SideMatch {
  /// Pixels a module, at least.
  let leastModule: Float
  private var windows = EdgeWindows()

  init(leastModule: Float) { self.leastModule = leastModule }

  /// Appends the sides that a line shows.
  mutating func collect(_ edges: RowEdges, row: Int, into hits: inout [ScanHit]) {
    let positions = edges.positions
    let line = positions.span.extracting(0..<edges.count)
    windows.findSpans(edges, first: (6, 10), second: (8, 17), least: leastModule)
    for place in 0..<windows.count {
      let i = Int(windows.places[place])
      guard i == 0 || Self.isQuiet(line[i] &- line[i - 1], beside: line[i + 14] &- line[i]),
        let found = Self.matchGrown(line, from: i, step: 1)
      else { continue }
      hits.append(
        ScanHit(
          pattern: .address(found.number), isForward: true, isInverted: i % 2 == 1, place: line[i], far: line[i + 6],
          module: found.module, line: row, goesOn: Self.goesOn(line, from: i, step: 1, found)))
    }
    for place in 0..<windows.mirroredCount {
      let i = Int(windows.mirrored[place])
      guard i + 15 == line.count || Self.isQuiet(line[i + 15] &- line[i + 14], beside: line[i + 14] &- line[i]),
        let found = Self.matchGrown(line, from: i + 14, step: -1)
      else { continue }
      // The first run here is the codeword's last, a space.
      hits.append(
        ScanHit(
          pattern: .address(found.number), isForward: false, isInverted: i % 2 == 0, place: line[i + 14],
          far: line[i + 8], module: found.module, line: row, goesOn: Self.goesOn(line, from: i + 14, step: -1, found)))
    }
  }

  /// ISO/IEC 24728:2006 §5.8.3: the quiet zone is a module wide at least; a quarter of it may be lost to blur.
  private static func isQuiet(_ ground: Int32, beside symbol: Int32) -> Bool { 36 * (ground + 1) >= symbol }

  /// What 15 edges say that are a pattern and its codeword.
  struct Side {
    /// The pattern's, from 0.
    let number: Int
    let module: Float
    /// Pixels by which bars seem longer than they are.
    let growth: Float
  }

  /// A pattern with its codeword, or nil.
  ///
  /// - Parameters:
  ///   - first: the edge with which the pattern begins.
  ///   - step: 1 where its codeword is to the right, −1 to the left.
  ///   - growth: parts of a module by which bars seem longer than they are.
  static func match(_ edges: Span<Int32>, from first: Int, step: Int, growth: Float = 0) -> Side? {
    let module = Float(abs(edges[first + 14 * step] &- edges[first])) / 27
    let growth = growth * module
    guard let pattern = EdgeModules.bits(edges, from: first, step: step, runs: 6, width: 10, growth: growth),
      let number = MicroPDF417Variant.sideNumber(pattern),
      let codeword = EdgeModules.bits(edges, from: first + 6 * step, step: step, runs: 8, width: 17, growth: growth),
      let meaning = PDF417Patterns.codeword(codeword), meaning.cluster == number % 3
    else { return nil }
    return Side(number: number, module: module, growth: growth)
  }

  /// The same where ink or light may have made bars longer or shorter.
  private static func matchGrown(_ edges: Span<Int32>, from first: Int, step: Int) -> Side? {
    if let side = match(edges, from: first, step: step) { return side }
    let width = abs(edges[first + 14 * step] &- edges[first])
    guard width >= leastGrown else { return nil }
    let seen = seenGrowth(edges, from: first, step: step) * 27 / Float(width)
    guard abs(seen) >= leastGrowth else { return nil }
    return match(edges, from: first, step: step, growth: seen > 0 ? growth : -growth)
  }

  /// Pixels by which bars seem longer than they are, by the thinnest of 7 bars and the thinnest of 7 spaces: of the 48,308 patterns with
  /// a codeword of their cluster all but 181 have both of a module.
  private static func seenGrowth(_ edges: Span<Int32>, from first: Int, step: Int) -> Float {
    let runs = edges.extracting(min(first, first + 14 * step)..<max(first, first + 14 * step) + 1)
    // The first run of a side is a bar, the last one a space.
    var (bar, space) = (Int32.max, Int32.max)
    for run in 0..<7 {
      bar = min(bar, runs[2 &* run &+ 1] &- runs[2 &* run])
      space = min(space, runs[2 &* run &+ 2] &- runs[2 &* run &+ 1])
    }
    return Float(step > 0 ? bar &- space : space &- bar) / 2
  }

  /// Parts of a module: with what rounding to modules allows, up to nine tenths are read.
  private static let growth: Float = 0.4
  /// Parts of a module up to which a row is read as it is: rounding allows twice as many.
  private static let leastGrowth: Float = 0.25
  /// Pixels of 27 modules, of which edges that are known to a pixel are off by less than that.
  private static let leastGrown: Int32 = 67

  /// Whether what follows a pattern and its codeword belongs to the same row: a codeword, or a pattern that some variant
  /// has there.
  static func goesOn(
    _ edges: Span<Int32>, from first: Int, step: Int, _ side: Side
  ) -> Bool {
    let start = first + 14 * step
    func isWide(_ runs: Int, _ modules: Float) -> Bool {
      let end = start + runs * step
      guard end >= 0, end < edges.count else { return false }
      let wanted = modules * side.module
      return abs(Float(abs(edges[end] &- edges[start])) - wanted) <= wanted / 10 + 1
    }
    if isWide(8, 17),
      let codeword = EdgeModules.bits(edges, from: start, step: step, runs: 8, width: 17, growth: side.growth),
      PDF417Patterns.codeword(codeword)?.cluster == side.number % 3
    {
      return true
    }
    guard isWide(6, 10),
      let pattern = EdgeModules.bits(edges, from: start, step: step, runs: 6, width: 10, growth: side.growth)
    else {
      return false
    }
    if let right = MicroPDF417Variant.sideNumber(pattern) {
      return MicroPDF417Variant.all.contains { $0.columns == 1 && $0.fits(left: side.number, right: right) }
    }
    guard let middle = MicroPDF417Variant.middleNumber(pattern) else { return false }
    return MicroPDF417Variant.all.contains { $0.columns == 3 && $0.fits(left: side.number, middle: middle) }
  }
}
