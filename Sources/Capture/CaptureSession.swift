import Foundation
public import Imaging
import Synchronization

/// Finds and opens a source. Called on the session's thread each time one is wanted: at the start, and again after
/// one was lost.
public typealias OpenFrameSource = @Sendable () throws(CaptureFailure) -> any FrameSource

/// Gets frames from a source on a thread of its own and hands them on; looks for the source again when it is lost.
///
/// The thread waits in the driver and never for a consumer: the screen finds the newest frame in `frames`, the
/// detector gets each by `onFrame`, and `wake` tells that something is new.
///
/// ```swift
/// let session = CaptureSession(onFrame: { output.process($0) }, wake: screen.wake, open: cameras.open)
/// session.start()
/// defer { session.stop() }
/// ```
public final class CaptureSession: Sendable {
  /// The newest frame that the screen has not taken yet.
  public let frames: Latest<Frame>
  private let shared: Shared
  private let clock: CaptureClock
  private let reconnection: Reconnection
  private let watchdog: Watchdog
  private let onFrame: @Sendable (Frame) -> Void
  private let wake: @Sendable () -> Void
  private let open: OpenFrameSource

  /// - Parameters:
  ///   - onFrame: called with every frame on the capture thread; must return at once and not stop the session.
  ///   - wake: called on the capture thread after a frame was left in `frames` or the state changed; the same holds.
  ///   - open: finds and opens the source.
  public init(
    clock: CaptureClock = .monotonic, reconnection: Reconnection = Reconnection(), watchdog: Watchdog = Watchdog(),
    onFrame: @escaping @Sendable (Frame) -> Void = { _ in }, wake: @escaping @Sendable () -> Void = {},
    open: @escaping OpenFrameSource
  ) {
    self.frames = Latest()
    self.shared = Shared()
    self.clock = clock
    self.reconnection = reconnection
    self.watchdog = watchdog
    self.onFrame = onFrame
    self.wake = wake
    self.open = open
  }

  deinit { shared.request(.stop) }

  public var state: CaptureState { shared.read { $0.state } }
  public var counts: CaptureCounts { shared.read { $0.counts } }

  /// True while nobody looks at frames: none are handed on. What is generated or read from a file rests meanwhile and
  /// then goes on where it was; a camera films on, so that its next picture is a new one.
  public var isHeld: Bool {
    get { shared.read { $0.isHeld } }
    set { shared.hold(newValue) }
  }

  /// Starts the thread, unless it runs.
  public func start() {
    guard shared.begin() else { return }
    let (frames, shared, clock) = (frames, shared, clock)
    let (reconnection, watchdog, onFrame, wake, open) = (reconnection, watchdog, onFrame, wake, open)
    let thread = Thread {
      var arrived: Frame?
      let loop = CaptureLoop(reconnection: reconnection, watchdog: watchdog, open: open) { arrived = $0 }
      var seen = CaptureState.starting
      var delivered = 0
      while true {
        let request = shared.takeRequest()
        if request == .stop { break }
        if request == .reopen { loop.reopen() }
        let isHeld = shared.read { $0.isHeld }
        let pause = loop.turn(clock.now, isHeld: isHeld)
        let (state, counts) = (loop.supervisor.state, loop.supervisor.counts)
        shared.publish(state, counts)
        // Whoever gets a frame finds the camera running that it is from.
        if let frame = arrived {
          arrived = nil
          frames.put(frame)
          onFrame(frame)
        }
        if state != seen || !isHeld && counts.delivered != delivered { wake() }
        (seen, delivered) = (state, counts.delivered)
        guard let pause else { break }
        if pause > .zero { clock.wait(pause) }
      }
      loop.close()
      shared.end()
      wake()
    }
    thread.name = "capture"
    thread.start()
  }

  /// Stops the thread and returns when the source is closed; does nothing if it does not run.
  ///
  /// That takes a tenth of a second at most, unless the source is held up: a driver that hangs, or a pipe from which
  /// nothing comes. Then the wait ends after `limit`, and the thread when the source lets it go or the program ends.
  ///
  /// - Returns: whether the source is closed.
  /// - Precondition: not called from `onFrame` or `wake`.
  @discardableResult public func stop(limit: Duration = .seconds(2)) -> Bool {
    shared.request(.stop)
    return shared.join(limit: limit)
  }

  /// Closes the source and opens anew at once, without waiting for a back-off to pass. Starts a session that has ended.
  public func reopen() {
    shared.request(.reopen)
    start()
  }
}

/// What the thread and its owner tell each other.
private final class Shared: Sendable {
  enum Request: Sendable { case stop, reopen }

  struct Values {
    var state = CaptureState.stopped
    var counts = CaptureCounts()
    var request: Request?
    var isRunning = false
    var isHeld = false
  }

  private let values = Mutex(Values())
  private let running = DispatchGroup()

  func read<Value: Sendable>(_ body: (Values) -> Value) -> Value { values.withLock { body($0) } }

  /// True if the thread is to be started.
  func begin() -> Bool {
    values.withLock { values in
      guard !values.isRunning else { return false }
      values = Values(state: .starting, isRunning: true, isHeld: values.isHeld)
      running.enter()
      return true
    }
  }

  func publish(_ state: CaptureState, _ counts: CaptureCounts) {
    values.withLock { values in
      values.state = state
      values.counts = counts
    }
  }

  func request(_ request: Request) {
    // A stop is not taken back by a later call to reopen.
    values.withLock { if $0.isRunning, $0.request != .stop { $0.request = request } }
  }

  func hold(_ isHeld: Bool) { values.withLock { $0.isHeld = isHeld } }

  func takeRequest() -> Request? {
    values.withLock { values in
      defer { values.request = nil }
      return values.request
    }
  }

  func end() {
    values.withLock { values in
      if !values.state.isFinal { values.state = .stopped }
      values.isRunning = false
      running.leave()
    }
  }

  func join(limit: Duration) -> Bool { running.wait(timeout: .now() + limit / .seconds(1)) == .success }
}
