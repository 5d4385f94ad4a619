import Barcodes
import Bits
import Geometry
import Imaging
import Testing

/// What hides a symbol in one frame and leaves it in another.
struct Trouble: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let look: @Sendable (Int) -> RenderedSymbol.Look
}

private let troubles = [
  Trouble(testDescription: "a reflection that moves over it") { frame in
    // Fifteen modules by nine, between the finders: twice what level L repairs.
    RenderedSymbol.Look(covered: Rect(x: 9 + Double(frame % 2) * 7, y: 9 + Double(frame % 5) * 4, width: 15, height: 9))
  },
  Trouble(testDescription: "a reflection across it") { frame in
    RenderedSymbol.Look(covered: Rect(x: 9, y: 9 + Double(frame * 7 % 18), width: 24, height: 6))
  },
]

/// A camera's detector, whose clock stands still: what is read depends on no machine's speed.
private func camera() -> Detector { Detector(.camera([.qr]), now: { .zero }) }

/// Frames of a symbol held nearly still.
private func frames(_ text: String, _ trouble: Trouble, count: Int) throws -> [Frame] {
  let modules = try QRWriter(versions: 4...4, level: .low, boostsLevel: false).write(text)
  return try (0..<count).map { frame in
    let place = Point<FramePixels>(240 + 3 * Double(frame % 4), 240 - 2 * Double(frame % 3))
    return try RenderedSymbol(
      modules, at: placed(side: 300, degrees: Double(frame), around: place), look: trouble.look(frame)
    ).frame
  }
}

private let first = "https://example.org/frames/first?number=1111111111111111111"
private let second = "https://example.org/frames/other?number=2222222222222222222"

@Test("A symbol that no frame tells is read from several together", arguments: troubles)
func together(trouble: Trouble) throws {
  let frames = try frames(first, trouble, count: 10)
  for frame in frames { #expect(camera().detect(in: frame).isEmpty) }
  let detector = camera()
  let read = frames.map { detector.detect(in: $0).map(\.symbol.text) }
  #expect(read.contains([first]))
  #expect(read.allSatisfy { $0.isEmpty || $0 == [first] })
}

@Test(
  "A symbol that only several frames tell is read as soon beside a code that each of them shows", arguments: troubles)
func togetherBesideAnother(trouble: Trouble) throws {
  let alone = try frames(first, trouble, count: 16)
  let product = LinearPicture().draw(try EANWriter(.ean13).write("5901234123457")).frame
  func page(withEAN: Bool) throws -> [Frame] {
    try alone.map { frame in
      var bytes = frame.bytes + [UInt8](repeating: 220, count: 480 * 240)
      for y in 0..<product.height where withEAN {
        for x in 0..<product.width { bytes[(500 + y) * 480 + 40 + x] = product.bytes[y * product.width + x] }
      }
      return try Frame(format: .grey, width: 480, height: 720, bytes: bytes)
    }
  }
  func firstRead(_ frames: [Frame]) -> Int? {
    let detector = Detector(.camera([.qr, .ean13]), now: { .zero })
    return frames.firstIndex { detector.detect(in: $0).contains { $0.symbol.text == first } }
  }
  let number = try #require(firstRead(page(withEAN: false)))
  // Until it is first seen its family has one frame of three.
  #expect(try #require(firstRead(page(withEAN: true))) <= number + 2)
}

@Test("What was seen is forgotten on request, and where only other things are seen", arguments: [false, true])
func forgetting(byWaiting: Bool) throws {
  let frames = try frames(first, troubles[0], count: 10)
  let empty = try Frame(format: .grey, width: 480, height: 480, bytes: [UInt8](repeating: 220, count: 480 * 480))
  let detector = camera()
  let index = try #require(frames.firstIndex { !detector.detect(in: $0).isEmpty })
  let other = camera()
  for frame in frames[..<index] { #expect(other.detect(in: frame).isEmpty) }
  if byWaiting {
    for _ in 0..<17 { #expect(other.detect(in: empty).isEmpty) }
  } else {
    other.reset()
  }
  #expect(other.detect(in: frames[index]).isEmpty)
}

@Test("Two symbols by turns at one place are never mixed", arguments: troubles)
func turns(trouble: Trouble) throws {
  let (ones, others) = (try frames(first, trouble, count: 12), try frames(second, trouble, count: 12))
  let detector = camera()
  var read: Set<String?> = []
  for (one, other) in zip(ones, others) {
    for frame in [one, other] { read.formUnion(detector.detect(in: frame).map(\.symbol.text)) }
  }
  #expect(read.isSubset(of: [first, second]))
  #expect(!read.isEmpty)
}
