import Foundation
import TestSupport

/// Lets the calls of a scenario fail one after the other, and judges what the program made of each.
struct FaultSweep {
  private let scenario: FaultScenario
  private let program: FaultyProgram
  private let environment: [String: String]
  /// The home as it was before the program ran, by paths there.
  private var before: [String: Data] = [:]
  /// The same after it ran without a fault.
  private var after: [String: Data] = [:]
  private let result: FaultyProgram.Outcome
  private var storedBefore: [String] = []
  private var storedAfter: [String] = []
  private let receivers: StationReceivers?
  let calls: [FaultyProgram.Call]

  /// All calls, but of those that look for who holds a camera only some: there are thousands of them, for each file that
  /// each process of the machine has open. Of the same call on the same file the first and the last ones: an outbox fills its
  /// log by hundreds of transactions that are all alike.
  var everyCall: [FaultyProgram.Call] {
    var others = 0
    var asked: [String: Int] = [:]
    func key(_ call: FaultyProgram.Call) -> String { "\(call.name) \(call.about)" }
    let times = Dictionary(grouping: calls, by: key).mapValues(\.count)
    return calls.filter { call in
      let time = asked[key(call), default: 0]
      asked[key(call)] = time + 1
      guard time < Self.mostAlike || time >= times[key(call), default: 0] - Self.mostAlike else { return false }
      guard call.about.contains(/^\/proc\/[0-9]+/) else { return true }
      others += 1
      return others <= 20
    }
  }

  /// Of a run whose log was filled before, 81 calls are the most that are alike.
  private static let mostAlike = 45

  /// A sample over the whole run, with those that once lost something.
  func sample(_ count: Int) -> [FaultyProgram.Call] {
    let spread = (0..<count).map { calls[$0 * calls.count / count] }
    let told = calls.filter { call in
      call.name.contains("stat") && scenario.watched.contains { call.about.hasSuffix($0) } && !spread.contains(call)
    }
    return spread + told.prefix(4)
  }

  /// What became of one call's failure.
  struct Verdict {
    let call: FaultyProgram.Call
    let error: Errno
    let outcome: FaultyProgram.Outcome
    /// What was promised and not kept.
    let wrongs: [String]
  }

  init(_ scenario: FaultScenario, in folder: URL) throws {
    self.scenario = scenario
    let camera = folder.appending(path: "camera")
    program = try FaultyProgram(
      folder: folder, preloaded: scenario.needsCamera ? [try Self.fakeCamera.get()] : [])
    if scenario.needsCamera { try CodeFrame.makeCamera(in: camera) }
    environment = scenario.needsCamera ? ["FAKE_CAMERA": camera.path] : [:]
    receivers = scenario.isStation ? try StationReceivers(home: program.home, in: folder) : nil
    var files = scenario.files
    files["station.toml"] = receivers?.settings
    for (path, data) in files {
      let file = program.home.appending(path: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try data.write(to: file)
    }
    for command in scenario.before { _ = try program.calls(command, environment: environment) }
    before = try Self.files(below: program.home)
    let (result, calls) = try program.calls(scenario.arguments, environment: environment)
    self.result = result
    // The fake camera's own files are no call of the program's.
    self.calls = calls.filter { !$0.about.hasPrefix(camera.path + "/") }
    after = try Self.files(below: program.home)
    _ = try receivers?.deliveries()
    storedAfter = try stored()
    try restore()
    storedBefore = try stored()
    try restore()
  }

  private static let fakeCamera = Result { try PreloadLibrary.build("FakeCamera") }

  /// The run without a fault did what it should.
  var works: Bool { result.status == 0 }
  var errors: String { result.errors }

  func fail(_ call: FaultyProgram.Call) throws -> Verdict {
    let error = Errno.plausible(for: call)
    let outcome = try program.run(scenario.arguments, environment: environment, failing: call, error)
    var wrongs = judge(outcome, call)
    // What cannot be removed stays.
    if !["unlink", "unlinkat", "remove"].contains(call.name) { wrongs += try leftovers(outcome) }
    let now = try stored()
    let lost = storedBefore.filter { !now.contains($0) }
    if !lost.isEmpty, scenario.arguments[1] != "delete" || lost != storedBefore.filter({ !storedAfter.contains($0) }) {
      wrongs.append("lost from the history: \(lost)")
    }
    wrongs += try undelivered(outcome)
    if scenario.isPrivate, !now.isEmpty { wrongs.append("stored, though that is forbidden: \(now)") }
    try restore()
    return Verdict(call: call, error: error, outcome: outcome, wrongs: wrongs)
  }

  /// No trap; and either the right result or words about it.
  private func judge(_ outcome: FaultyProgram.Outcome, _ call: FaultyProgram.Call) -> [String] {
    if outcome.isSignal { return ["it ended with \(outcome.status): \(outcome.errors.suffix(300))"] }
    if outcome.status == 0 {
      return Self.comparable(outcome.output) == Self.comparable(result.output)
        ? [] : ["it said all was well and wrote “\(String(decoding: outcome.output.prefix(200), as: UTF8.self))”"]
    }
    // Words that cannot be written cannot be read.
    if call.about.hasSuffix("/errors") { return [] }
    if outcome.errors.isEmpty && !String(decoding: outcome.output, as: UTF8.self).contains("\"error\"") {
      return ["it ended with \(outcome.status) and said nothing"]
    }
    let said = outcome.errors + String(decoding: outcome.output, as: UTF8.self)
    // Every picture here is whole, and so is every database.
    if said.contains("the picture is damaged") || said.contains(".sqlite is damaged") {
      return ["it blames a file that is whole: “\(said)”"]
    }
    return scenario.names.contains(where: said.contains) ? [] : ["it named nothing: “\(outcome.errors)”"]
  }

  /// Nothing half-written, nothing beside what was asked for.
  private func leftovers(_ outcome: FaultyProgram.Outcome) throws -> [String] {
    let now = try Self.files(below: program.home)
    var wrongs: [String] = []
    for (path, data) in now.sorted(by: { $0.key < $1.key }) where !Self.isDatabase(path) {
      if scenario.writes.contains(path) {
        // Codes are drawn alike every time; only an export's and a document's own time may differ.
        let isWhole = data == before[path] || data.count == after[path]?.count
        if !isWhole { wrongs.append("\(path) has \(data.count) bytes, whole are \(after[path]?.count ?? 0)") }
      } else if before[path] != data {
        wrongs.append("left behind: \(path), \(data.count) bytes")
      }
    }
    for path in before.keys.sorted() where now[path] == nil && !Self.isDatabase(path) { wrongs.append("gone: \(path)") }
    if outcome.status == 0 {
      for path in scenario.writes where now[path] == nil && after[path] != nil && !path.hasSuffix(".broken") {
        wrongs.append("it said all was well and did not write \(path)")
      }
    }
    return wrongs
  }

  /// A station that is started again delivers what it accepted before, and the scan that it reads then, or keeps what one
  /// moment was not enough for.
  private func undelivered(_ outcome: FaultyProgram.Outcome) throws -> [String] {
    guard let receivers else { return [] }
    let (again, _) = try program.calls(scenario.arguments, environment: environment)
    let keys = try receivers.deliveries()
    let (summary, _) = try program.calls(["outbox", "list", "--summary"], environment: [:])
    let waiting = String(decoding: summary.output, as: UTF8.self).matches(of: /(?m)^([a-z]+): ([0-9]+) waiting/)
    var wrongs = keys.wrongs(waiting: Dictionary(uniqueKeysWithValues: waiting.map { (String($0.1), Int($0.2) ?? 0) }))
    if again.status != 0 { wrongs.append("started again it ended with \(again.status): “\(again.errors)”") }
    // One by the run with the fault, one by this one.
    if outcome.status == 0, keys.all.count < Self.stationScans {
      wrongs.append("it said all was well, and its scan is nowhere: “\(outcome.errors)”")
    }
    return wrongs
  }

  private static let stationScans = 2

  /// The history as it is read without a fault.
  private func stored() throws -> [String] {
    let (outcome, _) = try program.calls(["history", "list", "--limit", "0"], environment: [:])
    // A line is number, pin, time, count, kind, origin and text; time and count change with the run.
    return String(decoding: outcome.output, as: UTF8.self).split(separator: "\n").compactMap {
      $0.split(separator: " ").last.map(String.init)
    }.sorted()
  }

  private func restore() throws {
    try FileManager.default.removeItem(at: program.home)
    try FileManager.default.createDirectory(
      at: program.home.appending(path: "tmp"), withIntermediateDirectories: true)
    for (path, data) in before {
      let file = program.home.appending(path: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try data.write(to: file)
    }
  }

  /// SQLite's files, and the lock that whoever puts a damaged one aside holds: it stays, so that all wait for the same.
  private static func isDatabase(_ path: String) -> Bool {
    let file = URL(filePath: path).lastPathComponent
    return ["history", "outbox"].contains { name in
      ["", "-wal", "-shm", ".lock"].contains { file == name + ".sqlite" + $0 }
    }
  }

  /// A result without the time that it took.
  private static func comparable(_ output: Data) -> String {
    String(decoding: output, as: UTF8.self).replacing(/"(milliseconds|sequence)":[0-9.]+/, with: "")
  }

  private static func files(below folder: URL) throws -> [String: Data] {
    var found: [String: Data] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
      let file = folder.appending(path: path)
      switch try FileManager.default.attributesOfItem(atPath: file.path)[.type] as? FileAttributeType {
      case .typeDirectory: continue
      case .typeRegular: found[path] = try Data(contentsOf: file)
      default: found[path] = Data()
      }
    }
    return found
  }
}
