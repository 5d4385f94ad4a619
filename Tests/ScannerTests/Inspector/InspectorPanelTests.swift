import Barcodes
import Capture
import Geometry
import Imaging
import Presentation
import Scanner
import Testing

/// A window on one picture, with the inspector's key pressed.
private func inspecting(
  _ size: Size<ScreenPixels>, scale: Double = 1, _ name: String
) throws -> (turn: ScannerLoop.Turn, frame: Frame) {
  let scene = try #require(FaultScene.all.first { $0.name == name })
  let frame = try scene.frame()
  var loop = ScannerLoop(settings: Settings(), window: size, scale: scale, region: .full)
  let running = CaptureState.running(FrameSourceDescription(name: "a.png"))
  _ = loop.turn(ScannerLoop.Input(frame: frame, capture: running, now: .zero), measuring: FixedWidth())
  let pressed = loop.turn(
    ScannerLoop.Input(events: [.key(.character("d"), [], isRepeat: false)], capture: running, now: .zero),
    measuring: FixedWidth())
  #expect(pressed.wantsInsight)
  let detector = Detector(scene.options)
  var configuration = DetectionConfiguration(symbologies: Catalog.available)
  configuration.keepsInsight = true
  let report = detector.report(on: frame, configuration, now: { .zero })
  let turn = loop.turn(
    ScannerLoop.Input(report: report, capture: running, now: .milliseconds(40)), measuring: FixedWidth())
  return (turn, frame)
}

private func texts(_ turn: ScannerLoop.Turn) -> [String] {
  turn.drawing.items.compactMap { if case .text(let text, _) = $0 { text.string } else { nil } }
}

private let sizes = [
  Size<ScreenPixels>(1280, 800), Size<ScreenPixels>(800, 600), Size<ScreenPixels>(480, 800),
]

@Test("The inspector says why a code is not read, in any window", arguments: sizes)
func sentenceInWindow(size: Size<ScreenPixels>) throws {
  let (turn, _) = try inspecting(size, "tiny dataMatrix")
  #expect(texts(turn).contains { $0.hasPrefix("not read: too small, with modules of ") }, "\(texts(turn))")
}

@Test("The whole picture stands beside the inspector, which covers nothing of it", arguments: sizes)
func besideThePicture(size: Size<ScreenPixels>) throws {
  let (turn, frame) = try inspecting(size, "tiny dataMatrix")
  let picture = turn.placement(frame.bounds)
  let window = Rect<ScreenPixels>(origin: Point(0, 0), size: size)
  #expect(window.contains(picture))
  // The panel is the one sharp rectangle that is as long as a side of the window.
  let panels = turn.drawing.items.compactMap { item -> Rect<ScreenPixels>? in
    guard case .rectangle(let box, 0, _, _) = item, box.width == size.width || box.height == size.height else {
      return nil
    }
    return box
  }
  let panel = try #require(panels.last)
  #expect(!panel.intersects(picture), "\(panel) \(picture)")
  for item in turn.drawing.items {
    if case .text(let text, let place) = item, panel.contains(place) {
      let box = Rect(origin: place, size: FixedWidth().size(of: text))
      #expect(panel.contains(box), "\(text.string)")
    }
  }
}

@Test("What is read stands in the inspector as well, and a code that is not read has a mark around it")
func readAndMarked() throws {
  #expect(texts(try inspecting(Size(1280, 800), "not asked for qr").turn).contains { $0.hasPrefix("read: QR Code") })
  let (turn, _) = try inspecting(Size(1280, 800), "damaged qr")
  #expect(texts(turn).contains { $0.hasPrefix("not read: damaged") })
  let dashed = turn.drawing.items.contains { item in
    if case .path(let points, true, let stroke) = item { points.count == 4 && stroke.dash != nil } else { false }
  }
  #expect(dashed)
}
