import Capture
import Geometry
import Imaging
import Presentation
import Scanner
import Testing

/// A camera whose picture depends on what is set on it: blurred by a pixel for every 10 that the focus is beside 135, and darker or
/// brighter by the exposure, with the best at 8 ms.
private struct Optics {
  var values: [CameraControl: ControlValue] = [.focus: .automatic, .exposure: .automatic, .light: .number(0)]
  private(set) var kept: [CameraControl: ControlValue] = [:]

  var controls: [CameraControlState] {
    [
      CameraControlState(
        control: .focus, numbers: .range(0...250, step: 5), hasAutomatic: true, value: values[.focus] ?? .automatic,
        standard: 20),
      CameraControlState(
        control: .exposure, numbers: .range(1...5000, step: 1), hasAutomatic: true,
        value: values[.exposure] ?? .automatic, standard: 157),
      CameraControlState(
        control: .light, numbers: .list([0, 1]), hasAutomatic: false, value: values[.light] ?? .number(0), standard: 0),
    ]
  }

  mutating func set(_ changes: [CameraSweep.Change], keeps: Bool) {
    for change in changes {
      values[change.control] = change.value
      if keeps { kept[change.control] = change.value }
    }
  }

  private func number(_ control: CameraControl, _ standard: Int) -> Int {
    if case .number(let number) = values[control] { number } else { standard }
  }

  /// A checkerboard of 8 pixels a field. What the camera chooses by itself is not bad.
  func frame(_ sequence: Int) throws -> Frame {
    let blur = min(7, abs(number(.focus, 125) - 135) / 10)
    let light = Double(number(.exposure, 40)) / 80
    let bytes = (0..<96 * 96).map { index -> UInt8 in
      let (x, y) = (index % 96, index / 96)
      var sum = 0
      for shift in -blur...blur { sum += ((x + shift + 64) / 8 + y / 8).isMultiple(of: 2) ? 30 : 160 }
      return UInt8(clamping: Int(light * 1.5 * Double(sum) / Double(2 * blur + 1)))
    }
    return try Frame(format: .grey, width: 96, height: 96, bytes: bytes, sequence: sequence)
  }
}

/// The window with such a camera before it.
private final class CameraWindow {
  var loop = ScannerLoop(settings: Settings(), window: Size(1080, 720), scale: 1)
  var camera: Optics? = Optics()
  private var now = Duration.zero
  private(set) var sequence = 0
  private(set) var shown: [(text: String, at: Point<ScreenPixels>)] = []
  var texts: [String] { shown.map(\.text) }
  private(set) var requests: [CameraRequest] = []

  func turn(_ events: ScreenEvent...) throws {
    now += .milliseconds(33)
    sequence += 1
    var input = ScannerLoop.Input(
      events: events, frame: try camera?.frame(sequence), capture: .running(FrameSourceDescription(name: "cam")),
      now: now)
    let turn = loop.turn(input, measuring: FixedWidth())
    for case .camera(let request) in turn.effects {
      requests.append(request)
      if case .set(let changes, let keeps) = request { camera?.set(changes, keeps: keeps) }
      loop.show(controls: camera?.controls ?? [])
    }
    // What the camera told is shown with the next turn.
    input.events = []
    input.frame = nil
    shown = loop.turn(input, measuring: FixedWidth()).drawing.items.compactMap {
      if case .text(let text, let place) = $0 { (text.string, place) } else { nil }
    }
  }

  /// With a finger, on what is written there.
  func press(_ words: String) throws {
    let place = try #require(shown.first { $0.text == words }?.at, "\(words) is not among \(texts)") + Vector(2, 2)
    try turn(.pointer(.pressed, at: place), .pointer(.released, at: place))
  }

  func press(_ keys: Key..., modifiers: Modifiers = []) throws {
    for key in keys { try turn(.key(key, modifiers, isRepeat: false)) }
  }
}

@Suite struct CameraPanelTests {
  @Test func whatTheCameraHasIsShownAndSetByArrows() throws {
    let window = CameraWindow()
    try window.turn()
    try window.press(.character("k"))
    #expect(window.requests == [.read])
    #expect(window.texts.contains("› Focus: automatic") && window.texts.contains("Light: off"))
    #expect(!window.texts.contains { $0.contains("Gain") })

    // A small step is a fiftieth of the range, from the driver's own number.
    try window.press(.right)
    #expect(window.camera?.kept == [.focus: .number(25)])
    try window.press(.right, modifiers: .shift)
    #expect(window.camera?.values[.focus] == .number(75))
    try window.press(.left)
    #expect(window.camera?.values[.focus] == .number(70))
    try window.press(.character("a"))
    #expect(window.camera?.values[.focus] == .automatic)
    try window.press(.character("a"))
    #expect(window.camera?.values[.focus] == .number(20))

    try window.press(.down, .down, .right)
    #expect(window.camera?.values[.light] == .number(1))
    #expect(window.texts.contains("› Light: on"))
    // It has no more, and no choice of its own.
    let count = window.requests.count
    try window.press(.right, .character("a"), .down)
    #expect(window.requests.count == count)

    try window.press(.escape)
    #expect(!window.texts.contains { $0.contains("Light") })
    // Arrows move the viewfinder again.
    try window.press(.left)
    #expect(window.requests.count == count)
  }

  @Test func valuesEndWhereTheCameraEnds() throws {
    let window = CameraWindow()
    try window.press(.character("k"))
    for _ in 0..<8 { try window.press(.right, modifiers: .shift) }
    #expect(window.camera?.values[.focus] == .number(250))
    for _ in 0..<8 { try window.press(.left, modifiers: .shift) }
    #expect(window.camera?.values[.focus] == .number(0))
  }

  @Test func theSweepFindsTheBestOnTheViewfinderAndKeepsIt() throws {
    let window = CameraWindow()
    try window.press(.character("k"), .enter)
    #expect(window.texts.contains("Looking for the best exposure: 0 %"))
    // A code is a result meanwhile as always; arrows set nothing.
    try window.press(.right)
    while window.camera?.kept.isEmpty == true, window.sequence < 2000 { try window.turn() }
    guard case .number(let focus) = window.camera?.kept[.focus],
      case .number(let exposure) = window.camera?.kept[.exposure]
    else {
      Issue.record("nothing was found")
      return
    }
    #expect(abs(focus - 135) <= 10)
    // White is at the sensor's end at 85.
    #expect((60...90).contains(exposure))
    #expect(window.camera?.values[.focus] == .number(focus) && window.camera?.values[.exposure] == .number(exposure))
    #expect(window.texts.contains("The best is kept for this camera"))
    #expect(!window.texts.contains { $0.contains("Looking for") })
  }

  @Test func aSweepThatIsStoppedLeavesAllAsItWas() throws {
    let window = CameraWindow()
    try window.press(.character("k"), .right)
    let before = window.camera?.values
    try window.press(.enter)
    for _ in 0..<200 { try window.turn() }
    #expect(window.camera?.values != before)
    try window.press(.escape)
    #expect(window.camera?.values == before)
    #expect(window.texts.contains("› Focus: 25"))
  }

  @Test func aSourceWithoutControlsIsTold() throws {
    let window = CameraWindow()
    try window.turn()
    window.camera = nil
    try window.press(.character("k"))
    #expect(window.texts.contains("This source has nothing to set"))
    try window.press(.enter)
    #expect(window.texts.contains("Neither exposure nor focus can be set here"))
    try window.press(.right, .character("a"), .down)
    #expect(window.requests == [.read])
  }

  /// Fingers have buttons for all of it.
  @Test func buttonsSetAsKeysDo() throws {
    let window = CameraWindow()
    try window.turn()
    try window.press(.character("k"))
    for (button, value) in [("More", 25), ("More", 30), ("Less", 25)] {
      try window.press(button)
      #expect(window.camera?.values[.focus] == .number(value))
    }
    try window.press("Automatic")
    #expect(window.camera?.values[.focus] == .automatic)
    try window.press("Next")
    #expect(window.texts.contains("› Exposure: automatic"))
    try window.press("Find the best")
    #expect(window.texts.contains("Looking for the best exposure: 0 %"))
    try window.press("Stop")
    try window.press("Back")
    #expect(!window.texts.contains { $0.contains("Exposure") })
  }
}
