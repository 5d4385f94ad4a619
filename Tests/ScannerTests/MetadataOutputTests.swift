import Barcodes
import Capture
import Dispatch
import Foundation
import Geometry
import Imaging
import Scanner
import Synchronization
import Testing

/// A detector that answers by script, notes what it was asked, and may be held up at a gate.
private final class ScriptedDetector: FrameDetector {
  struct Call: Sendable {
    let sequence: Int
    let region: Rect<FramePixels>?
    let symbologies: Set<Symbology>
    let thread: String?
  }

  var options = DetectionOptions(symbologies: [])
  private let answer: @Sendable (Frame) -> [Observation]
  private let calls: Latest<[Call]>
  private var made: [Call] = []
  private let forgotten: Latest<Int>
  private var resets = 0

  init(
    calls: Latest<[Call]> = Latest(), forgotten: Latest<Int> = Latest(),
    answer: @escaping @Sendable (Frame) -> [Observation]
  ) {
    self.calls = calls
    self.forgotten = forgotten
    self.answer = answer
  }

  func detect(in frame: Frame, region: Rect<FramePixels>?, trace: (any DetectionTrace)?) -> [Observation] {
    made.append(
      Call(
        sequence: frame.sequence, region: region, symbologies: options.symbologies, thread: Thread.current.name))
    calls.put(made)
    return answer(frame)
  }

  func reset() {
    resets += 1
    forgotten.put(resets)
  }
}

private func output(_ answer: @escaping @Sendable (Frame) -> [Observation]) -> MetadataOutput {
  MetadataOutput(detector: ScriptedDetector(answer: answer), availableSymbologies: [sampleSymbology])
}

@Test func theReportRepeatsFrameAndRegion() async throws {
  let calls = Latest<[ScriptedDetector.Call]>()
  let output = MetadataOutput(
    detector: ScriptedDetector(calls: calls) { _ in [observation("in"), observation("")] },
    availableSymbologies: [sampleSymbology], now: { .zero })
  defer { output.finish() }
  output.rectOfInterest = Rect(x: 0.25, y: 0.25, width: 0.5, height: 0.5)
  let report = await output.detect(in: try grey(640, 480, sequence: 7))
  #expect(report.observations.map(\.symbol.text) == ["in"])
  #expect(report.sequence == 7)
  #expect(report.timestamp == .milliseconds(231))
  #expect(report.frameSize == Size(640, 480))
  #expect(report.region.inFrame == Rect(x: 160, y: 120, width: 320, height: 240))
  let call = try #require(calls.take()?.first)
  #expect(call.region == report.region.searched)
  #expect(call.symbologies == [sampleSymbology])
}

@Test func detectionHasAThreadOfItsOwn() async throws {
  let calls = Latest<[ScriptedDetector.Call]>()
  let output = MetadataOutput(
    detector: ScriptedDetector(calls: calls) { _ in [] }, availableSymbologies: [sampleSymbology])
  defer { output.finish() }
  for sequence in 0..<3 { _ = await output.detect(in: try grey(8, 8, sequence: sequence)) }
  #expect(try #require(calls.take()).map(\.thread) == ["detector", "detector", "detector"])
}

@Test func anUnavailableSymbologyThrowsAndChangesNothing() throws {
  let output = output { _ in [] }
  defer { output.finish() }
  let unknown = Symbology(name: "unheard", title: "Unheard Code")
  #expect(throws: UnavailableSymbologies(symbologies: [unknown])) {
    try output.setSymbologies([sampleSymbology, unknown])
  }
  #expect(output.symbologies == [sampleSymbology])
  try output.setSymbologies([])
  #expect(output.symbologies.isEmpty)
}

@Test(
  "A frame that counts anew, or has another size, is of another source",
  arguments: [
    ([1, 2, 3], [640, 640, 640], 0), ([1, 2, 0], [640, 640, 640], 1), ([1, 2, 3], [640, 640, 320], 1),
    ([5, 0, 0], [640, 640, 640], 1),
  ])
func anotherSource(sequences: [Int], widths: [Int], resets: Int) async throws {
  let forgotten = Latest<Int>()
  let output = MetadataOutput(
    detector: ScriptedDetector(forgotten: forgotten) { _ in [] }, availableSymbologies: [sampleSymbology])
  defer { output.finish() }
  for (sequence, width) in zip(sequences, widths) {
    _ = await output.detect(in: try grey(width, 480, sequence: sequence))
  }
  #expect(forgotten.take() ?? 0 == resets)
}

@Test func anInsightTellsTheTimeOfEachStage() async throws {
  // A clock that goes on by a millisecond whenever it is read.
  let time = Mutex(0)
  let now: @Sendable () -> Duration = {
    time.withLock {
      $0 += 1
      return .milliseconds($0)
    }
  }
  final class Traced: FrameDetector {
    var options = DetectionOptions(symbologies: [])
    func reset() {}
    func detect(in frame: Frame, region: Rect<FramePixels>?, trace: (any DetectionTrace)?) -> [Observation] {
      trace?.didBegin(SearchWork.qrPlain)
      trace?.didExtract(LuminanceImage(width: 8, height: 8, pixels: [UInt8](repeating: 128, count: 64)))
      trace?.didEnd(.qrPlain, steps: 1)
      for stage in [DetectionStage.luminance, .finders, .luminance, .grid] { trace?.didBegin(stage) }
      let pattern = FoundPattern(symbology: .qr, center: Point(1, 2), moduleSize: 3, isInverted: false)
      trace?.didFind(Array(repeating: pattern, count: 700))
      for _ in 0..<700 { trace?.didReject(frame.bounds.corners, as: .qr, because: .checksum) }
      trace?.didFinish()
      return []
    }
  }
  let output = MetadataOutput(detector: Traced(), availableSymbologies: [sampleSymbology], now: now)
  defer { output.finish() }
  #expect(await output.detect(in: try grey(8, 8)).insight == nil)
  output.keepsInsight = true
  let insight = try #require(await output.detect(in: try grey(8, 8)).insight)
  #expect(insight.stages.map(\.stage) == [.luminance, .finders, .grid])
  // Each stage is read at its begin and at its end: luminance twice a millisecond.
  #expect(insight.stages.map(\.time) == [.milliseconds(2), .milliseconds(1), .milliseconds(1)])
  #expect(insight.families.map(\.family) == [.qr] && insight.families.map(\.time) == [.milliseconds(1)])
  let inspection = try #require(insight.inspection)
  #expect(inspection.patterns.count == 700)
  #expect(inspection.rejections.count == 500, "more are no longer told apart")
}

@Test func withoutSymbologiesOrRegionNothingIsSearched() async throws {
  let output = output { _ in
    Issue.record("searched")
    return []
  }
  defer { output.finish() }
  try output.setSymbologies([])
  #expect(await output.detect(in: try grey(8, 8)).observations.isEmpty)
  try output.setSymbologies([sampleSymbology])
  output.rectOfInterest = Rect(x: 0.5, y: 0.5, width: 0, height: 0)
  #expect(await output.detect(in: try grey(8, 8)).observations.isEmpty)
}

@Test func ofWaitingFramesTheNewestIsTaken() async throws {
  let entered = DispatchSemaphore(value: 0)
  let gate = DispatchSemaphore(value: 0)
  let output = output { frame in
    if frame.sequence == 0 {
      entered.signal()
      gate.wait()
    }
    return []
  }
  let reports = output.reports()
  output.submit(try grey(8, 8, sequence: 0))
  await hold(for: entered)
  // The detector is busy with frame 0: of these three, two are let go.
  for sequence in 1...3 { output.submit(try grey(8, 8, sequence: sequence)) }
  gate.signal()
  output.finish()
  var sequences: [Int] = []
  for await report in reports { sequences.append(report.sequence) }
  #expect(sequences == [0, 3])
  #expect(output.framesLetGo == 2)
}

@Test func reportsReachASlotACallbackAndAStream() async throws {
  let output = output { _ in [observation("A")] }
  let slot = Latest<DetectionReport>()
  let woken = Atomic<Int>(0)
  let called = Mutex<[Int]>([])
  let reports = output.reports()
  output.deliver(to: slot) { woken.add(1, ordering: .relaxed) }
  output.onReport { report in called.withLock { $0.append(report.sequence) } }
  output.submit(try grey(8, 8, sequence: 5))
  output.finish()
  var streamed: [Int] = []
  for await report in reports { streamed.append(report.sequence) }
  #expect(streamed == [5])
  #expect(called.withLock { $0 } == [5])
  #expect(slot.take()?.sequence == 5)
  #expect(woken.load(ordering: .relaxed) == 1)
  // After the end a new stream is at its end too.
  for await _ in output.reports() { Issue.record("a report after the end") }
}

@Test func whatACallbackHoldsIsLetGoAtTheEnd() async throws {
  final class Holder: Sendable {
    let output: MetadataOutput
    init(_ output: MetadataOutput) { self.output = output }
  }
  weak var left: Holder?
  let output = output { _ in [] }
  let reports = output.reports()
  do {
    // As a session does, whose frames go to the output and which its callback asks for the source's name.
    let holder = Holder(output)
    left = holder
    output.onReport { _ in _ = holder.output.framesLetGo }
  }
  #expect(left != nil)
  output.finish()
  for await _ in reports {}
  #expect(left == nil)
}

/// Waits for a signal of another thread without holding up the pool.
private func hold(for semaphore: DispatchSemaphore) async {
  await withCheckedContinuation { continuation in
    Thread.detachNewThread {
      semaphore.wait()
      continuation.resume()
    }
  }
}
