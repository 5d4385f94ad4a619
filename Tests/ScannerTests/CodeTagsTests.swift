import Barcodes
import Geometry
import Presentation
import Scanner
import Testing

/// A window in which so many codes are to be chosen from, a heap whose neighbors are so many pixels apart.
private func choosing(
  _ count: Int, apart: Double, size: Size<ScreenPixels> = Size(1080, 720), kind: String = "Text"
) -> OverlayModel {
  var state = ScannerState()
  let codes = (0..<count).map { place in
    observation(
      "code \(place)",
      at: Rect(
        center: Point(320 + apart * Double(place % 4), 200 + apart * Double(place / 4)), size: Size(apart, apart)))
  }
  _ = state.handle(.observed(codes, middle: Point(320, 240)), at: .zero)
  var model = OverlayModel(layout: ViewfinderLayout(window: size, scale: 1))
  model.layer = PreviewLayer(frameSize: Size(640, 480), size: size)
  model.phase = .choosing
  model.outlined = state.outlined(at: .zero)
  model.selected = codes[count - 1].key
  for code in codes {
    let text = code.symbol.text ?? ""
    model.names[code.key] = CodeName(whole: "\(kind): \(text)", brief: text)
  }
  return model
}

/// Texts with their boxes.
private func texts(_ scene: Scene) -> [(text: String, box: Rect<ScreenPixels>)] {
  scene.drawing.items.compactMap { item in
    if case .text(let text, _) = item, let box = item.bounds(FixedWidth()) { (text.string, box) } else { nil }
  }
}

@Test("Each of many codes in a heap has a number, which chooses it", arguments: [2.0, 9, 30, 100])
func everyCodeInAHeapHasItsNumber(apart: Double) throws {
  let scene = Overlay.scene(of: choosing(12, apart: apart), measuring: FixedWidth())
  let shown = texts(scene)
  for number in 1...12 {
    let box = try #require(shown.last { $0.text == "\(number)" }?.box, "\(number)")
    #expect(scene.command(at: box.center) == .choose(number))
    for (text, other) in shown where text != "\(number)" && other != box { #expect(!other.intersects(box), "\(text)") }
  }
}

@Test("What has no room beside its number is told at the foot")
func theChosenCodeIsNamedAtTheFoot() {
  let scene = Overlay.scene(of: choosing(12, apart: 2, size: Size(160, 120)), measuring: FixedWidth())
  #expect(texts(scene).contains { $0.text == "Text: code 11" })
}

@Test("Two codes apart have their names beside their numbers")
func codesApartAreNamed() {
  let scene = Overlay.scene(of: choosing(2, apart: 150), measuring: FixedWidth())
  for name in ["Text: code 0", "Text: code 1"] { #expect(texts(scene).contains { $0.text == name }) }
}

@Test("Where codes stand close, each is named by what tells it from the others")
func codesThatStandCloseAreNamedInBrief() {
  let scene = Overlay.scene(of: choosing(12, apart: 60, kind: "Product number"), measuring: FixedWidth())
  let shown = texts(scene).map(\.text)
  #expect(shown.contains("code 0"))
  #expect(shown.contains { $0.hasPrefix("Product number: ") }, "the one that is chosen at the foot")
}
