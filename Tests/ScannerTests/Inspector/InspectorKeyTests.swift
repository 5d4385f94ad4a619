import Barcodes
import Capture
import Geometry
import Imaging
import Presentation
import Scanner
import Testing

@Test("The open inspector's list of keys names each key once: what it does then") func keysAreNamedOnce() {
  let shown = KeyBinding.shown(inspects: true)
  let alone = shown.filter { !["Ctrl", "Shift"].contains($0.caps[0]) }.flatMap(\.caps)
  for cap in KeyBinding.inspector.flatMap(\.caps) { #expect(alone.count { $0 == cap } == 1, "\(cap)") }
  for meaning in ["Copy", "Next code", "Choose among several codes", "Settings"] {
    #expect(!shown.contains { $0.meaning == meaning }, "\(meaning)")
  }
  #expect(shown.contains { $0.caps == ["Enter"] } && shown.contains { $0.meaning == "Quit" })
  #expect(
    shown.contains { $0.caps == ["Ctrl", "Tab"] } && KeyBinding.shown(inspects: false).count == KeyBinding.all.count)
}

/// A window on frames that a detector has searched, with the inspector open.
private final class Inspecting {
  var loop: ScannerLoop
  let running = CaptureState.running(FrameSourceDescription(name: "a.png"))
  private let detector: Detector
  private(set) var time = Duration.zero
  private let scene: FaultScene
  private var sequence = 0

  init(_ name: String, size: Size<ScreenPixels> = Size(1280, 800)) throws {
    scene = try #require(FaultScene.all.first { $0.name == name })
    detector = Detector(DetectionOptions(symbologies: Catalog.available))
    loop = ScannerLoop(settings: Settings(), window: size, scale: 1, region: .full)
    loop.openInspector()
    try see()
  }

  @discardableResult func turn(_ events: [ScreenEvent] = [], _ change: (inout ScannerLoop.Input) -> Void = { _ in })
    -> ScannerLoop.Turn
  {
    time += .milliseconds(40)
    var input = ScannerLoop.Input(events: events, capture: running, now: time)
    change(&input)
    return loop.turn(input, measuring: FixedWidth())
  }

  /// The next frame, or one that is given, with its report.
  @discardableResult func see(_ given: Frame? = nil) throws -> ScannerLoop.Turn {
    let image = try scene.image()
    let frame =
      try given
      ?? Frame(
        format: .grey, width: image.width, height: image.height, bytes: image.pixels, sequence: sequence,
        timestamp: time)
    if given == nil { sequence += 1 }
    var configuration = DetectionConfiguration(symbologies: Catalog.available)
    configuration.keepsInsight = true
    let report = detector.report(on: frame, configuration, now: { .zero })
    turn { $0.frame = frame }
    return turn { $0.report = report }
  }

  @discardableResult func press(_ keys: Key..., holding modifiers: Modifiers = []) -> ScannerLoop.Turn {
    turn(keys.map { .key($0, modifiers, isRepeat: false) })
  }

  /// Where a word of the panel can be pressed.
  @discardableResult func press(_ word: String) -> ScannerLoop.Turn {
    let place = turn().drawing.items.compactMap { item -> Point<ScreenPixels>? in
      if case .text(let text, let at) = item, text.string == word { at + Vector(3, 3) } else { nil }
    }.last
    return turn([.pointer(.pressed, at: place ?? Point(-1, -1)), .pointer(.released, at: place ?? Point(-1, -1))])
  }
}

private func texts(_ turn: ScannerLoop.Turn) -> [String] {
  turn.drawing.items.compactMap { if case .text(let text, _) = $0 { text.string } else { nil } }
}

@Test("Every layer is reached by key and by mouse, and tells what its marks mean")
func everyLayer() throws {
  let window = try Inspecting("damaged qr")
  for layer in InspectionLayer.allCases {
    let shown = texts(window.turn())
    for entry in layer.legend { #expect(shown.contains(entry.text.description), "\(layer)") }
    window.press(.tab)
  }
  for layer in InspectionLayer.allCases.reversed() {
    let shown = texts(window.press(layer.title.description))
    for entry in layer.legend { #expect(shown.contains(entry.text.description), "\(layer) by mouse") }
  }
  let last = try #require(InspectionLayer.allCases.last)
  #expect(texts(window.press(.tab, holding: .shift)).contains(last.legend[0].text.description))
}

@Test("A ground in black and white, or in grey, lies in the place of the picture and has its size")
func grounds() throws {
  let window = try Inspecting("tiny qr")
  let before = window.turn()
  let shown = window.press("Black and white")
  let ground = try #require(shown.frame)
  #expect(ground.size == before.frame?.size && shown.placement == before.placement)
  #expect(Set(ground.bytes).isSubset(of: [0, 255]) && Set(ground.bytes).count == 2)
  #expect(window.press("Picture").frame?.bytes == before.frame?.bytes)
}

@Test("A candidate that is chosen shows its marks alone")
func candidates() throws {
  let window = try Inspecting("noise qr")
  func outlines(_ turn: ScannerLoop.Turn) -> Int {
    turn.drawing.items.count { if case .path(let points, true, _) = $0 { points.count == 4 } else { false } }
  }
  let all = window.press("Tried")
  let one = window.press(.character("1"))
  #expect(outlines(one) < outlines(all), "\(outlines(one)) of \(outlines(all))")
  #expect(outlines(window.press(.character("0"))) == outlines(all))
}

@Test("The loupe tells the pixel under the pointer, and arrows move it by one")
func loupe() throws {
  let window = try Inspecting("damaged qr")
  let placement = window.turn().placement
  let shown = window.turn([.pointer(.moved, at: placement(Point<FramePixels>(100.5, 120.5)))])
  #expect(texts(shown).contains { $0.hasPrefix("pixel 100, 120: grey ") })
  #expect(texts(shown).contains { $0.hasPrefix("threshold here ") })
  window.press(.character("z"))
  #expect(texts(window.press(.right)).contains { $0.hasPrefix("pixel 101, 120: grey ") })
  #expect(texts(window.press(.down, holding: .shift)).contains { $0.hasPrefix("pixel 101, 130: grey ") })
  // In the code's middle there is a module.
  let middle = try #require(FaultScene.all.first { $0.name == "damaged qr" }).frame().bounds.center
  window.press(.character("z"))
  let module = window.turn([.pointer(.moved, at: placement(middle))])
  #expect(texts(module).contains { $0.hasPrefix("module in column ") }, "\(texts(module))")
}

@Test("The panel stands at the right, at the left, or is put away")
func sides() throws {
  let window = try Inspecting("damaged qr")
  #expect(window.turn().placement(Point<FramePixels>(0, 0)).x == 0)
  let left = window.press(.character("i"))
  #expect(left.placement(Point<FramePixels>(0, 0)).x == 360)
  // The pointer still means what lies under it.
  let place = left.placement(Point<FramePixels>(50.5, 60.5))
  #expect(texts(window.turn([.pointer(.moved, at: place)])).contains { $0.hasPrefix("pixel 50, 60: grey ") })
  let away = window.press(.character("i"))
  #expect(away.placement(Point<FramePixels>(480, 360)).x > 1000)
  #expect(!texts(away).contains("Candidates"))
  #expect(window.press(.character("i")).placement(Point<FramePixels>(0, 0)).x == 0)
}

@Test("Space freezes, signs step through the frames that are kept, and the time line shows one that is pressed")
func frames() throws {
  let window = try Inspecting("damaged qr")
  for _ in 0..<4 { try window.see() }
  #expect(window.press(.space).isPaused)
  #expect(window.loop.frame?.sequence == 4)
  window.turn([.text(",")])
  let back = window.turn([.text(",")])
  #expect(window.loop.frame?.sequence == 2 && back.frame?.sequence == 2)
  #expect(texts(back).contains("Frozen at frame 2"))
  // What the inspector tells is of the frame that is shown.
  _ = try window.see(window.loop.frame)
  #expect(texts(window.turn([.text(".")])).contains("Frozen at frame 3"))
  for _ in 0..<9 { window.turn([.text(",")]) }
  #expect(window.loop.frame?.sequence == 0, "it ends at the first")
  window.press(.character("k"))
  #expect(texts(window.turn()).contains("Shown and kept"))
  #expect(!window.press(.space).isPaused)
}

@Test("What if searches the frozen frame another way, beside what it gives as it is")
func whatIf() throws {
  let window = try Inspecting("inverted qr")
  let asked = window.press("What if")
  #expect(asked.isPaused && asked.trial == nil)
  // The third row is whether light codes on dark are looked for.
  window.press(.down)
  let requested = window.press(.down, .right)
  let trial = try #require(requested.trial)
  #expect(trial.change.triesInverted == false)
  #expect(window.turn().trial == nil, "it is asked for once")
  let outcome = trial.change.outcome(trial.frame, trial.present) { .zero }
  #expect(outcome.sentence.description.hasPrefix("not read: "))
  let shown = texts(window.turn([]) { $0.outcome = outcome })
  #expect(shown.contains { $0.hasPrefix("read: QR Code") } && shown.contains(outcome.sentence.description))
}

@Test("The command that is copied does the same, and a shell takes a hostile name as a name")
func command() throws {
  let window = try Inspecting("inverted qr")
  window.turn { $0.sourcePath = "/tmp/it's; rm -rf $(HOME).png" }
  window.press("What if")
  window.press(.down, .down, .right)
  let copied = window.press(.character("c")).effects
  #expect(copied == [.copy("viewfinder explain '/tmp/it'\\''s; rm -rf $(HOME).png' --no-inverted")], "\(copied)")
}

@Test("A bundle is written once a person has heard what is in it")
func bundleQuestion() throws {
  let window = try Inspecting("damaged qr")
  let asked = window.press(.character("b"))
  #expect(asked.effects.isEmpty && texts(asked).contains { $0.hasPrefix("A bug bundle holds this picture") })
  #expect(!texts(window.press(.escape)).contains { $0.hasPrefix("A bug bundle holds") })
  window.press(.character("b"))
  #expect(window.press(.character("b")).effects == [.saveBundle])
  #expect(window.loop.bugBundle?.frame.bytes == window.loop.frame?.bytes)
}

@Test("The ring keeps as many frames as its time and memory allow, the newest")
func ring() throws {
  var ring = FrameRing(.init(time: .seconds(1), bytes: 1000))
  for sequence in 0..<20 {
    let frame = try grey(10, 20, sequence: sequence)
    ring.add(report([], frame: frame.size, sequence: sequence, of: frame), at: .milliseconds(100 * sequence))
  }
  #expect(ring.entries.map(\.frame.sequence) == [15, 16, 17, 18, 19] && ring.bytes == 1000)
  let late = try grey(10, 20, sequence: 20)
  ring.add(report([], frame: late.size, sequence: 20, of: late), at: .seconds(60))
  #expect(ring.entries.map(\.frame.sequence) == [20])
  let other = try grey(10, 10, sequence: 0)
  ring.add(report([], frame: other.size, sequence: 0, of: other), at: .seconds(61))
  #expect(ring.entries.count == 1 && ring.bytes == 100, "another source begins anew")
}

@Test("While frames go by the panel changes at the pace of reading, and a frozen one tells of the frame that is shown")
func paceOfThePanel() throws {
  let window = try Inspecting("damaged qr")
  window.press("Numbers")
  func told(_ turn: ScannerLoop.Turn) -> String? { texts(turn).first { $0.hasPrefix("frame ") } }
  let first = try #require(told(window.turn()))
  // 80 ms a frame: two come within the time.
  #expect(told(try window.see()) == first)
  let second = try window.see()
  #expect(told(second) == first)
  let due = try #require(second.nextTurn)
  #expect(due <= window.time + .milliseconds(250))
  for _ in 0..<3 { window.turn() }
  let last = window.loop.frame?.sequence ?? -1
  #expect(told(window.turn())?.hasPrefix("frame \(last): ") == true)
  window.press(.space)
  #expect(texts(window.turn([.text(",")])).contains("Frozen at frame \(last - 1)"))
}

@Test("All frames that are kept are saved as a video, and nothing where there are none")
func video() throws {
  let window = try Inspecting("damaged qr")
  for _ in 0..<2 { try window.see() }
  #expect(window.press(.character("y")).effects == [.saveVideo])
  #expect(window.loop.keptFrames.map(\.sequence) == [0, 1, 2])
}

@Test("The grey shows what was made of it to look again as well")
func restoredGrey() throws {
  let window = try Inspecting("defocus qr")
  let grey = window.press("Grey")
  #expect(texts(grey).contains { $0.hasPrefix("as it is, 1 of ") }, "\(texts(grey))")
  let restored = window.press(.character("t"))
  #expect(texts(restored).contains { $0.hasPrefix("blur undone or contrast raised, 2 of ") })
  #expect(restored.frame?.size == grey.frame?.size && restored.frame?.bytes != grey.frame?.bytes)
}

@Test("The wheel scrolls the panel under the pointer, and zooms the picture beside it")
func wheel() throws {
  let window = try Inspecting("damaged qr", size: Size(420, 480))
  let first = texts(window.turn([.pointer(.moved, at: Point(20, 460))]))
  #expect(first.contains { $0.hasPrefix("not read: ") } && first.contains("Page ↓ more"))
  let further = window.turn([.wheel(-1), .wheel(-1)])
  #expect(!texts(further).contains { $0.hasPrefix("not read: ") })
  #expect(texts(window.turn([.wheel(1), .wheel(1)])) == first)
  let before = window.turn([.pointer(.moved, at: Point(20, 20))]).placement
  #expect(window.turn([.wheel(1)]).placement != before)
}

@Test("What each frame took, and its greys, stand side by side as frames go by")
func plots() throws {
  let window = try Inspecting("damaged qr")
  func bitmaps(_ turn: ScannerLoop.Turn) -> [Int] {
    turn.drawing.items.compactMap { if case .bitmap(let picture, _, _) = $0 { picture.width } else { nil } }
  }
  #expect(bitmaps(window.press("Times")).isEmpty, "of one frame there is nothing over time")
  for _ in 0..<5 { try window.see() }
  window.press(.space)
  let shown = window.press("Times")
  #expect(bitmaps(shown) == [6], "a column a frame")
  #expect(texts(shown).contains { $0.hasPrefix("a bar a frame, the newest at the right") })
  let rows = texts(shown).filter { ["QR", "Bars", "PDF417", "Aztec", "Data Matrix"].contains($0) }
  #expect(!rows.isEmpty)
}

@Test("A grid that lies beside its code is told of as such")
func gridBesideItsCode() throws {
  let window = try Inspecting("glare qr")
  for layer in ["Alignment", "Grid", "Modules", "Structure"] {
    #expect(texts(window.press(layer)).contains { $0.hasPrefix("This grid was tried and misses ") }, "\(layer)")
  }
  #expect(!texts(window.press("Finders")).contains { $0.hasPrefix("This grid") })
  #expect(!texts(try Inspecting("damaged qr").press("Grid")).contains { $0.hasPrefix("This grid") })
}

@Test("What stands out by contrast alone is told of where no reader took it for a code")
func noCandidate() throws {
  let window = try Inspecting("tiny dataMatrix")
  #expect(texts(window.turn()).contains { $0.hasPrefix("No reader took it for a code") })
}

@Test("A key whose sign steps through frames does so once, and does nothing else") func signsOfKeys() throws {
  let window = try Inspecting("damaged qr")
  for _ in 0..<3 { try window.see() }
  // As a keyboard sends it: the key, then what it types.
  let turn = window.turn([.key(.character(","), [], isRepeat: false), .text(",")])
  #expect(window.loop.frame?.sequence == 2 && turn.effects.isEmpty, "\(turn.effects)")
  window.turn([.key(.character("."), [], isRepeat: false), .text(".")])
  #expect(window.loop.frame?.sequence == 3)
}

@Test("A frame that is kept stands beside the shown one in its colors") func comparedInColors() throws {
  let window = try Inspecting("damaged qr")
  let size = (width: 320, height: 240)
  let color: [UInt8] = [200, 40, 90]
  let frame = try Frame(
    format: .rgb24, width: size.width, height: size.height,
    bytes: Array(repeatElement(color, count: size.width * size.height).joined()), sequence: 1, timestamp: window.time)
  try window.see(frame)
  let colors = window.press(.space, .character("k")).drawing.items.compactMap { item -> [UInt8]? in
    if case .bitmap(let bitmap, _, true) = item { Array(bitmap.pixels.prefix(3)) } else { nil }
  }
  #expect(colors == [color, color])
}

@Test("What another reader says stays when the inspector is closed and opened, and goes with its picture")
func peerOfThisPicture() throws {
  let window = try Inspecting("damaged qr")
  let sentence = "zbarimg reads “THEIRS”"
  window.loop.tell(PeerReading(program: "zbarimg", lines: ["THEIRS"]))
  #expect(texts(window.turn()).contains(sentence))
  window.press(.character("d"))
  #expect(!texts(window.turn()).contains(sentence))
  window.press(.character("d"))
  #expect(texts(try window.see()).contains(sentence))
  window.loop.tell(nil)
  #expect(!texts(try window.see()).contains(sentence))
}

@Test("What is still at work is told until what came of it is") func workIsToldToItsEnd() throws {
  let window = try Inspecting("damaged qr")
  /// What is told after ten seconds more.
  func later() -> [String] {
    for _ in 0..<250 { window.turn() }
    return texts(window.turn())
  }
  window.loop.tell("Writing the bundle…", isTrouble: false, goesOn: true, at: window.time)
  #expect(later().contains("Writing the bundle…"))
  window.loop.tell("Saved as it is named", isTrouble: false, at: window.time)
  #expect(texts(window.turn()).contains("Saved as it is named"))
  #expect(!later().contains { $0.hasPrefix("Saved") || $0.hasPrefix("Writing") })
}
