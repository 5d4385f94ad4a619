import Barcodes
import Bits
import Geometry
import Imaging
import Testing

@Suite("Moved while the picture was taken")
struct MotionTests {
  struct Symbol: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let modules: BitMatrix
    let readBy: SearchWork
  }

  static let symbols: [Symbol] = {
    let text = "MOVED 0123456789 vf"
    func symbol(_ name: String, _ writer: any SymbolWriter, _ readBy: SearchWork) -> Symbol? {
      (try? writer.write(text)).map { Symbol(testDescription: name, text: text, modules: $0, readBy: readBy) }
    }
    return [
      symbol("Aztec", AztecWriter(), .aztecSteadied), symbol("Data Matrix", DataMatrixWriter(), .dataMatrixSteadied),
    ].compactMap(\.self)
  }()

  @Test func allAreWritten() { #expect(Self.symbols.count == 2) }

  @Test(
    "A symbol whose modules run into each other along a way is read once its motion is undone", arguments: symbols,
    [0.0, 90])
  func isRead(symbol: Symbol, direction: Double) throws {
    // Pixels a module, and modules that the way is long.
    let (module, way) = (5.0, 1.9)
    let (w, h) = (Double(symbol.modules.width), Double(symbol.modules.height))
    let corners = placed(side: module * w, height: module * h, degrees: 4)
    let still = try RenderedSymbol(symbol.modules, at: corners, look: .init(noise: 2)).frame
    let log = WorkLog()
    let found = Detector(DetectionOptions(symbologies: Catalog.available)).detect(
      in: try moved(still, length: way * module, direction: direction), trace: log)
    #expect(found.map(\.symbol.text) == [symbol.text])
    #expect(log.readBy == symbol.readBy)
  }
}
