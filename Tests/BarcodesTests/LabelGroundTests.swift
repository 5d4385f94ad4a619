import Barcodes
import Bits
import Geometry
import Imaging
import Testing

/// White labels on cardboard, which end nearer to their bars than a quiet zone should.
@Suite("Ground around labels")
struct LabelGroundTests {
  /// How wide the label's light is, and how dark the ground behind it.
  struct Label: CustomTestStringConvertible {
    /// Modules.
    let light: Double
    /// Grey.
    let ground: Double
    let degrees: Double
    var testDescription: String { "\(light) modules of light, ground \(ground), \(degrees)°" }
  }

  @Test(
    "Ground that is lighter than bars is none",
    arguments: [Label(light: 3, ground: 150, degrees: 0), Label(light: 2.5, ground: 170, degrees: 12)],
    [3, 5, 6, 7, 9])
  func lighter(label: Label, sample: Int) throws {
    let (writer, text, said) = LinearPictureTests.samples[sample]
    let modules = try writer.write(text)
    let corners = placed(side: 2.5 * Double(modules.width), height: 80, degrees: label.degrees)
    let look = RenderedSymbol.Look(
      dark: 20, light: 235, ground: label.ground, quietZone: label.light, blur: 1, noise: 3)
    let frame = try RenderedSymbol(tall(modules), at: corners, look: look).frame
    let seen = Detector(DetectionOptions(symbologies: linearSymbologies)).detect(in: frame)
    #expect(seen.map(\.symbol.text) == [said])
  }

  /// The same bars as modules of a height at which the light above them is as wide as beside them.
  private func tall(_ modules: BitMatrix) -> BitMatrix {
    let rows = 32
    return BitMatrix(
      width: modules.width, height: rows,
      modules: (0..<rows * modules.width).map { modules[$0 % modules.width, 0] })
  }
}
