public import Presentation
public import Scanner

/// What a station's window shows, as a pure state machine: it reads no clock and performs nothing.
///
/// `idle → verdict → idle`, over both the keypad, which a person opens who wants out. Codes are read and stored all the time; a
/// verdict that comes while the keypad is open is shown once it is closed, if its time is not over.
public struct StationState: Hashable, Sendable {
  public enum Face: Hashable, Sendable {
    case idle
    case verdict(StationVerdict, left: Countdown)
    case keypad(PINEntry)
  }

  /// When a verdict goes.
  public enum Countdown: Hashable, Sendable {
    /// So much of its time is left.
    case time(Duration, of: Duration)
    /// Once its code has left the picture.
    case untilItLeaves
    /// Once the answer has come.
    case untilAnswered
  }

  public enum Effect: Hashable, Sendable {
    /// Somebody checks it, which takes a moment, and says so by `pinWas(right:at:)`.
    case tryPIN(String)
    /// The digit of a profile.
    case chooseProfile(Int)
    case leave
  }

  private struct Shown: Hashable {
    var verdict: StationVerdict
    let scan: ScanKey?
    let code: CodeKey?
    /// When it was shown, and when its code was last seen.
    var since: Duration
    var lastSeen: Duration
  }

  public private(set) var settings: ScreenSettings
  private var shown: Shown?
  private var entry = PINEntry()
  /// When the keypad was last touched; nil while it is closed.
  private var keypadTouched: Duration?
  /// Nil while a camera runs. In words.
  public var trouble: String?
  /// What is wrong while another camera runs. In words.
  public var warning: String?
  /// The profile that counts; nil shows none.
  public var profile: String?

  /// After which a keypad that nobody touches closes.
  static let keypadPatience = Duration.seconds(20)

  public init(_ settings: ScreenSettings) { self.settings = settings }

  public mutating func reload(_ settings: ScreenSettings) { self.settings = settings }

  public func face(at now: Duration) -> Face {
    if keypadTouched != nil { return .keypad(entry) }
    guard let shown else { return .idle }
    return .verdict(shown.verdict, left: countdown(of: shown, at: now))
  }

  private func countdown(of shown: Shown, at now: Duration) -> Countdown {
    if shown.verdict.kind == .waiting { return .untilAnswered }
    if settings.holdsUntilItLeaves, shown.code != nil { return .untilItLeaves }
    return .time(max(.zero, end(of: shown) - now), of: settings.reset)
  }

  private func end(of shown: Shown) -> Duration {
    if shown.verdict.kind == .waiting { return shown.since + settings.answer }
    if settings.holdsUntilItLeaves, shown.code != nil {
      return max(shown.lastSeen + ScanPolicy.absence, shown.since + Self.leastTime)
    }
    return shown.since + settings.reset
  }

  /// A code that was shown for an instant is told of long enough to be seen.
  private static let leastTime = Duration.seconds(1)

  /// When time alone changes something; nil if nothing will.
  public func nextChange(after now: Duration) -> Duration? {
    var times: [Duration] = []
    if let keypadTouched {
      times.append(keypadTouched + Self.keypadPatience)
      if let wait = entry.blocked(at: now) { times.append(now + min(wait, .seconds(1))) }
    }
    if let shown {
      let end = end(of: shown)
      times.append(end)
      // The count-down moves ten times a second.
      if case .time = countdown(of: shown, at: now), keypadTouched == nil {
        times.append(min(end, now + .milliseconds(100)))
      }
    }
    return times.min()
  }

  // MARK: What happens

  /// - Parameters:
  ///   - scan: its key, by which an answer is told to be of it; nil for what was not stored.
  ///   - code: which code; nil for what is no code, such as a profile that was chosen.
  public mutating func show(_ verdict: StationVerdict, scan: ScanKey?, code: CodeKey?, at now: Duration) {
    shown = Shown(verdict: verdict, scan: scan, code: code, since: now, lastSeen: now)
  }

  /// A receiver said what it thinks of a scan.
  ///
  /// - Returns: false for one that is no longer shown, of which it is too late to tell.
  public mutating func answered(_ scan: ScanKey, _ answer: ReceiverVerdict, at now: Duration) -> Bool {
    guard var shown, shown.scan == scan else { return false }
    switch answer {
    case .accepted(let words):
      shown.verdict = StationVerdict(.accepted, words: words, text: shown.verdict.text)
    case .refused(let words):
      shown.verdict = StationVerdict(.refused, words: words, text: shown.verdict.text)
    }
    shown.since = now
    self.shown = shown
    return true
  }

  /// These codes are before the camera.
  public mutating func saw(_ codes: Set<CodeKey>, at now: Duration) {
    if let code = shown?.code, codes.contains(code) { shown?.lastSeen = now }
  }

  public mutating func timePassed(at now: Duration) {
    if let shown, end(of: shown) <= now { self.shown = nil }
    if let touched = keypadTouched, touched + Self.keypadPatience <= now { closeKeypad() }
  }

  public mutating func pinWas(right isRight: Bool, at now: Duration) -> [Effect] {
    guard isRight else {
      entry.wasRefused(at: now)
      return []
    }
    return [.leave]
  }

  /// What a person did. Nothing but a right PIN leads out.
  public mutating func take(_ event: ScreenEvent, _ scene: StationScene, at now: Duration) -> [Effect] {
    switch event {
    case .key(let key, let modifiers, let isRepeat):
      guard modifiers.subtracting(.shift).isEmpty, !isRepeat else { return [] }
      return press(key, at: now)
    case .pointer(.pressed, let point):
      return scene.button(at: point).map { press($0, at: now) } ?? []
    case .pointer, .text, .wheel, .dropped, .closed, .resized, .exposed, .woken: return []
    }
  }

  private mutating func press(_ key: Key, at now: Duration) -> [Effect] {
    switch key {
    case .escape: return press(keypadTouched == nil ? .lock : .cancel, at: now)
    case .character(let sign) where sign.isASCII && sign.isNumber:
      guard keypadTouched == nil else { return press(.digit(sign), at: now) }
      return sign.wholeNumberValue.map { [.chooseProfile($0)] } ?? []
    case .backspace, .delete: return press(.removeLast, at: now)
    case .enter: return press(.submit, at: now)
    default: return []
    }
  }

  private mutating func press(_ button: StationScene.Button, at now: Duration) -> [Effect] {
    guard keypadTouched != nil else {
      if button == .lock, settings.pin != nil { keypadTouched = now }
      return []
    }
    keypadTouched = now
    switch button {
    case .lock: break
    case .digit(let digit): entry.type(digit, at: now)
    case .removeLast: entry.removeLast()
    case .cancel: closeKeypad()
    case .submit:
      if let pin = entry.submit(at: now) { return [.tryPIN(pin)] }
    }
    return []
  }

  private mutating func closeKeypad() {
    keypadTouched = nil
    entry.clear()
  }
}
