import Barcodes
import Geometry
import Imaging
import Testing

/// Aztec Codes in uneven light and on paper that is not flat.
@Suite("Aztec Code under hardship")
struct AztecHardshipTests {
  private let message = "VIEWFINDER 2026"

  private func texts(_ shape: AztecWriter.Shape, side: Double, _ look: RenderedSymbol.Look) throws -> [String?] {
    let modules = try AztecWriter(shape: shape).write(message)
    let scene = try RenderedSymbol(modules, at: placed(side: side, degrees: 12), look: look)
    return Detector(DetectionOptions(symbologies: [.aztec])).detect(in: scene.frame).map(\.symbol.text)
  }

  private static let shapes: [AztecWriter.Shape] = [.compact(layers: 2), .compact(layers: 4), .full(layers: 4)]

  @Test("In light that falls off to a tenth", arguments: shapes.indices, [120.0, 300])
  func falloff(shape: Int, side: Double) throws {
    let look = RenderedSymbol.Look(dark: 30, light: 240, blur: 1, dimmest: side > 200 ? 0.1 : -0.4, noise: 3)
    #expect(try texts(Self.shapes[shape], side: side, look) == [message])
  }

  @Test("Partly in a shadow, whose edge runs beside the bull's eye's core", arguments: shapes.indices, [0.3, 0.5])
  func shadow(shape: Int, part: Double) throws {
    let look = RenderedSymbol.Look(dark: 30, light: 240, blur: 1, shadow: part, noise: 3)
    #expect(try texts(Self.shapes[shape], side: 260, look) == [message])
  }

  @Test("Paper that rises by modules in its middle", arguments: [-1.5, 1, 1.5])
  func lifted(modules: Double) throws {
    let look = RenderedSymbol.Look(lift: modules, blur: 1, noise: 3)
    #expect(try texts(.compact(layers: 4), side: 260, look) == [message])
  }

  @Test("Ink that spread by part of a module to every side, or was lost", arguments: [-0.25, 0.25])
  func spread(modules: Double) throws {
    let look = RenderedSymbol.Look(spread: modules, blur: 1, noise: 3)
    #expect(try texts(.compact(layers: 2), side: 260, look) == [message])
  }

  @Test(
    "Tilted so that a square's corners are no longer a quarter turn apart", arguments: [60.0, 72],
    [0.0, 20, 45, 70, 90, 135])
  func tilt(by tilt: Double, toward: Double) throws {
    for shape in [AztecWriter.Shape.compact(layers: 4), .full(layers: 4)] {
      let modules = try AztecWriter(shape: shape).write(message)
      let corners = tilted(side: 320, by: tilt, toward: toward, degrees: 8, distance: 4)
      let scene = try RenderedSymbol(modules, at: corners, look: RenderedSymbol.Look(noise: 3))
      let found = Detector(DetectionOptions(symbologies: [.aztec])).detect(in: scene.frame)
      #expect(found.map(\.symbol.text) == [message], "\(shape)")
    }
  }

  @Test("Beyond the picture's border by as much as error correction makes good")
  func partlyOutside() throws {
    let modules = try AztecWriter(shape: .full(layers: 6)).write(message)
    let scene = try RenderedSymbol(modules, at: placed(side: 300, around: Point(130, 240)), look: RenderedSymbol.Look())
    let found = Detector(DetectionOptions(symbologies: [.aztec])).detect(in: scene.frame)
    #expect(found.map(\.symbol.text) == [message])
  }

  @Test("Of what has hardly any room in the picture no module is taken", arguments: [1_500.0, 2_500])
  func mostlyOutside(side: Double) throws {
    let text = String(repeating: message, count: 80)
    let modules = try AztecWriter(shape: .full(layers: 22)).write(text)
    let scene = try RenderedSymbol(modules, at: placed(side: side), look: RenderedSymbol.Look())
    let record = DetectionRecord()
    #expect(Detector(DetectionOptions(symbologies: [.aztec])).detect(in: scene.frame, trace: record).isEmpty)
    #expect(record.grids.isEmpty)
    let outside = record.rejections.allSatisfy { if case .outOfView = $0.failure { true } else { false } }
    #expect(outside && !record.rejections.isEmpty)
  }
}
