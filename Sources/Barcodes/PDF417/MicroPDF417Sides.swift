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
        let found = Self.match(line, from: i, step: 1)
      else { continue }
      hits.append(
        ScanHit(
          pattern: .address(found.number), isForward: true, isInverted: i % 2 == 1, place: line[i], far: line[i + 6],
          module: found.module, line: row, goesOn: Self.goesOn(line, from: i, step: 1, found)))
    }
    for place in 0..<windows.mirroredCount {
      let i = Int(windows.mirrored[place])
      guard i + 15 == line.count || Self.isQuiet(line[i + 15] &- line[i + 14], beside: line[i + 14] &- line[i]),
        let found = Self.match(line, from: i + 14, step: -1)
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

  /// The pattern's number and the module of 15 edges that are a pattern and its codeword, or nil.
  ///
  /// - Parameters:
  ///   - first: the edge with which the pattern begins.
  ///   - step: 1 where its codeword is to the right, −1 to the left.
  static func match(_ edges: Span<Int32>, from first: Int, step: Int) -> (number: Int, module: Float)? {
    guard let pattern = EdgeModules.bits(edges, from: first, step: step, runs: 6, width: 10),
      let number = MicroPDF417Variant.sideNumber(pattern),
      let codeword = EdgeModules.bits(edges, from: first + 6 * step, step: step, runs: 8, width: 17),
      let meaning = PDF417Patterns.codeword(codeword), meaning.cluster == number % 3
    else { return nil }
    return (number, Float(abs(edges[first + 14 * step] &- edges[first])) / 27)
  }

  /// Whether what follows a pattern and its codeword belongs to the same row: a codeword, or a pattern that some variant
  /// has there.
  static func goesOn(
    _ edges: Span<Int32>, from first: Int, step: Int, _ side: (number: Int, module: Float)
  ) -> Bool {
    let start = first + 14 * step
    func isWide(_ runs: Int, _ modules: Float) -> Bool {
      let end = start + runs * step
      guard end >= 0, end < edges.count else { return false }
      let wanted = modules * side.module
      return abs(Float(abs(edges[end] &- edges[start])) - wanted) <= wanted / 10 + 1
    }
    if isWide(8, 17), let codeword = EdgeModules.bits(edges, from: start, step: step, runs: 8, width: 17),
      PDF417Patterns.codeword(codeword)?.cluster == side.number % 3
    {
      return true
    }
    guard isWide(6, 10), let pattern = EdgeModules.bits(edges, from: start, step: step, runs: 6, width: 10) else {
      return false
    }
    if let right = MicroPDF417Variant.sideNumber(pattern) {
      return MicroPDF417Variant.all.contains { $0.columns == 1 && $0.fits(left: side.number, right: right) }
    }
    guard let middle = MicroPDF417Variant.middleNumber(pattern) else { return false }
    return MicroPDF417Variant.all.contains { $0.columns == 3 && $0.fits(left: side.number, middle: middle) }
  }
}
