import Capture
import Imaging
import TestSupport
import Testing

private let gone = CaptureFailure.disconnected(name: "Scripted")
private let silent = CaptureFailure.stalled(name: "Scripted", seconds: 2)
private let info = FrameSourceDescription(name: "Scripted")

/// Plays sources one after the other and writes down each state with the second in which it began.
private final class Story {
  let clock = CaptureManualClock()
  var sources: [Result<[ScriptedSource.Answer], CaptureFailure>]
  var opened: [ScriptedSource] = []
  var sequences: [Int] = []
  private(set) var states: [String] = []
  private(set) var counts = CaptureCounts()

  init(_ sources: [Result<[ScriptedSource.Answer], CaptureFailure>]) { self.sources = sources }

  func play(reconnection: Reconnection = Reconnection(), until end: Duration = .seconds(60)) {
    let loop = CaptureLoop(reconnection: reconnection) { [self] () throws(CaptureFailure) in
      guard !sources.isEmpty else { throw .noCamera }
      let source = ScriptedSource(script: try sources.removeFirst().get(), clock: clock)
      opened.append(source)
      return source
    } deliver: { [self] in
      sequences.append($0.sequence)
    }
    var last: CaptureState?
    while clock.now < end {
      let pause = loop.turn { self.clock.now }
      let state = loop.supervisor.state
      if state != last { states.append("\(time) \(word(state))") }
      last = state
      guard let pause else { break }
      clock.advance(by: pause)
    }
    loop.close()
    counts = loop.supervisor.counts
  }

  private var time: String {
    let hundredths = Int((clock.now / .milliseconds(10)).rounded())
    return "\(hundredths / 100).\(hundredths / 10 % 10)\(hundredths % 10)"
  }

  private func word(_ state: CaptureState) -> String {
    switch state {
    case .stopped: "stopped"
    case .starting: "starting"
    case .running: "running"
    case .stalled: "stalled"
    case .waiting: "waiting"
    case .failed: "failed"
    case .ended: "ended"
    }
  }
}

@Test func framesAreDeliveredInOrderAndTheEndIsAState() {
  let story = Story([.success([.frame(0), .nothing, .frame(1), .frame(2)])])
  story.play()
  #expect(story.states == ["0.00 starting", "0.04 running", "0.22 ended"])
  #expect(story.sequences == [0, 1, 2])
  #expect(story.counts.delivered == 3)
  #expect(story.opened.allSatisfy { $0.isClosed })
}

@Test func aLostCameraIsLookedForWithGrowingDelaysAndComesBack() {
  let story = Story([
    .success([.frame(0), .lost(gone)]), .failure(gone), .failure(.noCamera), .success([.frame(0), .frame(1)]),
  ])
  story.play()
  // 0.25 s, then 0.5 s, then 1 s.
  #expect(
    story.states == [
      "0.00 starting", "0.04 running", "0.04 waiting", "0.29 waiting", "0.79 waiting", "1.79 starting",
      "1.83 running", "1.87 ended",
    ])
  #expect(story.sequences == [0, 0, 1])
  #expect(story.counts.returns == 1)
  #expect(story.counts.dropped == 0)
  #expect(story.opened.allSatisfy { $0.isClosed })
}

@Test func silenceIsAStateAndTheNextFrameEndsIt() {
  let silence = [ScriptedSource.Answer](repeating: .nothing, count: 30)
  let story = Story([.success([.frame(0)] + silence + [.frame(1)])])
  story.play()
  #expect(story.states == ["0.00 starting", "0.04 running", "2.04 stalled", "3.08 running", "3.08 ended"])
  #expect(story.counts.delivered == 2)
}

@Test func aLongSilenceOpensTheCameraAnew() {
  let silence = [ScriptedSource.Answer](repeating: .nothing, count: 200)
  let story = Story([.success([.frame(0)] + silence), .success([.frame(0)])])
  story.play()
  #expect(
    story.states == [
      "0.00 starting", "0.04 running", "2.04 stalled", "10.04 waiting", "10.29 starting", "10.33 running",
      "10.33 ended",
    ])
  #expect(story.opened.map(\.isClosed) == [true, true])
}

@Test func damagedFramesAreCountedAndDoNotHideSilence() {
  let story = Story([
    .success(
      [.frame(0), .skipped(.flagged), .skipped(.corrupt), .frame(5)]
        + [ScriptedSource.Answer](repeating: .skipped(.short), count: 60))
  ])
  story.play()
  #expect(story.counts.skipped == [.flagged: 1, .corrupt: 1, .short: 60])
  // Five after zero: two were left out, two never came.
  #expect(story.counts.dropped == 2)
  #expect(story.states == ["0.00 starting", "0.04 running", "2.16 stalled", "2.56 ended"])
}

@Test(arguments: [
  CaptureFailure.unsupportedFormat(name: "Infrared", offered: ["Z16 "]), .unreadableSource(path: "a", reason: "b"),
])
func whatTimeDoesNotCureIsNotTriedAgain(failure: CaptureFailure) {
  let story = Story([.failure(failure), .success([.frame(0)])])
  story.play()
  #expect(story.states == ["0.00 failed"])
  #expect(story.sequences.isEmpty)
}

@Test func aSourceThatIsNotToReturnDoesNot() {
  let story = Story([.success([.frame(0), .lost(gone)]), .success([.frame(1)])])
  story.play(reconnection: .never)
  #expect(story.states == ["0.00 starting", "0.04 running", "0.04 failed"])
}

@Test func attemptsGoOnAtTheLongestDelay() {
  let reconnection = Reconnection(first: .milliseconds(250), longest: .seconds(2))
  #expect((0..<6).map { reconnection.delay(beforeAttempt: $0) / .seconds(1) } == [0.25, 0.5, 1, 2, 2, 2])
  #expect(reconnection.delay(beforeAttempt: .max) == .seconds(2))
}

@Test func everyFailureIsShown() {
  #expect(CaptureState.stalled(silent).failure == silent)
  #expect(CaptureState.waiting(gone, retryAt: .zero).failure == gone)
  #expect(CaptureState.failed(gone).failure == gone)
  #expect(CaptureState.running(info).failure == nil)
}

/// A source of endless frames that notes how often it is asked and for how long it was left alone.
private final class CountingSource: FrameSource {
  let description = FrameSourceDescription(name: "Counting")
  let canRest: Bool
  var asked = 0
  var rests: [Duration] = []

  init(canRest: Bool) { self.canRest = canRest }

  func next(patience: Duration) -> FrameOutcome {
    defer { asked += 1 }
    guard let frame = try? Frame(format: .grey, width: 1, height: 1, bytes: [0], sequence: asked) else { return .ended }
    return .frame(frame)
  }

  func goOn(after rest: Duration) { rests.append(rest) }
  func close() {}
}

@Test func whatNobodyLooksAtIsNeitherMadeNorHandedOn() {
  for canRest in [true, false] {
    let clock = CaptureManualClock()
    let source = CountingSource(canRest: canRest)
    var delivered: [Int] = []
    let loop = CaptureLoop(reconnection: Reconnection()) { () throws(CaptureFailure) in
      source
    } deliver: {
      delivered.append($0.sequence)
    }
    func turns(_ count: Int, isHeld: Bool) {
      for _ in 0..<count { clock.advance(by: loop.turn({ clock.now }, isHeld: isHeld) ?? .zero) }
    }
    turns(2, isHeld: false)
    // Long enough for the watchdog to think that the source has stalled.
    turns(30, isHeld: true)
    turns(1, isHeld: false)
    #expect(delivered == (canRest ? [0, 1] : [0, 31]))
    #expect(source.rests == (canRest ? [.seconds(3)] : []))
    #expect(loop.supervisor.state == .running(source.description))
    #expect(loop.supervisor.counts.dropped == 0)
  }
}
