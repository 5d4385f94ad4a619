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
        let found = Self.match(line.extracting(i...i + 14), isForward: true)
      else { continue }
      hits.append(
        ScanHit(
          pattern: .address(found.number), isForward: true, isInverted: i % 2 == 1, place: line[i], far: line[i + 6],
          module: found.module, line: row))
    }
    for place in 0..<windows.mirroredCount {
      let i = Int(windows.mirrored[place])
      guard i + 15 == line.count || Self.isQuiet(line[i + 15] &- line[i + 14], beside: line[i + 14] &- line[i]),
        let found = Self.match(line.extracting(i...i + 14), isForward: false)
      else { continue }
      // The first run here is the codeword's last, a space.
      hits.append(
        ScanHit(
          pattern: .address(found.number), isForward: false, isInverted: i % 2 == 0, place: line[i + 14],
          far: line[i + 8], module: found.module, line: row))
    }
  }

  /// ISO/IEC 24728:2006 §5.8.3: the quiet zone is a module wide at least; a quarter of it may be lost to blur.
  private static func isQuiet(_ ground: Int32, beside symbol: Int32) -> Bool { 36 * (ground + 1) >= symbol }

  /// The pattern's number and the module of 15 edges that are a pattern and its codeword, or nil.
  ///
  /// - Parameter isForward: false where the pattern comes last.
  static func match(_ edges: Span<Int32>, isForward: Bool) -> (number: Int, module: Float)? {
    guard let pattern = modules(edges, from: 0, runs: 6, width: 10, isForward),
      let number = MicroPDF417Variant.sideNumber(pattern),
      let codeword = modules(edges, from: 6, runs: 8, width: 17, isForward),
      let meaning = PDF417Patterns.codeword(codeword), meaning.cluster == number % 3
    else { return nil }
    return (number, Float(edges[14] &- edges[0]) / 27)
  }

  /// Edges rounded to modules, as bits.
  private static func modules(_ edges: Span<Int32>, from start: Int, runs: Int, width: Int, _ isForward: Bool) -> Int? {
    let (first, step) = isForward ? (start, 1) : (14 - start, -1)
    let begin = edges[first]
    let span = Int(abs(edges[first + step * runs] &- begin))
    guard span != 0 else { return nil }
    // Modules a pixel, in 2³²nds.
    let scale = (width << 32) / span
    var result = 0
    var before = 0
    for i in 1...runs {
      let place = (Int(abs(edges[first + step * i] &- begin)) &* scale &+ 1 << 31) &>> 32
      let run = place &- before
      guard run > 0 else { return nil }
      result = result << run | (i % 2 == 1 ? (1 << run) - 1 : 0)
      before = place
    }
    return result
  }
}
