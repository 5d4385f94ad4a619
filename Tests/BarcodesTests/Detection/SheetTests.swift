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
}
