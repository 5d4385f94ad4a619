import Barcodes
import Foundation
import Geometry
import Imaging
import SDLScreen
import Scanner

/// Picture files with codes whose corners are known.
final class Pictures {
  let folder: URL

  struct Scene {
    let path: String
    var url: URL { URL(filePath: path) }
    let frameSize: Size<FramePixels>
    let corners: [Quadrilateral<FramePixels>]
  }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "viewfinder-pictures-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// - Parameter codes: the message, the middle, and how far it is turned and tilted, in radians.
  func write(_ name: String, _ codes: [(text: String, center: Point<FramePixels>, tilt: Double)]) throws -> Scene {
    var scene = RenderedScene(width: 1280, height: 720, ground: 0.5)
    for code in codes {
      let symbol = SceneSymbol(try QRWriter().write(code.text))
      scene.add(
        symbol, ScenePose(center: code.center, moduleSize: 7, rotation: code.tilt, yaw: code.tilt, pitch: code.tilt / 2)
      )
    }
    let image = scene.render()
    let path = folder.appending(path: name)
    try Data(Array("P5 \(image.width) \(image.height) 255\n".utf8) + image.pixels).write(to: path)
    return Scene(path: path.path, frameSize: Size(image.width, image.height), corners: scene.corners)
  }

  /// The same as a PNG file, in which programs leave pictures for pasting.
  func writePNG(_ name: String, _ text: String, at center: Point<FramePixels> = Point(640, 330)) throws -> URL {
    let scene = try write(name + ".pgm", [(text, center, 0)])
    let (width, height) = (Int(scene.frameSize.width), Int(scene.frameSize.height))
    let grey = try Data(contentsOf: URL(filePath: scene.path)).suffix(width * height)
    try FileManager.default.removeItem(atPath: scene.path)
    let file = folder.appending(path: name)
    let pixels: [UInt8] = grey.flatMap { [$0, $0, $0, 255] as [UInt8] }
    try PNGExport.write(RGBAImage(width: width, height: height, pixels: pixels), path: file.path)
    return file
  }
}
