import Barcodes
import Geometry
import Imaging
import Testing

private let message = "HTTPS://EXAMPLE.ORG/MOVED"

/// A picture that moved while it was taken, and what of it is known.
struct Moved: Sendable, CustomTestStringConvertible {
  /// Pixels of a module.
  let module: Double
  /// Modules that the way is long.
  let way: Double
  /// Of the way, degrees clockwise from the x axis.
  let direction: Double

  var testDescription: String { "\(way) modules of \(module) pixels at \(direction)°" }

  /// The symbol's picture at rest: version 2, turned by 20°, in noise of 2 grey levels.
  func still() throws -> Frame {
    let modules = try QRWriter(versions: 2...2).write(message)
    return try RenderedSymbol(
      modules, at: placed(side: 25 * module, degrees: 20), look: RenderedSymbol.Look(ground: 150, noise: 2)
    ).frame
  }

  /// The picture that moved.
  func frame() throws -> Frame { try moved(still(), length: way * module, direction: direction) }
}

/// From where finders have lost their rings to where nothing looks like a symbol, small and large modules, which are
/// looked at in copies of other sizes.
private let pictures = [
  Moved(module: 4, way: 2, direction: 70), Moved(module: 6, way: 2, direction: 0),
  Moved(module: 6, way: 2.5, direction: 20), Moved(module: 8, way: 2, direction: 110),
  Moved(module: 8, way: 3.5, direction: 45), Moved(module: 12, way: 2.5, direction: 160),
]

@Test("A symbol that moved is read", arguments: pictures)
func readingMoved(picture: Moved) throws {
  let detector = Detector(DetectionOptions(symbologies: [.qr], effort: .thorough))
  let found = detector.detect(in: try picture.frame())
  #expect(found.map(\.symbol.text) == [message])
  let expected = placed(side: 25 * picture.module, degrees: 20)
  for (seen, corner) in zip(found.first?.corners.points ?? [], expected.points) {
    #expect(seen.distance(to: corner) < picture.module)
  }
}

@Test("A way's length is measured to half a pixel, and undone", arguments: pictures.filter { $0.module < 10 })
func undoing(picture: Moved) throws {
  let (still, frame) = (try picture.still(), try picture.frame())
  let image = try #require(LuminanceImage(frame))
  let whole = PixelPart(left: 0, top: 0, width: image.width, height: image.height)
  let blur = try #require(MotionBlur(image, whole, direction: picture.direction * .pi / 180))
  let pixelsPerStep = (1 + blur.slope * blur.slope).squareRoot()
  #expect(abs(blur.length * pixelsPerStep - picture.way * picture.module) < 0.7)
  let steadied = blur.inverse(image, left: 0, top: 0, width: image.width, height: image.height)
  func error(_ bytes: [UInt8]) -> Double {
    zip(bytes, still.bytes).reduce(0) { $0 + (Double($1.0) - Double($1.1)) * (Double($1.0) - Double($1.1)) }
  }
  #expect(error(steadied) < 0.5 * error(frame.bytes))
}

@Test func evenGroundShowsNoWay() {
  let image = LuminanceImage(width: 200, height: 200, pixels: [UInt8](repeating: 90, count: 200 * 200))
  let whole = PixelPart(left: 0, top: 0, width: image.width, height: image.height)
  #expect(MotionBlur(image, whole, direction: 0.3) == nil)
}
