import Capture
import Dispatch
import Imaging
import Synchronization
import TestSupport
import Testing

/// A source that blocks in `next` until it is given a frame, so that a test decides when each comes.
private final class GatedSource: FrameSource {
  let description = FrameSourceDescription(name: "Gated")
  let gate: DispatchSemaphore
  let closed: DispatchSemaphore
  var sequence = 0

  init(gate: DispatchSemaphore, closed: DispatchSemaphore) {
    self.gate = gate
    self.closed = closed
  }

  func next(patience: Duration) -> FrameOutcome {
    guard gate.wait(timeout: .now() + patience / .seconds(1)) == .success else { return .nothing(nil) }
    defer { sequence += 1 }
    guard let frame = try? Frame(format: .grey, width: 1, height: 1, bytes: [7], sequence: sequence) else {
      return .ended
    }
    return .frame(frame)
  }

  func close() { closed.signal() }
}

@Test func aSessionHandsOnTheNewestFrameAndLetsTheDeviceGo() throws {
  let gate = DispatchSemaphore(value: 0)
  let closed = DispatchSemaphore(value: 0)
  let arrived = DispatchSemaphore(value: 0)
  let seen = Mutex<[Int]>([])
  let session = CaptureSession(
    onFrame: { frame in
      seen.withLock { $0.append(frame.sequence) }
      arrived.signal()
    },
    open: { () throws(CaptureFailure) in GatedSource(gate: gate, closed: closed) })
  #expect(session.state == .stopped)
  session.start()
  session.start()
  for _ in 0..<3 {
    gate.signal()
    arrived.wait()
  }
  session.stop()
  #expect(seen.withLock { $0 } == [0, 1, 2])
  #expect(session.frames.take()?.sequence == 2)
  #expect(session.frames.replaced == 2)
  #expect(session.counts.delivered == 3)
  #expect(session.state == .stopped)
  #expect(closed.wait(timeout: .now()) == .success)
  #expect(closed.wait(timeout: .now()) == .timedOut)
}

@Test func reopeningClosesAndOpens() {
  let gate = DispatchSemaphore(value: 0)
  let closed = DispatchSemaphore(value: 0)
  let opened = DispatchSemaphore(value: 0)
  let session = CaptureSession(open: { () throws(CaptureFailure) in
    opened.signal()
    return GatedSource(gate: gate, closed: closed)
  })
  session.start()
  opened.wait()
  session.reopen()
  opened.wait()
  closed.wait()
  session.stop()
  #expect(closed.wait(timeout: .now()) == .success)
}

@Test func theOwnerIsWokenForFramesAndForStates() throws {
  let woken = DispatchSemaphore(value: 0)
  let frame = try Frame(format: .grey, width: 1, height: 1, bytes: [1])
  let session = CaptureSession(
    reconnection: .never, wake: { woken.signal() },
    open: { () throws(CaptureFailure) in ImageSequence(name: "one", frames: [frame], rate: nil) })
  session.start()
  while session.state != .ended { woken.wait() }
  session.stop()
  #expect(session.state == .ended)
  #expect(session.frames.take() != nil)
  // One for the frame, one for the end, one as the thread goes.
  session.reopen()
  while session.state != .ended { woken.wait() }
  session.stop()
  #expect(session.counts.delivered == 1)
}

/// A source that hangs until it is released, as reading from a silent pipe does.
private final class HangingSource: FrameSource {
  let description = FrameSourceDescription(name: "Hanging")
  let entered: DispatchSemaphore
  let release: DispatchSemaphore

  init(entered: DispatchSemaphore, release: DispatchSemaphore) {
    self.entered = entered
    self.release = release
  }

  func next(patience: Duration) -> FrameOutcome {
    entered.signal()
    release.wait()
    return .ended
  }

  func close() {}
}

@Test func stoppingDoesNotWaitForASourceThatHangs() {
  let entered = DispatchSemaphore(value: 0)
  let release = DispatchSemaphore(value: 0)
  let session = CaptureSession(open: { () throws(CaptureFailure) in
    HangingSource(entered: entered, release: release)
  })
  session.start()
  entered.wait()
  #expect(!session.stop(limit: .zero))
  release.signal()
  #expect(session.stop(limit: .seconds(60)))
}

@Test func aSessionThatIsForgottenLetsTheDeviceGo() {
  let closed = DispatchSemaphore(value: 0)
  let opened = DispatchSemaphore(value: 0)
  do {
    let session = CaptureSession(open: { () throws(CaptureFailure) in
      opened.signal()
      return GatedSource(gate: DispatchSemaphore(value: 0), closed: closed)
    })
    session.start()
    opened.wait()
  }
  closed.wait()
}
