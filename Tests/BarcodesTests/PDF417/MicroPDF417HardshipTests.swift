import Barcodes
import Bits
import Geometry
import Imaging
import Testing

/// MicroPDF417 whose rows no scan line follows, and whose right side is turned away.
@Suite("MicroPDF417 under hardship")
struct MicroPDF417HardshipTests {
  private func texts(
    _ writer: MicroPDF417Writer, module: Double, degrees: Double, tilt: Double = 0, _ look: RenderedSymbol.Look
  ) throws -> [String?] {
    let modules = try writer.write("VF 2026")
    let corners = placed(
      side: module * Double(modules.width), height: module * Double(modules.height), degrees: degrees, tilt: tilt)
    let frame = try RenderedSymbol(modules, at: corners, look: look).frame
    return Detector(DetectionOptions(symbologies: [.microPDF417])).detect(in: frame).map(\.symbol.text)
  }

  @Test("Slanted, and seen from the side", arguments: [11.0, 19, 27, 36], [0.0, 0.12])
  func slanted(degrees: Double, tilt: Double) throws {
    let look = RenderedSymbol.Look(blur: 1, noise: 3)
    // Of four columns a row is 99 modules long and two high.
    for columns in 1...(tilt == 0 ? 4 : 3) {
      let read = try texts(.init(columns: columns), module: 3.5, degrees: degrees, tilt: tilt, look)
      #expect(read == ["VF 2026"], "\(columns) columns")
    }
  }

  @Test("Slanted, of four rows and modules of twelve pixels", arguments: [7.0, 20])
  func large(degrees: Double) throws {
    let modules = try MicroPDF417Writer(columns: 4, rows: 4).write("VF 2026")
    let (width, height) = (1260, 620)
    let corners = placed(
      side: 12 * Double(modules.width), height: 12 * Double(modules.height), degrees: degrees,
      around: Point(Double(width) / 2, Double(height) / 2))
    let frame = try RenderedSymbol(modules, at: corners, width: width, height: height, look: .init(blur: 0)).frame
    let found = Detector(DetectionOptions(symbologies: [.microPDF417])).detect(in: frame)
    #expect(found.map(\.symbol.text) == ["VF 2026"])
  }

  @Test("Around a bottle", arguments: [0.0, 14])
  func wrapped(degrees: Double) throws {
    let look = RenderedSymbol.Look(wrap: -0.5...0.5, blur: 1, noise: 3)
    #expect(try texts(.init(columns: 1), module: 4, degrees: degrees, look) == ["VF 2026"])
  }

  @Test("Bars that are longer or shorter than they should be", arguments: [0.27, -0.27], [0.0, 180])
  func grown(spread: Double, degrees: Double) throws {
    let look = RenderedSymbol.Look(spread: spread, noise: 3)
    for columns in 1...4 {
      #expect(
        try texts(.init(columns: columns), module: 4, degrees: degrees, look) == ["VF 2026"], "\(columns) columns")
    }
  }
}
