import Barcodes
import Bits
import Geometry
import Imaging
import Testing

/// Symbols of which every module is a dot that does not touch the next one, as lasers and needles make them.
@Suite("Symbols of dots")
struct DottedSymbolTests {
  /// Parts that a module's side is drawn of.
  private static let parts = 8

  private func dotted(_ modules: BitMatrix, _ diameter: Double) -> BitMatrix {
    let (wide, parts) = (modules.width * Self.parts, Double(Self.parts))
    return BitMatrix(
      width: wide, height: wide,
      modules: (0..<wide * wide).map { place in
        let at = Point<Modules>((Double(place % wide) + 0.5) / parts, (Double(place / wide) + 0.5) / parts)
        let middle = Point<Modules>(at.x.rounded(.down) + 0.5, at.y.rounded(.down) + 0.5)
        return modules[Int(at.x), Int(at.y)] && at.distance(to: middle) < diameter / 2
      })
  }

  private func read(_ modules: BitMatrix, _ pixels: Double, _ degrees: Double, _ look: RenderedSymbol.Look) throws
    -> [String?]
  {
    let corners = placed(side: pixels * Double(modules.width), degrees: degrees)
    let frame = try RenderedSymbol(dotted(modules, 0.75), at: corners, look: look).frame
    return Detector(DetectionOptions(symbologies: Catalog.available)).detect(in: frame).map(\.symbol.text)
  }

  private let look = RenderedSymbol.Look(dark: 30, light: 220, quietZone: Double(4 * parts), noise: 4)

  @Test("QR Code, finders and all", arguments: [5.0, 7, 12], [0.0, 15])
  func qr(pixels: Double, degrees: Double) throws {
    let modules = try QRWriter(versions: 2...2, level: .medium).write("DOTS")
    #expect(try read(modules, pixels, degrees, look) == ["DOTS"])
  }

  @Test("Light on dark")
  func inverted() throws {
    let modules = try QRWriter(versions: 1...1, level: .medium).write("DOTS")
    let inverted = RenderedSymbol.Look(dark: 220, light: 30, quietZone: Double(4 * Self.parts), noise: 4)
    #expect(try read(modules, 7, 10, inverted) == ["DOTS"])
  }

  @Test("Aztec Code", arguments: [6.0, 9], [0.0, 20])
  func aztec(pixels: Double, degrees: Double) throws {
    let modules = try AztecWriter().write("DOTS OF AN AZTEC CODE")
    #expect(try read(modules, pixels, degrees, look) == ["DOTS OF AN AZTEC CODE"])
  }

  @Test("Data Matrix", arguments: [4.0, 5, 10], [0.0, 12])
  func dataMatrix(pixels: Double, degrees: Double) throws {
    let modules = try DataMatrixWriter().write("DOTS OF DATA")
    #expect(try read(modules, pixels, degrees, look) == ["DOTS OF DATA"])
  }

  @Test("A picture of a pixel's width has no dots")
  func narrow() throws {
    let detector = Detector(DetectionOptions(symbologies: Catalog.available))
    for (width, height) in [(1, 1), (1, 300), (300, 1), (2, 40), (40, 3)] {
      let frame = try Frame(
        format: .grey, width: width, height: height,
        bytes: (0..<width * height).map { UInt8(truncatingIfNeeded: $0 * 97) })
      #expect(detector.detect(in: frame).isEmpty)
    }
  }
}
