import Barcodes
import Bits
import Geometry
import Imaging
import Scanner
import Testing

@Suite("Out of focus")
struct FocusTests {
  struct Symbol: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let symbology: Symbology
    let text: String
    let modules: BitMatrix
    /// In pixels: the spot's deviation is two.
    let module: Double
    let readBy: SearchWork
  }

  static let symbols: [Symbol] = {
    let text = "FOCUS 0123456789 vf"
    func symbol(
      _ name: String, _ symbology: Symbology, _ writer: any SymbolWriter, module: Double = 4, _ readBy: SearchWork
    ) -> Symbol? {
      (try? writer.write(text)).map {
        Symbol(
          testDescription: name, symbology: symbology, text: text, modules: $0, module: module, readBy: readBy)
      }
    }
    return [
      symbol("Aztec", .aztec, AztecWriter(), .aztecFocused),
      symbol("Data Matrix", .dataMatrix, DataMatrixWriter(), .dataMatrixFocused),
      symbol("PDF417", .pdf417, PDF417Writer(columns: 3), module: 3, .stackedFocused),
      symbol("MicroPDF417", .microPDF417, MicroPDF417Writer(), module: 3, .stackedFocused),
    ].compactMap(\.self)
  }()

  @Test func allAreWritten() { #expect(Self.symbols.count == 4) }

  private func seen(_ symbol: Symbol, degrees: Double) throws -> RenderedSymbol {
    let (w, h) = (Double(symbol.modules.width), Double(symbol.modules.height))
    let corners = placed(side: symbol.module * w, height: symbol.module * h, degrees: degrees)
    return try RenderedSymbol(symbol.modules, at: corners, look: .init(blur: 2, noise: 3))
  }

  @Test("A symbol whose single modules no longer show is read once its blur is undone", arguments: symbols, [4.0, 20])
  func isRead(symbol: Symbol, degrees: Double) throws {
    let log = WorkLog()
    let frame = try seen(symbol, degrees: degrees).frame
    let found = Detector(DetectionOptions(symbologies: Catalog.available)).detect(in: frame, trace: log)
    #expect(found.map(\.symbol.text) == [symbol.text])
    #expect(log.readBy == symbol.readBy)
  }

  @Test("Plain ground has nothing to be brought into focus, a soft edge has")
  func ground() throws {
    func steps(_ grey: (_ x: Int) -> Int) throws -> Int? {
      let bytes = (0..<320 * 320).map { UInt8(grey($0 % 320)) }
      let log = WorkLog()
      let frame = try Frame(format: .grey, width: 320, height: 320, bytes: bytes)
      _ = Detector(DetectionOptions(symbologies: Catalog.available)).detect(in: frame, trace: log)
      return log.steps[.aztecFocused]
    }
    let ofGround = try #require(steps { _ in 160 })
    #expect(try #require(steps { 80 + min(max(4 * ($0 - 160), 0), 80) }) > ofGround)
  }

  @Test("A symbol nearer than the camera can focus is read before things that are sharp")
  func isReadBeforeSharpThings() throws {
    let symbol = Self.symbols[1]
    let part = try seen(symbol, degrees: 4).frame
    var generator = SeededRandom(seed: 7)
    let (width, height) = (900, 720)
    // Tiles of 24 pixels with the sharpest of edges.
    let tiles = (0..<(width / 24 + 1) * (height / 24 + 1)).map { _ in UInt8.random(in: 20...235, using: &generator) }
    var bytes = (0..<width * height).map { place in
      tiles[place / width / 24 * (width / 24 + 1) + place % width / 24]
    }
    for row in 120..<360 {
      for column in 120..<360 { bytes[row * width + column] = part.bytes[row * part.width + column] }
    }
    let log = WorkLog()
    let frame = try Frame(format: .grey, width: width, height: height, bytes: bytes)
    let found = Detector(DetectionOptions(symbologies: Catalog.available)).detect(in: frame, trace: log)
    #expect(found.map(\.symbol.text) == [symbol.text])
    #expect(log.readBy == symbol.readBy)
  }
}
