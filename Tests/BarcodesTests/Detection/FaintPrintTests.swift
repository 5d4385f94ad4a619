import Barcodes
import Bits
import Geometry
import Imaging
import Scanner
import Testing

@Suite("Print fainter than the edge of its label")
struct FaintPrintTests {
  private static let text = "FAINT 0123456789"

  /// Grey on a white label that is hardly larger, before a dark ground: the edge of the label is five times as strong as
  /// that of a module.
  private func label(_ modules: BitMatrix, module: Double, dark: Double, degrees: Double) throws -> RenderedSymbol {
    let corners = placed(
      side: module * Double(modules.width), height: module * Double(modules.height), degrees: degrees)
    return try RenderedSymbol(
      modules, at: corners, look: .init(dark: dark, light: 205, ground: 60, quietZone: 2, blur: 1, noise: 3))
  }

  private func measured(_ image: LuminanceImage) -> ThresholdGrid {
    var grid = ThresholdGrid()
    grid.measure(image)
    return grid
  }

  @Test("A Data Matrix of grey on white is read", arguments: [175.0, 178, 181], [3.0, 17, 40])
  func dataMatrix(dark: Double, degrees: Double) throws {
    let seen = try label(DataMatrixWriter().write(Self.text), module: 5, dark: dark, degrees: degrees)
    let found = Detector(DetectionOptions(symbologies: Catalog.available)).detect(in: seen.frame)
    #expect(found.map(\.symbol.text) == [Self.text])
  }

  @Test("A MicroPDF417 of grey on white is read", arguments: [172.0, 177], [3.0, 87])
  func microPDF417(dark: Double, degrees: Double) throws {
    let seen = try label(MicroPDF417Writer().write(Self.text), module: 4, dark: dark, degrees: degrees)
    let found = Detector(DetectionOptions(symbologies: Catalog.available)).detect(in: seen.frame)
    #expect(found.map(\.symbol.text) == [Self.text])
  }

  @Test("Print is as strong as plain print then, and what has none stays away")
  func strengthened() throws {
    let seen = try label(DataMatrixWriter().write(Self.text), module: 5, dark: 180, degrees: 3)
    let image = try #require(LuminanceImage(seen.frame))
    let strong = try #require(image.strengthened(measured(image)))
    // The solid side's middle, and the light beside it.
    let corners = seen.corners
    func grey(_ x: Double, _ y: Double) -> Int {
      let top = corners.topLeft + (corners.topRight - corners.topLeft) * x
      let bottom = corners.bottomLeft + (corners.bottomRight - corners.bottomLeft) * x
      let at = top + (bottom - top) * y
      return Int(strong.pixels[Int(at.y) * strong.width + Int(at.x)])
    }
    #expect(grey(-0.03, 0.5) - grey(0.03, 0.5) > 100)

    let plain = try RenderedSymbol(seen.modules, at: corners, look: .init(ground: 60, quietZone: 2))
    let other = try #require(LuminanceImage(plain.frame))
    #expect(other.strengthened(measured(other)) == nil)
    let small = LuminanceImage(width: 1, height: 1, pixels: [7])
    #expect(small.strengthened(measured(small)) == nil)
    #expect(strong.showsTwoLevels)
  }

  @Test("Noise on a slope is taken for faint print, and for none once it is strong")
  func noise() throws {
    var random = SeededRandom(seed: 7)
    let pixels = (0..<640 * 480).map { place -> UInt8 in
      let noise = Int((4 * random.gaussian()).rounded())
      return UInt8(80 + place % 640 / 8 + noise)
    }
    let image = LuminanceImage(width: 640, height: 480, pixels: pixels)
    let strong = try #require(image.strengthened(measured(image)))
    #expect(!strong.showsTwoLevels)
  }
}
