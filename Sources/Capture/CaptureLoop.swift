package import Imaging

/// The session's work without its thread: turn after turn, at the times it is told.
package final class CaptureLoop {
  package private(set) var supervisor: CaptureSupervisor
  private let open: () throws(CaptureFailure) -> any FrameSource
  private let deliver: (Frame) -> Void
  private var source: (any FrameSource)?
  /// Since when nobody looks at frames, while that is so.
  private var restingSince: Duration?

  package init(
    reconnection: Reconnection, watchdog: Watchdog = Watchdog(),
    open: @escaping () throws(CaptureFailure) -> any FrameSource,
    deliver: @escaping (Frame) -> Void
  ) {
    supervisor = CaptureSupervisor(reconnection: reconnection, watchdog: watchdog)
    self.open = open
    self.deliver = deliver
  }

  /// One step.
  ///
  /// - Parameter isHeld: nobody looks at frames: a source that can is left to rest, others are asked on, and what they
  ///   give is let go.
  /// - Returns: how long to wait before the next turn, or nil if there is none.
  package func turn(_ now: () -> Duration, isHeld: Bool = false) -> Duration? {
    if isHeld, source?.canRest == true {
      restingSince = restingSince ?? now()
      return CaptureSupervisor.patience
    }
    if let since = restingSince {
      restingSince = nil
      source?.goOn(after: now() - since)
      supervisor.didRest(until: now())
    }
    switch supervisor.step(at: now()) {
    case .open:
      do throws(CaptureFailure) {
        let opened = try open()
        source = opened
        supervisor.didOpen(opened.description, at: now())
      } catch {
        supervisor.didFail(error, at: now())
      }
      return .zero

    case .ask(let patience):
      guard let source else { return .zero }
      let outcome = source.next(patience: patience)
      if supervisor.didAnswer(outcome, at: now()) == .close { close() }
      if !isHeld, case .frame(let frame) = outcome { deliver(frame) }
      return .zero

    case .pause(let duration):
      return duration

    case .finish:
      return nil
    }
  }

  /// Lets the source go; the next turn opens anew.
  package func reopen() {
    close()
    supervisor.reopen()
  }

  /// Lets the source go, if there is one.
  package func close() {
    source?.close()
    source = nil
    restingSince = nil
  }
}
