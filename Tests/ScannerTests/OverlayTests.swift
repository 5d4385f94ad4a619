import Barcodes
import Capture
import Geometry
import Presentation
import Scanner
import Testing

private let frame = Size<FramePixels>(640, 480)

/// One model for everything that the overlay can show.
private func models(window: Size<ScreenPixels> = Size(1080, 720), scale: Double = 1) -> [(String, OverlayModel)] {
  var plain = OverlayModel(layout: ViewfinderLayout(window: window, scale: scale))
  plain.layer = PreviewLayer(frameSize: frame, size: window)
  plain.capture = .running(FrameSourceDescription(name: "cam"))
  func with(_ change: (inout OverlayModel) -> Void) -> OverlayModel {
    var model = plain
    change(&model)
    return model
  }
  var state = ScannerState()
  let two = [
    observation("A", at: Rect(x: 300, y: 200, width: 60, height: 60)),
    observation("B", at: Rect(x: 100, y: 100, width: 60, height: 60)),
  ]
  _ = state.handle(.observed(two, middle: Point(320, 240)), at: .zero)
  let link = PayloadDescription(
    title: "Link", link: LinkTarget(address: "https://xn--exmple-cua.com/a", host: "xn--exmple-cua.com"),
    cautions: ["The name has letters that look like others."])
  let secret = PayloadDescription(
    title: "Wi-Fi network",
    rows: [.init("Network", "Café"), .init("Password", "hunter2", isSecret: true)])
  func card(_ payload: PayloadDescription, _ text: String = "payload") -> OverlayModel.ResultCard {
    OverlayModel.ResultCard(text: text, symbology: "QR Code", payload: payload, offersScanAgain: true)
  }
  var open = card(secret)
  open.showsSecrets = true

  var all: [(String, OverlayModel)] = [
    ("searching", plain),
    ("starting", with { ($0.layer, $0.capture) = (nil, .starting) }),
    ("ended", with { $0.capture = .ended }),
    (
      "choosing",
      with {
        $0.phase = .choosing
        $0.outlined = state.outlined(at: .zero)
        $0.selected = two[0].key
      }
    ),
    ("paused", with { $0.phase = .paused }),
    ("result", with { $0.card = card(link, "https://xn--exmple-cua.com/a") }),
    (
      "long result",
      with { $0.card = card(PayloadDescription(title: "Text"), String(repeating: "字 word ", count: 900)) }
    ),
    ("secret", with { $0.card = card(secret) }),
    ("shown secret", with { $0.card = open }),
    (
      "question",
      with {
        $0.card = card(link)
        $0.question = link
      }
    ),
    ("keys", with { $0.showsKeys = true }),
    ("toast", with { $0.toast = "Copied" }),
    ("inspector", with { $0.inspector = inspector(window: window) }),
  ]
  for failure in failures {
    all.append(
      (
        "\(failure)",
        with {
          $0.phase = .unavailable(failure)
          $0.capture = .waiting(failure, retryAt: .seconds(1))
        }
      ))
  }
  return all
}

private let failures: [CaptureFailure] = [
  .noCamera, .notFound(device: "cam"), .permissionDenied(path: "/dev/video0", group: "video"),
  .busy(path: "/dev/video0", holder: ProcessIdentity(name: "cheese", identifier: 42)), .disconnected(name: "cam"),
  .stalled(name: "cam", seconds: 2), .unsupportedFormat(name: "cam", offered: ["H264"]),
  .unreadableSource(path: "a.y4m", reason: "no header"), .system(call: "VIDIOC_S_FMT", message: "Invalid argument"),
]

private func inspector(window: Size<ScreenPixels>) -> InspectorModel {
  var model = InspectorModel(state: InspectorState(), numbers: numbers(window: window))
  model.panel = Rect(x: window.width * 0.6, y: 0, width: window.width * 0.4, height: window.height)
  return model
}

private func numbers(window: Size<ScreenPixels>) -> InspectorNumbers {
  InspectorNumbers(
    status: StatusLine(
      source: FrameSourceDescription(name: "cam"), shownRate: 30, searchedRate: 29, counts: CaptureCounts(), letGo: 1),
    frameSize: frame, sequence: 7, viewfinder: Rect(x: 1, y: 2, width: 3, height: 4),
    regionShown: Rect(x: 0.25, y: 0.25, width: 0.5, height: 0.5),
    reported: RegionOfInterest(Rect(x: 0.25, y: 0.25, width: 0.5, height: 0.5), frameSize: frame),
    elapsed: .milliseconds(3))
}

private func drawing(_ model: OverlayModel) -> Drawing {
  Overlay.scene(of: model, measuring: FixedWidth()).drawing
}

private func texts(_ model: OverlayModel) -> [String] {
  drawing(model).items.compactMap { if case .text(let text, _) = $0 { text.string } else { nil } }
}

/// WCAG 2.2: relative luminance of an opaque color.
private func luminance(_ color: Color) -> Double {
  func linear(_ part: Double) -> Double { part <= 0.04045 ? part / 12.92 : power((part + 0.055) / 1.055) }
  return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
}

/// x to the 2.4: x² · x^(2/5), the fifth root by Newton's method.
private func power(_ x: Double) -> Double {
  var root = 1.0
  for _ in 0..<60 { root = (4 * root + x / (root * root * root * root)) / 5 }
  return x * x * root * root
}

private func contrast(_ a: Color, _ b: Color) -> Double {
  let (light, dark) = (max(luminance(a), luminance(b)), min(luminance(a), luminance(b)))
  return (light + 0.05) / (dark + 0.05)
}

private func over(_ top: Color, _ bottom: Color) -> Color {
  func part(_ a: Double, _ b: Double) -> Double { a * top.alpha + b * (1 - top.alpha) }
  return Color(red: part(top.red, bottom.red), green: part(top.green, bottom.green), blue: part(top.blue, bottom.blue))
}

@Test func allTextIsReadableOnTheWorstPicture() {
  for (name, model) in models() {
    for picture in [Color.white, .black, Color(0x808080)] {
      var grounds: [(Rect<ScreenPixels>, Color)] = []
      var checked = 0
      for item in drawing(model).items {
        switch item {
        case .rectangle(let rect, _, let fill?, _): grounds.append((rect, fill))
        case .disk(let center, let radius, let fill):
          // One digit's ink is narrower than its line is high: the disk holds it, not the line's box.
          grounds.append((Rect(center: center, size: Size(2 * radius, 2 * radius)), fill))
        case .text(let text, let at):
          let box = Rect(origin: at, size: FixedWidth().size(of: text)).inset(by: 0.5)
          let below = grounds.filter { $0.0.contains(box) }.reduce(picture) { over($1.1, $0) }
          #expect(grounds.contains { $0.0.contains(box) }, "\(name): “\(text.string)” stands on no ground")
          #expect(contrast(over(text.color, below), below) >= 4.5, "\(name): “\(text.string)”")
          checked += 1
        default: break
        }
      }
      #expect(checked > 0, "\(name) says nothing")
    }
  }
}

@Test func everythingStaysInTheWindow() {
  for (window, scale) in [(Size<ScreenPixels>(1080, 720), 1.0), (Size(2160, 1440), 2), (Size(640, 480), 1)] {
    for (name, model) in models(window: window, scale: scale) where !(name == "keys" && window.width < 1000) {
      let box = Rect(origin: Point(0, 0), size: window)
      for case .text(let text, let at) in drawing(model).items {
        let place = Rect(origin: at, size: FixedWidth().size(of: text))
        #expect(box.contains(place), "\(name) at \(window.width): “\(text.string)” \(place)")
      }
    }
  }
}

@Test func sizesFollowTheScale() {
  func viewfinder(_ drawing: Drawing) -> (radius: Double, width: Double)? {
    for case .rectangle(_, let radius, nil, let stroke?) in drawing.items { return (radius, stroke.width) }
    return nil
  }
  let once = viewfinder(drawing(models()[0].1))
  let twice = viewfinder(drawing(models(window: Size(2160, 1440), scale: 2)[0].1))
  #expect(once?.radius == 16 && once?.width == 3)
  #expect(twice?.radius == 32 && twice?.width == 6)
}

@Test func aResultChangesMoreThanTheColorOfTheViewfinder() {
  func border(_ model: OverlayModel) -> Stroke? {
    for case .rectangle(_, _, nil, let stroke?) in drawing(model).items { return stroke }
    return nil
  }
  var model = models()[0].1
  #expect(border(model)?.dash == nil)
  model.progress = 1
  #expect(border(model)?.dash != nil)
  #expect(border(model)?.color == Look.accent)
}

@Test func theCardShowsTheTextItsKindAndItsSymbology() {
  var model = models()[0].1
  model.card = OverlayModel.ResultCard(
    text: "مرحبا 日本", symbology: "QR Code", payload: PayloadDescription(title: "Text"), offersScanAgain: true)
  let shown = texts(model)
  for expected in ["مرحبا 日本", "Text", "QR Code", "Space", "Scan again"] { #expect(shown.contains(expected)) }
  #expect(!shown.contains("Align a code within the frame"))
}

@Test func aSecretIsDotsUntilItIsAskedFor() {
  let byName = Dictionary(uniqueKeysWithValues: models())
  #expect(texts(byName["secret"]!).contains("••••••••"))
  #expect(!texts(byName["secret"]!).contains("hunter2"))
  #expect(texts(byName["shown secret"]!).contains("hunter2"))
}

@Test func eachFailureSaysWhatHappenedWhatToDoAndWhichKeysHelp() {
  for failure in failures {
    var model = models()[0].1
    model.phase = .unavailable(failure)
    let shown = texts(model)
    #expect(shown.contains(failure.sentence.description) && shown.contains(failure.advice.description))
    for key in ["D", "Demo", "Q"] { #expect(shown.contains(key)) }
    #expect(shown.contains("Next camera") == (failure != .noCamera))
  }
}

@Test func keysWithoutAFeatureAreNotAdvertised() {
  // Where all of them have room.
  let shown = texts(models(window: Size(1080, 900)).first { $0.0 == "keys" }!.1)
  for key in ["I", "B"] { #expect(!shown.contains(key)) }
  for binding in KeyBinding.all { #expect(shown.contains(binding.meaning)) }
}

@Test func hintsCanBePressed() {
  let byName = Dictionary(uniqueKeysWithValues: models())
  func commands(_ name: String) -> [ScannerCommand] {
    Overlay.scene(of: byName[name]!, measuring: FixedWidth()).targets.map(\.command)
  }
  #expect(commands("result") == [.proceed, .copy, .open])
  #expect(commands("question").suffix(2) == [.proceed, .back])
  #expect(commands("choosing") == [.choose(1), .choose(2), .choose(1), .choose(2), .chooseNext, .proceed])
  // Where a hint is drawn, there it is pressed.
  for (name, model) in models() {
    let scene = Overlay.scene(of: model, measuring: FixedWidth())
    for target in scene.targets {
      guard case .choose = target.command else {
        let words = scene.drawing.items.contains { item in
          if case .text(_, let at) = item { target.rect.contains(at) } else { false }
        }
        #expect(words, "\(name): \(target)")
        continue
      }
    }
  }
}

@Test func theOutlineLiesOnTheCorners() {
  let layer = PreviewLayer(frameSize: frame, size: Size(1080, 720), isMirrored: true)
  let corners = Quadrilateral<FramePixels>(Point(100, 90), Point(200, 110), Point(190, 220), Point(90, 200))
  let seen = Observation(symbol: symbol("A"), corners: corners, isMirrored: false, isInverted: false)
  var state = ScannerState()
  _ = state.handle(.observed([seen], middle: Point(0, 0)), at: .zero)
  var model = models()[0].1
  model.layer = layer
  model.outlined = state.outlined(at: .zero)
  let paths = drawing(model).items.compactMap { item -> [Point<ScreenPixels>]? in
    if case .path(let points, closed: true, _) = item { points } else { nil }
  }
  #expect(paths.contains(layer.toScreen(corners).points))
}

@Test func bothColumnsOfKeysBeginAtOneHeight() {
  let scene = drawing(models(window: Size(1080, 900)).first { $0.0 == "keys" }!.1)
  let half = (KeyBinding.all.count + 1) / 2
  let tops = [KeyBinding.all[0], KeyBinding.all[half]].map { binding in
    scene.items.compactMap { item in
      if case .text(let text, let at) = item, text.string == binding.meaning { at.y } else { nil }
    }
  }
  #expect(tops[0].count == 1)
  #expect(tops[0] == tops[1])
}

@Test func theFiguresTellWhetherTheRegionsAgree() {
  let same = numbers(window: Size(1080, 720))
  #expect(same.lines.contains("shown and reported agree"))
  let other = InspectorNumbers(
    status: same.status, frameSize: frame, sequence: 0, viewfinder: same.viewfinder,
    regionShown: Rect(x: 0.5, y: 0.25, width: 0.5, height: 0.5), reported: same.reported, elapsed: nil)
  #expect(other.disagreement == 160)
}

/// The line is told from what lies inside it by itself or by the dark hairline beside it (WCAG 2.2 §1.4.11: 3:1).
@Test(arguments: [0.0, 1])
func theViewfinderIsSeenOnAnyGround(progress: Double) throws {
  var model = models()[0].1
  model.progress = progress
  let lines = drawing(model).items.compactMap { item -> (Rect<ScreenPixels>, Stroke)? in
    if case .rectangle(let rect, _, nil, let stroke?) = item { (rect, stroke) } else { nil }
  }
  let light = try #require(lines.first)
  let dark = lines.filter { $0.1.color == Look.hairline }
  #expect(dark.map { $0.0.width - light.0.width } == [2, -6], "one at each side")
  var least = Double.infinity
  // Every grey, and what is as light as the line itself.
  let grounds = (0...255).map { Color(UInt32($0) * 0x010101) } + [light.1.color, Look.accent, Color(0xFFFF00)]
  for ground in grounds {
    let line = contrast(light.1.color, ground)
    let hairline = contrast(light.1.color, over(Look.hairline, ground))
    least = min(least, max(line, hairline))
  }
  print("The viewfinder's line has a contrast of at least \((least * 10).rounded() / 10):1 on any ground")
  #expect(least >= 3)
}
