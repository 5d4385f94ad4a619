import Barcodes
import Bits
import Geometry
import Testing

/// Symbols on labels that are darker than what lies around them, with no more quiet zone than their standards ask for.
@Suite("Dark labels on bright ground")
struct DarkLabelTests {
  private static let look = RenderedSymbol.Look(dark: 50, light: 130, ground: 245, quietZone: 2, blur: 1, noise: 3)

  private func read(
    _ symbology: Symbology, _ text: String, module: Double, quietZone: Double, degrees: Double
  ) throws -> [String?] {
    let written = try #require(Catalog.writers.first { $0.symbology == symbology }).write(text)
    // A linear symbol is one row of modules.
    let rows = written.height == 1 ? 20 : written.height
    var modules = BitMatrix(width: written.width, height: rows)
    for y in 0..<rows { for x in 0..<written.width { modules[x, y] = written[x, written.height == 1 ? 0 : y] } }
    var look = Self.look
    look.quietZone = quietZone
    let corners = placed(
      side: Double(modules.width) * module, height: Double(modules.height) * module, degrees: degrees)
    let scene = try RenderedSymbol(modules, at: corners, look: look)
    return Detector(DetectionOptions(symbologies: Catalog.available)).detect(in: scene.frame).map(\.symbol.text)
  }

  @Test("Linear symbols", arguments: [0.0, 17], [2.0, 3])
  func linear(degrees: Double, module: Double) throws {
    for (symbology, text) in [
      (Symbology.ean13, "9780441014989"), (.code128, "VF-2026"), (.code39, "VF2026"), (.itf, "01234567890128"),
      (.codabar, "A40156B"),
    ] {
      let said = try read(symbology, text, module: module, quietZone: 10, degrees: degrees)
      #expect(said == [text], "\(symbology)")
    }
  }

  @Test("Small matrix and stacked symbols", arguments: [(0.0, 3.0), (0, 4.5), (30, 4.5)])
  func matrix(degrees: Double, module: Double) throws {
    for (symbology, text, quietZone) in [
      (Symbology.dataMatrix, "VF-2026-DM", 1.0), (.microQR, "VF2026", 2), (.rMQR, "VF-2026", 2),
      (.microPDF417, "VF-2026", 1),
    ] {
      let said = try read(symbology, text, module: module, quietZone: quietZone, degrees: degrees)
      #expect(said == [text], "\(symbology)")
    }
  }
}
