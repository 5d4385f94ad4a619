import Imaging

/// What a session does next and what state it shows: decisions only, time comes in as an argument.
package struct CaptureSupervisor {
  /// What to do now.
  package enum Step: Hashable, Sendable {
    case open
    /// Ask the source for a frame, waiting at most so long.
    case ask(patience: Duration)
    case pause(Duration)
    case finish
  }

  /// Whether the source stays open after its answer.
  package enum Verdict: Hashable, Sendable {
    case keep, close
  }

  package private(set) var state = CaptureState.starting
  package private(set) var counts = CaptureCounts()

  private let reconnection: Reconnection
  private let watchdog: Watchdog
  private var source: OpenSource?
  /// Attempts to open since the last frame.
  private var attempts = 0
  private var hasDelivered = false

  /// What we know of an open source.
  private struct OpenSource {
    let description: FrameSourceDescription
    /// The last frame, or the opening if there was none yet.
    var lastFrame: Duration
    var lastSequence: Int?
    /// Since `lastSequence`: they have sequence numbers too.
    var skipped = 0
  }

  package init(reconnection: Reconnection, watchdog: Watchdog = Watchdog()) {
    self.reconnection = reconnection
    self.watchdog = watchdog
  }

  /// A source is not asked for longer than this at a time, so that a session which is told to stop does so
  /// before anyone notices.
  package static let patience = Duration.milliseconds(100)

  package func step(at now: Duration) -> Step {
    if source != nil { return .ask(patience: Self.patience) }
    switch state {
    case .starting, .running, .stalled: return .open
    case .waiting(_, let retryAt): return now >= retryAt ? .open : .pause(min(retryAt - now, Self.patience))
    case .stopped, .failed, .ended: return .finish
    }
  }

  package mutating func didOpen(_ description: FrameSourceDescription, at now: Duration) {
    source = OpenSource(description: description, lastFrame: now)
    if hasDelivered { counts.returns += 1 }
    state = .starting
  }

  package mutating func didFail(_ failure: CaptureFailure, at now: Duration) {
    source = nil
    guard reconnection.retries(after: failure) else {
      state = .failed(failure)
      return
    }
    state = .waiting(failure, retryAt: now + reconnection.delay(beforeAttempt: attempts))
    attempts += 1
  }

  package mutating func didAnswer(_ outcome: FrameOutcome, at now: Duration) -> Verdict {
    guard var current = source else { return .close }
    switch outcome {
    case .frame(let frame):
      if let last = current.lastSequence {
        counts.dropped += max(0, frame.sequence - last - 1 - current.skipped)
      }
      current.lastSequence = frame.sequence
      current.skipped = 0
      current.lastFrame = now
      source = current
      counts.delivered += 1
      attempts = 0
      hasDelivered = true
      state = .running(current.description)
      return .keep

    case .nothing(let skipped):
      if let skipped {
        counts.skipped[skipped, default: 0] += 1
        current.skipped += 1
        source = current
      }
      return watch(current, at: now)

    case .ended:
      source = nil
      state = .ended
      return .close

    case .lost(let failure):
      didFail(failure, at: now)
      return .close
    }
  }

  /// The source was left unasked on purpose: its silence is none.
  package mutating func didRest(until now: Duration) { source?.lastFrame = now }

  /// The source is to be let go and opened anew at once, as when another camera was chosen.
  package mutating func reopen() {
    source = nil
    attempts = 0
    state = .starting
  }

  private mutating func watch(_ current: OpenSource, at now: Duration) -> Verdict {
    let silence = now - current.lastFrame
    let failure = CaptureFailure.stalled(name: current.description.name, seconds: watchdog.stall / .seconds(1))
    if silence >= watchdog.reopening {
      didFail(failure, at: now)
      return .close
    }
    if silence >= watchdog.stall { state = .stalled(failure) }
    return .keep
  }
}

/// When silence of an open source is a matter.
public struct Watchdog: Hashable, Sendable {
  /// After this the state says so. Slow cameras in the dark take up to half a second a frame.
  public let stall: Duration
  /// After this the source is closed and opened again, which wakes a driver that lost its stream.
  public let reopening: Duration

  public init(stall: Duration = .seconds(2), reopening: Duration = .seconds(10)) {
    self.stall = stall
    self.reopening = reopening
  }
}
