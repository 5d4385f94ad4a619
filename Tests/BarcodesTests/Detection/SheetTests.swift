import Barcodes
import Bits
import Geometry
import Imaging
import Testing

/// Many symbols in one picture: each is read, however many there are.
@Suite("Sheets of matrix and stacked symbols")
struct SheetTests {
  /// Symbols of a grid beside and below each other, with light of five modules around each.
  private func sheet(_ symbols: [BitMatrix], columns: Int) -> BitMatrix {
    let quiet = 5
    let (width, height) = (symbols.map(\.width).max()! + 2 * quiet, symbols.map(\.height).max()! + 2 * quiet)
    var sheet = BitMatrix(width: columns * width, height: symbols.count / columns * height)
    for (place, symbol) in symbols.enumerated() {
      let (left, top) = (place % columns * width + quiet, place / columns * height + quiet)
      for y in 0..<symbol.height {
        for x in 0..<symbol.width where symbol[x, y] { sheet[left + x, top + y] = true }
      }
    }
    return sheet
  }

  @Test(
    "Each symbol of a sheet is read", arguments: [0.0, 90],
    [
      (symbology: Symbology.qr, columns: 10, rows: 10), (.microQR, 10, 10), (.rMQR, 5, 20), (.dataMatrix, 10, 10),
      (.aztec, 10, 10), (.pdf417, 4, 12),
    ])
  func sheets(degrees: Double, grid: (symbology: Symbology, columns: Int, rows: Int)) throws {
    let prefix = grid.symbology == .microQR ? "" : "LABEL "
    let texts = (0..<grid.columns * grid.rows).map { "\(prefix)\(10_001 + 37 * $0)" }
    let writer = try #require(Catalog.writers.first { $0.symbology == grid.symbology })
    let modules = sheet(try texts.map { try writer.write($0) }, columns: grid.columns)
    let (w, h) = (2.5 * Double(modules.width), 2.5 * Double(modules.height))
    let side = Int(max(w, h)) + 40
    let scene = try RenderedSymbol(
      modules,
      at: placed(side: w, height: h, degrees: degrees, around: Point(Double(side) / 2, Double(side) / 2)),
      width: side, height: side, look: RenderedSymbol.Look(noise: 4))
    let read = Detector(DetectionOptions(symbologies: Catalog.available)).detect(in: scene.frame).compactMap(
      \.symbol.text)
    #expect(Set(read) == Set(texts), "\(read.count) of \(texts.count)")
    #expect(read.count == texts.count)
  }

  @Test(
    "What is left of symbols without one of their finders is not tried in all ways before what lies between the rows")
  func torn() throws {
    let texts = (0..<36).map { "LABEL \(10_001 + 37 * $0)" }
    var modules = sheet(try texts.map { try QRWriter().write($0) }, columns: 6)
    let (width, height) = (modules.width / 6, modules.height / 6)
    // The bottom left finder, of all but every fourth one.
    for place in 0..<36 where place % 4 != 0 {
      for y in 0..<12 {
        for x in 0..<12 { modules[place % 6 * width + x, (place / 6 + 1) * height - 1 - y] = false }
      }
    }
    let (w, h) = (4 * Double(modules.width), 4 * Double(modules.height))
    let scene = try RenderedSymbol(
      modules, at: placed(side: w, height: h, degrees: 7, around: Point(w * 0.6, h * 0.6)), width: Int(w * 1.2),
      height: Int(h * 1.2), look: RenderedSymbol.Look(noise: 4))
    let log = WorkLog()
    let read = Detector(DetectionOptions(symbologies: [.qr])).detect(in: scene.frame, trace: log)
    #expect(Set(read.compactMap(\.symbol.text)).isSuperset(of: stride(from: 0, to: 36, by: 4).map { texts[$0] }))
    // All ways of 24 in vain, and what is refined of them, take 700.
    #expect(try #require(log.steps[.qrPlain]) < 400)
  }
}
