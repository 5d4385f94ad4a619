import Foundation
import Imaging
import PictureFiles
import SDLScreen
import Testing

@Test func whatIsWrittenIsReadBack() throws {
  let colors: [[UInt8]] = [
    [0, 255, 0], [40, 225, 7], [80, 195, 14], [120, 165, 21], [160, 135, 28], [200, 105, 35],
  ]
  let image = RGBAImage(width: 3, height: 2, pixels: colors.flatMap { $0 + [255] })
  let file = FileManager.default.temporaryDirectory.appending(path: "viewfinder-\(UUID()).png")
  defer { try? FileManager.default.removeItem(at: file) }
  try PNGExport.write(image, path: file.path)
  #expect(try programLoader().frame(path: file.path).bytes == colors.flatMap { $0 })
}

/// Two modules in color on a half transparent ground, as `SVGExport` writes them: the second row begins with a gap.
@Test func aDrawingIsReadFromItsText() throws {
  let svg = """
    <svg xmlns="http://www.w3.org/2000/svg" width="4" height="4" viewBox="0 0 2 2" shape-rendering="crispEdges">\
    <path fill="#0000FF" fill-opacity="0.502" d="M0 0h2v2H0z"/>\
    <path stroke="#FF0000" d="M0 0.5h1M1 1.5h1"/></svg>

    """
  let image = try SVGDrawing(svg).raster()
  #expect((image.width, image.height) == (4, 4))
  func pixel(_ x: Int, _ y: Int) -> [UInt8] { Array(image.pixels[(4 * (4 * y + x))...].prefix(3)) }
  #expect([pixel(0, 0), pixel(1, 1), pixel(3, 3)] == Array(repeating: [255, 0, 0], count: 3))
  let ground = pixel(3, 0)
  #expect(ground == pixel(0, 3) && ground[2] == 255 && (125...129).contains(ground[0]))
}

@Test(arguments: [
  "", "<svg></svg>", "<svg width=\"4\" height=\"4\" viewBox=\"0 0 2 2\"><script/></svg>",
  "<svg width=\"4\" height=\"4\" viewBox=\"0 0 2 2\"><path fill=\"#000000\" d=\"M0 0c1 1 2 2 3 3\"/></svg>",
])
func whatWeDoNotWriteIsNoDrawingOfOurs(svg: String) {
  #expect(throws: ExportFailure.self) { try SVGDrawing(svg).raster() }
}
