import Capture
import Imaging
import TestSupport
import Testing

private func grey(_ value: Int) -> Frame {
  guard let frame = try? Frame(format: .grey, width: 1, height: 1, bytes: [UInt8(value)]) else { fatalError() }
  return frame
}

/// What a source delivers within a time, a word a call.
private func play(_ source: any FrameSource, calls: Int, patience: Duration = .milliseconds(100)) -> [String] {
  (0..<calls).map { _ in
    switch source.next(patience: patience) {
    case .frame(let frame): "\(frame.sequence):\(frame.bytes[0])"
    case .nothing: "-"
    case .ended: "end"
    case .lost: "lost"
    }
  }
}

@Test func framesInMemoryArePlayedAtTheirRateAndEnd() {
  let clock = CaptureManualClock()
  let source = ImageSequence(name: "three", frames: (5..<8).map(grey), rate: 4, clock: clock.clock)
  #expect(play(source, calls: 9) == ["0:5", "-", "-", "1:6", "-", "-", "2:7", "-", "-"])
  #expect(clock.now == .milliseconds(700))
  #expect(play(source, calls: 2) == ["end", "end"])
}

@Test func framesInMemoryMayRepeat() {
  let source = ImageSequence(name: "two", frames: [grey(1), grey(2)], rate: nil, repeats: true)
  #expect(play(source, calls: 5) == ["0:1", "1:2", "2:1", "3:2", "4:1"])
  #expect(play(ImageSequence(name: "none", frames: [], rate: nil, repeats: true), calls: 1) == ["end"])
}

@Test func aGeneratorIsAskedForEachFrameWithItsOwnTime() {
  let clock = CaptureManualClock(.seconds(1000))
  let source = GeneratedFrames(name: "demo", rate: 10, count: 3, clock: clock.clock) { index, time in
    #expect(time == .milliseconds(100 * index))
    return grey(index)
  }
  #expect(play(source, calls: 4) == ["0:0", "1:1", "2:2", "end"])
  #expect(clock.now == .milliseconds(1_000_200))
}

@Test func aSlowGeneratorLeavesOutPicturesAndNoDriverLosesAny() {
  let clock = CaptureManualClock()
  let source = GeneratedFrames(name: "slow", rate: 10, clock: clock.clock) { index, _ in
    clock.advance(by: .milliseconds(250))
    return grey(index)
  }
  #expect(play(source, calls: 4) == ["0:0", "1:2", "2:5", "3:7"])
}

@Test func whoRestedGoesOnWhereItWas() {
  let clock = CaptureManualClock()
  let played = ImageSequence(name: "three", frames: (5..<8).map(grey), rate: 10, clock: clock.clock)
  let made = GeneratedFrames(name: "demo", rate: 10, clock: clock.clock) { index, _ in grey(index) }
  for source in [played, made] as [any FrameSource] {
    #expect(play(source, calls: 1).last?.hasPrefix("0:") == true)
    clock.advance(by: .seconds(60))
    source.goOn(after: .seconds(60))
    let before = clock.now
    #expect(["1:6", "1:1"].contains(play(source, calls: 1).last))
    #expect(clock.now - before == .milliseconds(100), "due a frame later, as if there had been no rest")
  }
}

@Test func aFailureOfTheReaderIsALostSource() {
  let failure = CaptureFailure.unreadableSource(path: "a.y4m", reason: "ends early")
  let source = ImageSequence(description: FrameSourceDescription(name: "a"), rate: nil) { () throws(CaptureFailure) in
    throw failure
  }
  guard case .lost(failure) = source.next(patience: .zero) else {
    Issue.record("not lost")
    return
  }
}
