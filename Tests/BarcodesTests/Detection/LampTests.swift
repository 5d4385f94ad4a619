import Barcodes
import Bits
import Foundation
import Geometry
import Imaging
import Testing

/// Symbols on which a lamp's light grows within a few modules, until ink is as light as paper is beside it.
@Suite("A lamp on a symbol")
struct LampTests {
  private static let message = "LAMP 0123456789 LAMP 0123456789"

  /// How a symbol lies, and where the lamp.
  struct Scene: CustomTestStringConvertible {
    /// Pixels a module.
    let module: Double
    let degrees: Double
    /// From the symbol's middle to the lamp's, in parts of its sides.
    let aside: Vector<FramePixels>
    /// To where the lamp adds 0.6 of what it adds in its middle, in parts of the symbol's shorter side and 80 pixels around it.
    let radius: Double
    let dark: Double
    let light: Double
    var testDescription: String { "\(module) pixels, \(degrees)°, lamp \(radius) wide at \(aside.x), \(aside.y)" }
  }

  /// A frame with light added to it, up to as much as the sensor can tell.
  private func frame(_ modules: BitMatrix, _ scene: Scene) throws -> Frame {
    let (width, height) = (scene.module * Double(modules.width), scene.module * Double(modules.height))
    let corners = placed(side: width, height: height, degrees: scene.degrees)
    let look = RenderedSymbol.Look(dark: scene.dark, light: scene.light, quietZone: 3, blur: 1, noise: 3)
    let frame = try RenderedSymbol(modules, at: corners, look: look).frame
    let middle = corners.center + Vector(scene.aside.x * width, scene.aside.y * height)
    let radius = scene.radius * (1.25 * min(width, height) + 80)
    let bytes = frame.bytes.indices.map { place in
      let way = Point<FramePixels>(Double(place % frame.width), Double(place / frame.width)) - middle
      return UInt8(min(Double(frame.bytes[place]) + 220 * exp(-way.dot(way) / (2 * radius * radius)), 255))
    }
    return try Frame(format: .grey, width: frame.width, height: frame.height, bytes: bytes)
  }

  private func read(_ frame: Frame) -> [String?] {
    Detector(DetectionOptions(symbologies: Catalog.available)).detect(in: frame).map(\.symbol.text)
  }

  @Test(
    "PDF417",
    arguments: [
      Scene(module: 3, degrees: 0, aside: Vector(0, 0), radius: 0.15, dark: 15, light: 235),
      Scene(module: 3, degrees: 9, aside: Vector(0.1, -0.2), radius: 0.15, dark: 40, light: 200),
      Scene(module: 4, degrees: 30, aside: Vector(0, 0), radius: 0.25, dark: 15, light: 235),
    ])
  func pdf417(scene: Scene) throws {
    #expect(read(try frame(PDF417Writer(columns: 3).write(Self.message), scene)) == [Self.message])
  }

  @Test(
    "Data Matrix",
    arguments: [
      Scene(module: 4, degrees: 0, aside: Vector(0, 0), radius: 0.15, dark: 40, light: 200),
      Scene(module: 4, degrees: 9, aside: Vector(0.15, 0.1), radius: 0.15, dark: 40, light: 200),
      Scene(module: 4, degrees: 30, aside: Vector(0.15, 0.1), radius: 0.15, dark: 40, light: 200),
    ])
  func dataMatrix(scene: Scene) throws {
    #expect(read(try frame(DataMatrixWriter().write(Self.message), scene)) == [Self.message])
  }
}
