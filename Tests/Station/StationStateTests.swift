import Barcodes
import Geometry
import MessageCodes
import Presentation
import Scanner
import Station
import TestSupport
import Testing

/// What a station's window shows, on a clock of the test's own.
@Suite struct StationStateTests {
  private static let pin = "48151623"
  private static let hash = PINHash(pin: pin, salt: Array(0..<16), rounds: 1000) {
    MessageAuthentication.key(password: $0, salt: $1, rounds: $2)
  }

  private func state(_ change: (inout ScreenSettings) -> Void = { _ in }) -> StationState {
    var settings = ScreenSettings()
    settings.pin = Self.hash
    change(&settings)
    return StationState(settings)
  }

  private var key: ScanKey {
    var random = SeededRandom(seed: 1)
    return ScanKey(using: &random)
  }

  private func code(_ text: String) -> CodeKey {
    CodeKey(
      DecodedSymbol(symbology: .qr, text: text, bytes: Array(text.utf8), symbologyIdentifier: "]Q1"))
  }

  private func kind(_ state: StationState, at now: Duration) -> StationVerdict.Kind? {
    if case .verdict(let verdict, _) = state.face(at: now) { verdict.kind } else { nil }
  }

  @Test func aVerdictGoesAfterItsTime() {
    var state = state { $0.reset = .seconds(3) }
    state.show(StationVerdict(.accepted), scan: key, code: code("a"), at: .seconds(10))
    state.timePassed(at: .seconds(12))
    #expect(
      state.face(at: .seconds(12)) == .verdict(StationVerdict(.accepted), left: .time(.seconds(1), of: .seconds(3))))
    #expect(state.nextChange(after: .seconds(12)) == .seconds(12) + .milliseconds(100))
    state.timePassed(at: .seconds(13))
    #expect(state.face(at: .seconds(13)) == .idle)
    #expect(state.nextChange(after: .seconds(13)) == nil)
  }

  @Test func aVerdictThatHoldsGoesWithItsCode() {
    var state = state { $0.holdsUntilItLeaves = true }
    state.show(StationVerdict(.refused), scan: nil, code: code("a"), at: .zero)
    for second in 1...20 {
      state.saw([code("a"), code("b")], at: .seconds(second))
      state.timePassed(at: .seconds(second))
      #expect(kind(state, at: .seconds(second)) == .refused)
    }
    state.saw([code("b")], at: .seconds(20.5))
    state.timePassed(at: .seconds(20.9))
    #expect(kind(state, at: .seconds(20.9)) == .refused)
    state.timePassed(at: .seconds(21))
    #expect(state.face(at: .seconds(21)) == .idle)
  }

  @Test func anAnswerMakesTheVerdict() {
    var state = state { $0.answer = .seconds(10) }
    state.show(StationVerdict(.waiting, text: "a"), scan: key, code: code("a"), at: .zero)
    let isShown = state.answered(key, .refused(words: "sold out"), at: .seconds(9))
    #expect(isShown)
    #expect(
      state.face(at: .seconds(9))
        == .verdict(
          StationVerdict(.refused, words: "sold out", text: "a"), left: .time(.seconds(3), of: .seconds(3))))
  }

  @Test func anAnswerToWhatIsNoLongerShownIsTooLate() {
    var state = state()
    var random = SeededRandom(seed: 2)
    state.show(StationVerdict(.waiting), scan: key, code: code("a"), at: .zero)
    state.show(StationVerdict(.waiting), scan: ScanKey(using: &random), code: code("b"), at: .seconds(1))
    let isShown = state.answered(key, .accepted(words: nil), at: .seconds(2))
    #expect(!isShown)
    #expect(kind(state, at: .seconds(2)) == .waiting)
    state.timePassed(at: .seconds(11))
    #expect(state.face(at: .seconds(11)) == .idle)
  }

  private func press(_ keys: String, _ state: inout StationState, at now: Duration) -> [StationState.Effect] {
    keys.flatMap { sign -> [StationState.Effect] in
      let key: Key = sign == "e" ? .escape : sign == "\n" ? .enter : .character(sign)
      return state.take(.key(key, [], isRepeat: false), StationScene(), at: now)
    }
  }

  @Test func thePINLeadsOut() {
    var state = state()
    #expect(press("e48151623\n", &state, at: .zero) == [.tryPIN(Self.pin)])
    #expect(state.pinWas(right: true, at: .zero) == [.leave])
  }

  @Test func afterThreeWrongOnesAWait() {
    var state = state()
    _ = press("e", &state, at: .zero)
    for _ in 0..<3 {
      #expect(press("1111\n", &state, at: .zero) == [.tryPIN("1111")])
      #expect(state.pinWas(right: false, at: .zero) == [])
    }
    // Not even the right one.
    #expect(press("48151623\n", &state, at: .seconds(9)) == [])
    #expect(press("48151623\n", &state, at: .seconds(10)) == [.tryPIN(Self.pin)])
    _ = state.pinWas(right: false, at: .seconds(10))
    // Closing it does not make it forget.
    #expect(press("ee48151623\n", &state, at: .seconds(29)) == [])
    #expect(press("48151623\n", &state, at: .seconds(30)) == [.tryPIN(Self.pin)])
  }

  @Test func aKeypadThatNobodyTouchesCloses() {
    var state = state()
    _ = press("e481", &state, at: .zero)
    state.timePassed(at: .seconds(19))
    #expect(state.face(at: .seconds(19)) != .idle)
    state.timePassed(at: .seconds(20))
    #expect(state.face(at: .seconds(20)) == .idle)
    // What was typed is gone.
    #expect(press("e51623\n", &state, at: .seconds(21)) == [.tryPIN("51623")])
  }

  @Test func aDigitChoosesAProfileWhereNoPINIsTyped() {
    var state = state()
    #expect(press("2", &state, at: .zero) == [.chooseProfile(2)])
    _ = press("e", &state, at: .zero)
    #expect(press("2", &state, at: .zero) == [])
  }

  /// Whatever is pressed, touched and closed: the only effects are profiles, and PINs that are wrong.
  @Test(arguments: 1...5 as ClosedRange<UInt64>)
  func tenThousandRandomEventsDoNotLeadOut(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var state = state()
    let screen = StationScreen(window: Size(800.0, 480.0), scale: 1)
    let keys: [Key] =
      [.space, .enter, .escape, .tab, .backspace, .delete, .left, .right, .up, .down, .home, .end]
      + (1...12).map { .function($0) } + "0123456789abcdefghijklmnopqrstuvwxyz+-?".map { .character($0) }
    var now = Duration.zero
    var tries = 0
    for _ in 0..<10_000 {
      now += .milliseconds(Int(random.unit() * 400))
      let scene = screen.scene(of: state, at: now, measuring: FixedLetters())
      let point = Point<ScreenPixels>(random.unit() * 800, random.unit() * 480)
      let event: ScreenEvent =
        switch Int(random.unit() * 8) {
        case 0, 1, 2:
          .key(
            keys[Int(random.unit() * Double(keys.count))], Modifiers(rawValue: Int(random.unit() * 8)),
            isRepeat: random.unit() < 0.1)
        case 3, 4: .pointer(.pressed, at: point)
        case 5: .pointer(random.unit() < 0.5 ? .released : .moved, at: point)
        case 6:
          [.closed, .exposed, .woken, .wheel(1), .text("q"), .dropped(path: "/etc/passwd")][Int(random.unit() * 6)]
        // Somebody who knows where the keys are.
        default: .pointer(.pressed, at: scene.targets.randomElement(using: &random)?.rect.center ?? point)
        }
      for effect in state.take(event, scene, at: now) {
        switch effect {
        case .chooseProfile: break
        case .tryPIN(let pin):
          tries += 1
          #expect(pin != Self.pin)
          #expect(state.pinWas(right: false, at: now) == [])
        case .leave: Issue.record("the station was left after event \(event)")
        }
      }
      state.timePassed(at: now)
    }
    // The way was tried.
    #expect(tries > 0)
  }

  private static let windows: [Size<ScreenPixels>] = [
    Size(800, 480), Size(480, 800), Size(1280, 800), Size(800, 1280), Size(1920, 1080), Size(1080, 1920),
  ]

  @Test(arguments: windows)
  func aFingerHitsEveryButton(window: Size<ScreenPixels>) {
    var state = state()
    let screen = StationScreen(window: window, scale: 1)
    var targets = screen.scene(of: state, at: .zero, measuring: FixedLetters()).targets
    #expect(targets.map(\.button) == [.lock])
    _ = press("e", &state, at: .zero)
    targets += screen.scene(of: state, at: .zero, measuring: FixedLetters()).targets
    #expect(targets.count == 1 + 13)
    for (index, target) in targets.enumerated() {
      #expect(target.rect.size.shorterSide >= StationScreen.leastButton)
      #expect(Rect(origin: Point(0, 0), size: window).inset(by: -0.5).contains(target.rect), "\(target)")
      // The first is of another face.
      for other in targets[1...].dropFirst(index) where index > 0 { #expect(!other.rect.intersects(target.rect)) }
    }
  }

  /// As many words as a verdict may have, and a long code: all of it inside of the pattern, and nothing on something else.
  @Test(arguments: windows)
  func allOfAVerdictIsSeen(window: Size<ScreenPixels>) throws {
    let long = String(repeating: "signs that tell much ", count: 20)
    for kind in StationVerdict.Kind.allCases {
      var state = state()
      state.show(StationVerdict(kind, words: long, text: long), scan: nil, code: nil, at: .zero)
      let scene = StationScreen(window: window, scale: 1).scene(of: state, at: .zero, measuring: FixedLetters())
      let inside = Rect(origin: Point(0, 0), size: window).inset(by: 0.11 * window.shorterSide)
      let boxes = scene.drawing.items.compactMap { item -> Rect<ScreenPixels>? in
        switch item {
        case .text(let text, let place): Rect(origin: place, size: FixedLetters().size(of: text))
        // The sign; the ground is all of the window.
        case .still(_, let rect) where rect.size != window: rect
        default: nil
        }
      }
      #expect(boxes.count >= 4)
      for (index, box) in boxes.enumerated() {
        #expect(inside.contains(box), "\(kind) \(index): \(box)")
        for other in boxes.dropFirst(index + 1) { #expect(!other.inset(by: 1).intersects(box), "\(kind) \(index)") }
      }
    }
  }

  @Test(
    arguments: [
      (ShownText.shown, "4006381333931", "4006381333931"), (.masked, "4006381333931", "•••• 3931"),
      (.masked, "1234567", "••••"), (.hidden, "4006381333931", nil),
    ] as [(ShownText, String, String?)])
  func whatIsShownOfACode(shown: ShownText, text: String, result: String?) {
    #expect(shown.text(text) == result)
  }
}

/// Every letter half as wide as high.
struct FixedLetters: TextMeasuring {
  func size(of text: Text) -> Size<ScreenPixels> {
    let width = Double(text.string.count) * text.pixels / 2
    guard let most = text.maxWidth, width > most else { return Size(width, text.pixels * 1.2) }
    let lines = min(Double(text.maxLines), (width / most).rounded(.up))
    return Size(most, lines * text.pixels * 1.2)
  }
}
