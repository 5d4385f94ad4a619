import Barcodes
import Bits
import Geometry
import Testing

/// Symbols across which the edge of a shadow falls.
@Suite("Hard shadows")
struct ShadowTests {
  private let message = "A hard shadow falls across 1234567890"

  @Test("A stacked symbol is read, though the edge falls across most of its rows", arguments: [2.0, 3, 4])
  func pdf417(module: Double) throws {
    let modules = try #require(Catalog.writers.first { $0.symbology == .pdf417 }).write(message)
    let (width, height) = (Double(modules.width) * module, Double(modules.height) * module)
    let corners = placed(side: width, height: height, degrees: 12)
    for part in [0.25, 0.4] {
      let look = RenderedSymbol.Look(dark: 30, light: 220, blur: 1, shadow: part, noise: 3)
      let scene = try RenderedSymbol(modules, at: corners, look: look)
      let read = Detector(DetectionOptions(symbologies: [.pdf417])).detect(in: scene.frame)
      #expect(read.map(\.symbol.text) == [message], "\(part)")
    }
  }
}
