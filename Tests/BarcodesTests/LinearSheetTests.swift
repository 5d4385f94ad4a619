import Barcodes
import Bits
import Geometry
import Imaging
import Testing

/// Many labels in one picture, so near to each other that they look like one region of stripes.
@Suite("Sheets of linear symbols")
struct LinearSheetTests {
  private static let columns = 3
  private static let rows = 6

  /// Labels of these texts beside and below each other, with ten modules of light at their ends.
  private func sheet(_ symbols: [BitMatrix]) -> BitMatrix {
    let (height, gap, quiet) = (14, 7, 10)
    let pitch = symbols.map(\.width).max()! + 2 * quiet
    var sheet = BitMatrix(width: Self.columns * pitch, height: Self.rows * (height + gap))
    for (place, symbol) in symbols.enumerated() {
      let (left, top) = (place % Self.columns * pitch + quiet, place / Self.columns * (height + gap) + gap / 2)
      for y in 0..<height {
        for x in 0..<symbol.width where symbol[x, 0] { sheet[left + x, top + y] = true }
      }
    }
    return sheet
  }

  @Test(
    "Each label of a sheet is read, however it is turned", arguments: [0.0, 5, 90],
    [Symbology.ean13, .code128, .code39, .itf])
  func sheets(degrees: Double, symbology: Symbology) throws {
    let texts = (0..<Self.columns * Self.rows).map { place -> String in
      switch symbology {
      case .ean13:
        let digits = EANDigits.digits(String(400_123_456_700 + 1_000_003 * place)) ?? []
        return EANDigits.text(digits + [EANDigits.checkDigit(of: digits)])
      case .itf: return String(10_203_040 + 70_707 * place)
      default: return "LABEL \(100 + 7 * place)"
      }
    }
    let writer = try #require(Catalog.writers.first { $0.symbology == symbology })
    let picture = LinearPicture(modulePixels: 2, heightPixels: 2 * 21 * Double(Self.rows), angle: degrees)
    let (frame, _) = picture.draw(sheet(try texts.map { try writer.write($0) }))
    let read = Detector(DetectionOptions(symbologies: [symbology])).detect(in: frame).compactMap(\.symbol.text)
    #expect(Set(read) == Set(texts), "\(read.count) read")
    #expect(read.count == texts.count)
  }
}
