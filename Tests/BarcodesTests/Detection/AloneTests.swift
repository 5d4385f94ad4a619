import Barcodes
import Bits
import Geometry
import Imaging
import Testing

/// Symbols that were drawn, not photographed, with nothing else in the picture.
@Suite("A symbol that is all that a picture shows")
struct AloneTests {
  /// A picture of symbols side by side, upright and without blur, on an even ground.
  private func drawn(
    _ symbols: [BitMatrix], module: Int, quiet: Int, ink: UInt8 = 0, ground: UInt8 = 255
  ) throws -> Frame {
    let width = symbols.map { $0.width * module + 2 * quiet }.reduce(0, +)
    let height = symbols.map(\.height).reduce(0, max) * module + 2 * quiet
    var bytes = [UInt8](repeating: ground, count: width * height)
    var left = quiet
    for symbol in symbols {
      for y in 0..<symbol.height * module {
        for x in 0..<symbol.width * module where symbol[x / module, y / module] {
          bytes[(y + quiet) * width + x + left] = ink
        }
      }
      left += symbol.width * module + 2 * quiet
    }
    return try Frame(format: .grey, width: width, height: height, bytes: bytes)
  }

  private func read(_ frame: Frame) -> (texts: [String?], log: WorkLog) {
    let log = WorkLog()
    let found = Detector(DetectionOptions(symbologies: Catalog.available)).detect(in: frame, trace: log)
    return (found.map(\.symbol.text), log)
  }

  @Test(
    "Data Matrix is read by its sides, and nothing else is looked for", arguments: [1, 2, 3, 8], [0, 1, 9])
  func dataMatrix(module: Int, quiet: Int) throws {
    for text in ["a", String(repeating: "Ab3-", count: 30)] {
      let found = read(try drawn([DataMatrixWriter().write(text)], module: module, quiet: quiet))
      #expect(found.texts == [text])
      #expect(found.log.readBy == .dataMatrixAlone)
      #expect(found.log.work.last == .dataMatrixAlone)
    }
  }

  @Test("Light on dark")
  func inverted() throws {
    let modules = try DataMatrixWriter().write("light on dark")
    let found = read(try drawn([modules], module: 4, quiet: 8, ink: 220, ground: 40))
    #expect(found.texts == ["light on dark"])
    #expect(found.log.work.last == .dataMatrixAlone)
  }

  @Test("Aztec is read by the bull's eye in its middle", arguments: [2, 3, 8], [0, 1, 9])
  func aztec(module: Int, quiet: Int) throws {
    for text in ["a", String(repeating: "Ab3-", count: 20)] {
      let found = read(try drawn([AztecWriter().write(text)], module: module, quiet: quiet))
      #expect(found.texts == [text])
      #expect(found.log.work.last == .aztecAlone)
    }
  }

  @Test("Another family is not looked for once a QR Code is all there is")
  func qr() throws {
    let found = read(try drawn([QRWriter().write("alone")], module: 4, quiet: 16))
    #expect(found.texts == ["alone"])
    #expect(found.log.work.last == .qrPlain)
  }

  @Test("Of two symbols in a picture both are read")
  func two() throws {
    let modules = try [DataMatrixWriter().write("one"), AztecWriter().write("the other")]
    #expect(Set(read(try drawn(modules, module: 4, quiet: 16)).texts) == ["one", "the other"])
  }
}
