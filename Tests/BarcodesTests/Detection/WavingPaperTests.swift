import Barcodes
import Geometry
import Imaging
import Testing

/// Symbols whose bull's-eye lies on a slope of the paper that the rest of the symbol does not lie on.
@Suite("Paper that goes up and down")
struct WavingPaperTests {
  @Test("Aztec Code", arguments: [2, 4], [1.5, 2, 2.5])
  func aztec(layers: Int, waves: Double) throws {
    let modules = try AztecWriter(shape: .compact(layers: layers)).write("VF 2026")
    let look = RenderedSymbol.Look(wave: 0.2, waves: waves, blur: 1, noise: 3)
    let scene = try RenderedSymbol(modules, at: placed(side: 240, degrees: 12), look: look)
    let found = Detector(DetectionOptions(symbologies: [.aztec])).detect(in: scene.frame)
    #expect(found.map(\.symbol.text) == ["VF 2026"])
  }
}
