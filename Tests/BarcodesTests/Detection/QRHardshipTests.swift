import Barcodes
import Bits
import Foundation
import Geometry
import Imaging
import Testing

/// QR Codes as they are seen from very near, on paper that is not flat, and with a corner gone.
@Suite("QR Code under hardship")
struct QRHardshipTests {
  private let message = "HTTPS://EXAMPLE.ORG/VIEWFINDER"

  private func texts(version: Int, _ corners: Quadrilateral<FramePixels>, _ look: RenderedSymbol.Look) throws
    -> [String?]
  {
    let modules = try QRWriter(versions: version...version).write(message)
    let scene = try RenderedSymbol(modules, at: corners, look: look)
    return Detector(DetectionOptions(symbologies: [.qr])).detect(in: scene.frame).map(\.symbol.text)
  }

  @Test(
    "Modules that are up to four times as long at one end as at the other", arguments: [0.3, 0.35],
    [0.0, 40, 90, 140, 200, 250, 310])
  func near(depth: Double, degrees: Double) throws {
    let look = RenderedSymbol.Look(blur: 1, noise: 4)
    #expect(try texts(version: 3, seenNear(side: 230, depth: depth, degrees: degrees), look) == [message])
  }

  @Test("Paper that rises by modules in its middle", arguments: [-1.5, 1.0, 2])
  func lifted(modules: Double) throws {
    let look = RenderedSymbol.Look(lift: modules, blur: 1, noise: 4)
    #expect(try texts(version: 4, placed(side: 260, degrees: 7), look) == [message])
  }

  @Test("Paper that goes up and down", arguments: [0.5, 0.75], [2, 4])
  func waves(modules: Double, version: Int) throws {
    let look = RenderedSymbol.Look(wave: modules, blur: 1, noise: 4)
    #expect(try texts(version: version, placed(side: 260, degrees: 7), look) == [message])
  }

  @Test("A finder pattern of which nothing is left", arguments: [(0, 0), (1, 0), (0, 1)], [3, 5])
  func torn(corner: (x: Int, y: Int), version: Int) throws {
    let far = Double(10 + 4 * version)
    let gone = Rect<Modules>(x: Double(corner.x) * far, y: Double(corner.y) * far, width: 7.5, height: 7.5)
    let look = RenderedSymbol.Look(blur: 1, covered: gone, noise: 4)
    #expect(try texts(version: version, placed(side: 230, degrees: 7, tilt: 0.1), look) == [message])
  }

  @Test("Each of a crowd, in noise that makes as many finder patterns as there are", arguments: [40, 50])
  func crowd(noise: Int) throws {
    let (side, pitch) = (9, 32)
    var modules = BitMatrix(width: side * pitch, height: side * pitch)
    for place in 0..<side * side {
      let symbol = try QRWriter(versions: 1...1).write("CODE \(place)")
      let (left, top) = (place % side * pitch + 5, place / side * pitch + 5)
      for y in 0..<symbol.height {
        for x in 0..<symbol.width where symbol[x, y] { modules[left + x, top + y] = true }
      }
    }
    let scene = try RenderedSymbol(
      modules, at: placed(side: 650, degrees: 4, around: Point(360, 360)), width: 720, height: 720,
      look: RenderedSymbol.Look(noise: noise))
    let read = Detector(DetectionOptions(symbologies: [.qr])).detect(in: scene.frame).compactMap(\.symbol.text)
    #expect(Set(read).count == side * side, "\(read.count) read")
  }
}
