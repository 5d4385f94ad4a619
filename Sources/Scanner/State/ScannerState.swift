public import Barcodes
public import Capture
import Geometry

/// Scanning as a pure state machine: events in, effects out. It reads no clock and performs nothing.
///
/// `searching → captured → (proceed) → searching`, beside it `paused` and `unavailable`, which keep what they
/// interrupted. In `once` a result ends the search until *scan again*; in the other modes the search goes on
/// and the latest result stays on screen.
public struct ScannerState: Hashable, Sendable {
  /// What the screen shows. `unavailable` hides `paused`, which hides the rest.
  public enum Phase: Hashable, Sendable {
    case searching
    /// Several codes are in view and a person is to accept one.
    case choosing
    case captured(Capture)
    case paused
    case unavailable(CaptureFailure)
  }

  /// A result, and when it was got.
  public struct Capture: Hashable, Sendable {
    public let observation: Observation
    public let at: Duration

    public init(_ observation: Observation, at: Duration) {
      self.observation = observation
      self.at = at
    }
  }

  public private(set) var policy: ScanPolicy
  /// The result on the card, in every mode: in `once` it means that the search is over.
  public private(set) var result: Capture?
  public private(set) var inView = CodesInView()
  private var failure: CaptureFailure?
  /// When the pause began, at which the outlines stand still.
  private var pausedAt: Duration?
  private var filter = ObservationFilter()
  private var agreement: SightingAgreement

  public init(policy: ScanPolicy = ScanPolicy(), agreement: SightingAgreement = SightingAgreement()) {
    self.policy = policy
    self.agreement = agreement
  }

  /// Goes on by another policy; another mode begins the search anew.
  public mutating func adopt(_ policy: ScanPolicy) {
    let isSameMode = policy.mode == self.policy.mode
    self.policy = policy
    guard !isSameMode else { return }
    result = nil
    filter.clear()
  }

  public var phase: Phase {
    if let failure { return .unavailable(failure) }
    if pausedAt != nil { return .paused }
    if let result, policy.mode == .once { return .captured(result) }
    return asksAmongSeveral ? .choosing : .searching
  }

  /// The codes to outline. Once a result ended the search, its code alone.
  public func outlined(at now: Duration) -> [CodesInView.Code] {
    let shown = inView.seen(within: policy.outlineHide, at: pausedAt ?? now)
    switch phase {
    case .unavailable: return []
    case .searching, .choosing, .captured, .paused:
      guard let result, policy.mode == .once else { return shown }
      return shown.filter { $0.key == result.observation.key }
    }
  }

  /// When something will change by time alone, after `now`; nil if nothing will.
  public func nextChange(after now: Duration) -> Duration? {
    guard pausedAt == nil else { return nil }
    return inView.codes.flatMap { [$0.lastSeen + policy.outlineHide, $0.lastSeen + memory] }.filter { $0 > now }.min()
  }

  /// A code stays among those to choose from while it is outlined, and over a few frames in which it was not read.
  private var memory: Duration { max(policy.outlineHide, ScanPolicy.absence) }

  private var asksAmongSeveral: Bool {
    policy.mode == .once && policy.asksAmongSeveral && inView.codes.count > 1
  }
}

extension ScannerState {
  /// Takes an event that happens at `now`, which never goes back.
  public mutating func handle(_ event: ScannerEvent, at now: Duration) -> [ScannerEffect] {
    if pausedAt == nil { inView.forget(olderThan: memory, at: now) }
    switch (phase, event) {
    // A search ends by a result.
    case (.searching, .observed(let seen, let middle)), (.choosing, .observed(let seen, let middle)):
      let agreed = agreement.agreed(among: seen, at: now)
      inView.see(agreed, middle: middle, at: now)
      return results(of: agreed, at: now)
    case (.choosing, .proceed):
      return accept(inView.selected, at: now)
    case (.choosing, .choose(let number)):
      inView.choose(number: number)
      return []
    case (.choosing, .chooseNext):
      inView.moveChoice(by: 1)
      return []
    case (.choosing, .choosePrevious):
      inView.moveChoice(by: -1)
      return []

    // The outline goes on following what was captured.
    case (.captured(let capture), .observed(let seen, let middle)):
      inView.see(seen.filter { $0.key == capture.observation.key }, middle: middle, at: now)
      return []

    // Scan again. Where the search never ended it makes every code new.
    case (.captured, .proceed), (.captured, .dismiss), (.searching, .proceed), (.searching, .dismiss),
      (.choosing, .dismiss):
      result = nil
      filter.clear()
      inView.clear()
      return []

    case (.searching, .pause), (.choosing, .pause), (.captured, .pause):
      pausedAt = now
      return []
    case (.paused, .resume), (.paused, .proceed), (.paused, .dismiss):
      pausedAt = nil
      inView.forget(olderThan: memory, at: now)
      return []

    // Without a picture there is nothing to outline; the result and a pause wait for its return.
    case (.searching, .lost(let reason)), (.choosing, .lost(let reason)), (.captured, .lost(let reason)),
      (.paused, .lost(let reason)), (.unavailable, .lost(let reason)):
      failure = reason
      inView.clear()
      return []
    case (.unavailable, .returned):
      failure = nil
      return []

    case (.searching, .modeChanged(let mode)), (.choosing, .modeChanged(let mode)),
      (.captured, .modeChanged(let mode)), (.paused, .modeChanged(let mode)),
      (.unavailable, .modeChanged(let mode)):
      policy.mode = mode
      result = nil
      filter.clear()
      return []

    // A late report of a frame from before the pause or the loss, keys without a meaning here, mere time.
    case (.paused, .observed), (.unavailable, .observed):
      return []
    case (.searching, .choose), (.searching, .chooseNext), (.searching, .choosePrevious),
      (.captured, .choose), (.captured, .chooseNext), (.captured, .choosePrevious),
      (.paused, .choose), (.paused, .chooseNext), (.paused, .choosePrevious),
      (.unavailable, .choose), (.unavailable, .chooseNext), (.unavailable, .choosePrevious):
      return []
    case (.searching, .resume), (.choosing, .resume), (.captured, .resume), (.paused, .pause),
      (.unavailable, .pause), (.unavailable, .resume), (.unavailable, .proceed), (.unavailable, .dismiss):
      return []
    case (.searching, .returned), (.choosing, .returned), (.captured, .returned), (.paused, .returned):
      return []
    case (.searching, .timePassed), (.choosing, .timePassed), (.captured, .timePassed), (.paused, .timePassed),
      (.unavailable, .timePassed):
      return []
    }
  }

  /// What a searched frame gives by the mode.
  private mutating func results(of seen: [Observation], at now: Duration) -> [ScannerEffect] {
    guard !seen.isEmpty else { return [] }
    switch policy.mode {
    case .once:
      return asksAmongSeveral ? [] : accept(inView.selected, at: now)
    case .oncePerCode, .continuous:
      let news = filter.news(among: seen, policy: policy, at: now)
      guard let last = news.last else { return [] }
      result = Capture(last, at: now)
      return news.map { .deliver($0) } + [.playSound]
    }
  }

  private mutating func accept(_ code: CodesInView.Code?, at now: Duration) -> [ScannerEffect] {
    guard let code else { return [] }
    result = Capture(code.observation, at: now)
    return [.deliver(code.observation), .playSound]
  }
}
