import Barcodes
import Bits
import Geometry
import Imaging
import Scanner
import Testing

@Suite("MaxiCode in pictures")
struct MaxiCodeDetectionTests {
  /// The text's drawing, an eighth of a module a square, in a scene of 480 × 460 pixels.
  private func scene(
    _ text: String = "Parcel 4711, 2nd floor", module: Double = 11, degrees: Double = 0, yaw: Double = 0,
    isMirrored: Bool = false, isInverted: Bool = false, change: (inout BitMatrix) -> Void = { _ in }
  ) throws -> RenderedScene {
    var drawing = try MaxiCodeWriter().write(text)
    change(&drawing)
    var scene = RenderedScene(width: 480, height: 460, seed: 7)
    scene.add(
      SceneSymbol(drawing, quietZone: 16, dark: 0.1, isInverted: isInverted),
      ScenePose(
        center: Point(240, 230), moduleSize: module / 8, rotation: degrees * .pi / 180, yaw: yaw, pitch: yaw / 2,
        isMirrored: isMirrored))
    scene.samples = 2
    return scene
  }

  private func read(_ scene: RenderedScene) throws -> [Observation] {
    let pixels = scene.render().pixels
    let frame = try Frame(format: .grey, width: scene.width, height: scene.height, bytes: pixels)
    return Detector(DetectionOptions(symbologies: Catalog.available)).detect(in: frame)
  }

  @Test("Turned any way", arguments: [0.0, 17, 45, 60, 90, 133, 180, 271, 300])
  func turned(degrees: Double) throws {
    let seen = try read(scene(degrees: degrees))
    #expect(seen.map(\.symbol.text) == ["Parcel 4711, 2nd floor"])
    #expect(seen.map(\.isMirrored) == [false])
  }

  /// The outermost has a radius of 4.57 modules there, and of 4.40 in the standard.
  @Test("With rings as large as other writers draw them", arguments: [0.0, 17, 100, 230])
  func largeRings(degrees: Double) throws {
    let radii = [0.602, 1.394, 2.196, 2.988, 3.779, 4.571].map { $0 * Double(MaxiCodeDrawing.module) }
    let drawn = try scene(degrees: degrees) { drawing in
      for y in 0..<drawing.height {
        for x in 0..<drawing.width {
          let (u, v) = (Double(x) + 0.5 - 116, Double(y) + 0.5 - 116.5)
          let radius = (u * u + v * v).squareRoot()
          if let ring = radii.firstIndex(where: { radius < $0 }) { drawing[x, y] = ring % 2 == 1 }
        }
      }
    }
    #expect(try read(drawn).map(\.symbol.text) == ["Parcel 4711, 2nd floor"])
  }

  @Test("In a mirror, and light on dark")
  func mirrored() throws {
    #expect(try read(scene(degrees: 20, isMirrored: true)).map(\.isMirrored) == [true])
    #expect(try read(scene(degrees: 20, isInverted: true)).map(\.isInverted) == [true])
  }

  @Test("Modules from three and a half pixels up", arguments: [3.5, 5, 8, 13])
  func sizes(module: Double) throws {
    #expect(try read(scene(module: module, degrees: 3)).map(\.symbol.text) == ["Parcel 4711, 2nd floor"])
  }

  @Test("Seen from the side", arguments: [0.2, 0.4, 0.6])
  func aslant(yaw: Double) throws {
    #expect(try read(scene(degrees: 10, yaw: yaw)).map(\.symbol.text) == ["Parcel 4711, 2nd floor"])
  }

  @Test("Under blur and noise")
  func blurred() throws {
    var scene = try scene(degrees: 31)
    scene.blur = SceneBlur(defocus: 2.5)
    scene.noise = 0.06
    #expect(try read(scene).map(\.symbol.text) == ["Parcel 4711, 2nd floor"])
  }

  @Test("With a stain over a corner, and not with half of it gone")
  func damaged() throws {
    let stained = try scene { drawing in
      for y in 0..<60 { for x in 0..<60 { drawing[x, y] = true } }
    }
    #expect(try read(stained).map(\.symbol.text) == ["Parcel 4711, 2nd floor"])
    let torn = try scene { drawing in
      for y in 160..<233 { for x in 0..<240 { drawing[x, y] = false } }
    }
    #expect(try read(torn).isEmpty)
  }

  private func texts(at corners: Quadrilateral<FramePixels>, _ look: RenderedSymbol.Look) throws -> [String?] {
    let drawing = try MaxiCodeWriter().write("Parcel 4711, 2nd floor")
    var look = look
    (look.quietZone, look.blur, look.noise) = (16, 1, 3)
    let symbol = try RenderedSymbol(drawing, at: corners, look: look)
    return Detector(DetectionOptions(symbologies: [.maxiCode])).detect(in: symbol.frame).map(\.symbol.text)
  }

  @Test("Seen from so near that modules at one end are twice as long", arguments: [0.0, 40, 90, 200])
  func near(degrees: Double) throws {
    #expect(try texts(at: seenNear(side: 250, depth: 0.25, degrees: degrees), .init()) == ["Parcel 4711, 2nd floor"])
  }

  @Test("On paper that rises by a module in its middle, or falls by it", arguments: [-8.0, 8])
  func lifted(eighths: Double) throws {
    let look = RenderedSymbol.Look(lift: eighths)
    #expect(try texts(at: placed(side: 250, degrees: 12), look) == ["Parcel 4711, 2nd floor"])
  }

  @Test("In light that falls off to a sixth")
  func falloff() throws {
    let look = RenderedSymbol.Look(dark: 30, light: 240, dimmest: -0.2)
    #expect(try texts(at: placed(side: 250, degrees: 12), look) == ["Parcel 4711, 2nd floor"])
  }

  @Test("Rings alone are no symbol")
  func rings() throws {
    let alone = try scene { drawing in
      for y in 0..<233 {
        for x in 0..<240 where (x - 116) * (x - 116) + (y - 116) * (y - 116) > 38 * 38 { drawing[x, y] = false }
      }
    }
    #expect(try read(alone).isEmpty)
  }
}
