import Barcodes
import Foundation

/// What a folder's pictures came to: reads against truth, and time.
struct BenchScore {
  var pictures = 0
  var codes = 0
  var read = 0
  /// Observations on a marked code that say something else.
  var wrong = 0
  /// Observations where no code is.
  var unfounded = 0
  /// Milliseconds of each picture.
  var times: [Double] = []
  /// Milliseconds of each stage, over all pictures.
  var stages: [SearchStage: Double] = [:]
  /// Pictures with something not read, with how much of it, and with readings that are not true.
  var failures: [String] = []
  /// What each kind of work took and read, over all pictures.
  var work: [SearchWork: WorkCost] = [:]

  /// Adds one picture's observations.
  mutating func add(_ row: TruthRow, named name: String, _ observations: [Observation], milliseconds: Double) {
    pictures += 1
    times.append(milliseconds)
    if let atLeast = row.atLeast {
      codes += atLeast
      read += min(atLeast, observations.count)
      if observations.count < atLeast { failures.append("\(name)(-\(atLeast - observations.count))") }
      return
    }
    var left = observations
    var missed = 0
    for code in row.codes {
      codes += 1
      if let hit = left.firstIndex(where: { code.says($0.symbol) && code.lies(at: $0.corners) }) {
        read += 1
        left.remove(at: hit)
      } else {
        missed += 1
      }
    }
    // What is left was read beside the truth. A second reading of one place is wrong too, unless the truth names no
    // more than a symbology: there may be several.
    for observation in left {
      if row.codes.contains(where: { $0.isUnknown && $0.symbology == observation.symbol.symbology.name }) { continue }
      if row.codes.contains(where: { $0.lies(at: observation.corners) }) {
        wrong += 1
        failures.append("\(name)(wrong)")
      } else {
        unfounded += 1
        failures.append("\(name)(false)")
      }
    }
    if missed > 0 { failures.append(missed == 1 && row.codes.count == 1 ? name : "\(name)(-\(missed))") }
  }

  mutating func add(_ other: BenchScore) {
    pictures += other.pictures
    codes += other.codes
    read += other.read
    wrong += other.wrong
    unfounded += other.unfounded
    times += other.times
    failures += other.failures
    stages.merge(other.stages) { $0 + $1 }
    work.merge(other.work) { $0 + $1 }
  }

  /// Adds what a picture's search took.
  mutating func add(_ clock: StageClock) {
    stages.merge(clock.milliseconds) { $0 + $1 }
    work.merge(clock.work) { $0 + $1 }
  }

  /// One picture as an object of `bench --pictures`.
  func line(set: String, file: String, pixels: Int) throws -> String {
    struct Line: Encodable {
      let set, file: String
      let px, codes, read, wrong, unfounded: Int
      let ms: Double
    }
    let line = Line(
      set: set, file: file, px: pixels, codes: codes, read: read, wrong: wrong, unfounded: unfounded,
      ms: times.first ?? 0)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(line), as: UTF8.self)
  }

  /// The time that this share of the pictures stayed within.
  func percentile(_ share: Double) -> Double {
    guard !times.isEmpty else { return 0 }
    return times.sorted()[Int(share * Double(times.count - 1))]
  }
}

/// What a kind of work came to.
struct WorkCost {
  var runs = 0
  var milliseconds = 0.0
  /// Looks at the meter.
  var steps = 0
  var read = 0

  static func + (a: WorkCost, b: WorkCost) -> WorkCost {
    WorkCost(
      runs: a.runs + b.runs, milliseconds: a.milliseconds + b.milliseconds, steps: a.steps + b.steps,
      read: a.read + b.read)
  }
}

/// Adds up the time of each stage and of each kind of work of a detection.
final class StageClock: DetectionTrace {
  private(set) var milliseconds: [SearchStage: Double] = [:]
  private(set) var work: [SearchWork: WorkCost] = [:]
  private var current: (stage: SearchStage, since: ProcessorTime)?
  private var working: (kind: SearchWork, since: ProcessorTime)?

  func didBegin(_ work: SearchWork) {
    endWork(steps: 0)
    working = (work, .now)
    begin(nil)
  }

  func didEnd(_ work: SearchWork, steps: Int) {
    close()
    endWork(steps: steps)
  }

  func didRead(_ observation: Observation) {
    if let working { work[working.kind, default: WorkCost()].read += 1 }
  }

  private func endWork(steps: Int) {
    guard let working else { return }
    let spent = ProcessorTime.now - working.since
    work[working.kind, default: WorkCost()] =
      work[working.kind, default: WorkCost()]
      + WorkCost(runs: 1, milliseconds: spent, steps: steps)
    self.working = nil
  }

  func didBegin(_ stage: DetectionStage) { begin(stage) }

  private func begin(_ stage: DetectionStage?) {
    close()
    current = (SearchStage(family: working?.kind.family, rung: working?.kind.rung, stage: stage), .now)
  }

  func didFinish() { close() }

  private func close() {
    guard let current else { return }
    milliseconds[current.stage, default: 0] += ProcessorTime.now - current.since
    self.current = nil
  }
}

extension Duration {
  var inMilliseconds: Double { Double(components.seconds) * 1e3 + Double(components.attoseconds) / 1e15 }
}
