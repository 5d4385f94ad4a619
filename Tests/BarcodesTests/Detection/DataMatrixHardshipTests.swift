import Barcodes
import Foundation
import Geometry
import Imaging
import Testing

/// Data Matrix as it is seen from very near.
@Suite("Data Matrix under hardship")
struct DataMatrixHardshipTests {
  private let message = "VF26-11"

  /// What is read of a square symbol of so many modules to a side.
  private func texts(
    _ modules: Int, at corners: Quadrilateral<FramePixels>,
    _ look: RenderedSymbol.Look = RenderedSymbol.Look(blur: 1, noise: 4)
  ) throws -> [String?] {
    let symbol = try DataMatrixWriter(shape: .modules(rows: modules, columns: modules)).write(message)
    let scene = try RenderedSymbol(symbol, at: corners, look: look)
    return Detector(DetectionOptions(symbologies: [.dataMatrix])).detect(in: scene.frame).map(\.symbol.text)
  }

  @Test(
    "Modules that are nearly three times as long at one end as at the other", arguments: [14, 22],
    [90.0, 140, 220, 270, 310])
  func near(modules: Int, degrees: Double) throws {
    #expect(try texts(modules, at: seenNear(side: 210, depth: 0.25, degrees: degrees)) == [message])
  }

  @Test(
    "Modules that are more than four times as long at one end as at the other", arguments: [14, 22],
    [0.0, 40, 90, 110, 140, 180, 220, 250, 270, 290, 310])
  func nearest(modules: Int, degrees: Double) throws {
    #expect(try texts(modules, at: seenNear(side: 210, depth: 0.35, degrees: degrees)) == [message])
  }

  @Test("Tilted, seen from two of its sides away", arguments: [14, 22], [0.0, 45, 90, 135, 180, 225, 270, 315])
  func tilt(modules: Int, toward: Double) throws {
    let corners = tilted(side: 240, by: 55, toward: toward, degrees: 8, distance: 2)
    #expect(try texts(modules, at: corners) == [message])
  }

  @Test("In light that falls off to a tenth, and partly in a shadow", arguments: [14, 22], [(0.1, 1.0), (1, 0.25)])
  func unevenLight(modules: Int, light: (dimmest: Double, shadow: Double)) throws {
    let look = RenderedSymbol.Look(
      dark: 30, light: 240, blur: 1, dimmest: light.dimmest, shadow: light.shadow, noise: 3)
    #expect(try texts(modules, at: placed(side: 280, degrees: 12), look) == [message])
  }
}
