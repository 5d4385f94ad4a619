import Barcodes
import Bits
import Foundation
import Geometry
import Imaging
import Scanner
import Testing

private let solid: BitMatrix = {
  var matrix = BitMatrix(side: 10)
  for y in 0..<10 { for x in 0..<10 { matrix[x, y] = true } }
  return matrix
}()

@Test func aSymbolCoversTheAreaThatItsCornersTell() {
  for pose in [
    ScenePose(center: Point(160, 120), moduleSize: 8),
    ScenePose(center: Point(160, 120), moduleSize: 8, rotation: 0.4, yaw: 0.7, pitch: -0.5),
    ScenePose(center: Point(150.25, 119.5), moduleSize: 7.3, rotation: 2, isMirrored: true),
  ] {
    var scene = RenderedScene(width: 320, height: 240, ground: 1)
    scene.add(SceneSymbol(solid, quietZone: 0, dark: 0, light: 1), pose)
    let image = scene.render()
    let dark = image.pixels.reduce(0.0) { $0 + Double(255 - $1) / 255 }
    // Sixteen samples a pixel along an outline of some 320 pixels: within 1 %.
    #expect(abs(dark / abs(scene.corners[0].signedArea) - 1) < 0.01)
    let center = scene.corners[0].center
    #expect(image.pixels[Int(center.y) * 320 + Int(center.x)] == 0)
  }
}

@Test func aMirroredSymbolRunsTheOtherWay() {
  let pose = ScenePose(center: Point(100, 100), moduleSize: 4)
  var mirrored = pose
  mirrored.isMirrored = true
  #expect(pose.corners(of: Size(21, 21)).signedArea > 0)
  #expect(mirrored.corners(of: Size(21, 21)).signedArea < 0)
}

@Test func aWrappedSymbolIsNarrowerByItsChord() {
  let pose = ScenePose(center: Point(0, 0), moduleSize: 10, wrap: .pi / 2, distance: 1e6)
  let corners = pose.corners(of: Size(20, 20))
  // A chord of a quarter circle: 2 sin(π/4) / (π/2) of the arc.
  #expect(abs((corners.topRight.x - corners.topLeft.x) / 200 - 2 * sin(Double.pi / 4) / (Double.pi / 2)) < 1e-4)
}

@Test func blurKeepsTheLightAndSpreadsIt() {
  var scene = RenderedScene(width: 100, height: 100, ground: 1)
  scene.add(SceneSymbol(solid, quietZone: 0, dark: 0, light: 1), ScenePose(center: Point(50, 50), moduleSize: 4))
  let sharp = scene.render()
  for blur in [SceneBlur(defocus: 2), SceneBlur(motion: 9, direction: 0.5)] {
    scene.blur = blur
    let soft = scene.render()
    let (before, after) = (sharp.pixels.reduce(0) { $0 + Int($1) }, soft.pixels.reduce(0) { $0 + Int($1) })
    #expect(abs(before - after) < before / 200)
    #expect(soft.pixels.count { $0 > 20 && $0 < 235 } > 4 * sharp.pixels.count { $0 > 20 && $0 < 235 })
  }
}

@Test func noiseHasItsDeviationAndComesAgainWithItsSeed() {
  var scene = RenderedScene(width: 200, height: 200, ground: 0.5, seed: 7)
  scene.noise = 0.05
  let image = scene.render()
  let mean = image.pixels.reduce(0.0) { $0 + Double($1) } / 40_000
  let deviation = (image.pixels.reduce(0.0) { $0 + pow(Double($1) - mean, 2) } / 40_000).squareRoot()
  #expect(abs(mean - 127.5) < 0.5)
  #expect(abs(deviation / 255 - 0.05) < 0.002)
  #expect(scene.render().pixels == image.pixels)
  scene.seed = 8
  #expect(scene.render().pixels != image.pixels)
}

private struct SolidWriter: SymbolWriter {
  var symbology: Symbology { Symbology(name: "solid", title: "Solid") }
  func write(_ text: String) throws(WriteFailure) -> BitMatrix { solid }
}

@Test func theDemoTellsWhereItsCodesAre() throws {
  let demo = try DemoScene(width: 640, height: 360, writer: SolidWriter())
  #expect(demo.truth(at: .zero).isEmpty)
  let truth = demo.truth(at: .seconds(8))
  #expect(truth.map(\.text) == DemoScene.messages[0])
  #expect(demo.truth(at: .seconds(56)).map(\.text) == DemoScene.messages[3])
  let frame = demo.frame(at: .seconds(8))
  #expect(frame.bytes == demo.frame(at: .seconds(8)).bytes)
  for code in truth {
    #expect(frame.bounds.contains(code.corners.bounds))
    let center = code.corners.center
    #expect(frame.bytes[Int(center.y) * 640 + Int(center.x)] < 60)
  }
}
