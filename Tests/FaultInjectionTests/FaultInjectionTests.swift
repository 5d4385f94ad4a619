import Foundation
import TestSupport
import Testing

/// How many calls of each scenario fail: all of them where the environment asks for “all” or names a scenario, which is
/// then the only one; else a sample over the whole run.
private let asked = ProcessInfo.processInfo.environment["VIEWFINDER_FAULTS"]
private let isComplete = asked != nil
private let scenarios = FaultScenario.all.filter { [nil, "all", $0.name].contains(asked) }
private let sample = 10

@Suite(.serialized) struct FaultInjectionTests {
  @Test("One failed call of the system's traps nothing, loses nothing and is told", arguments: scenarios)
  func everyFailureIsMet(scenario: FaultScenario) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "faults-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let sweep = try FaultSweep(scenario, in: folder)
    try #require(
      sweep.works && !sweep.calls.isEmpty, "“\(scenario.name)” does not work without a fault: \(sweep.errors)")
    let places = Set(sweep.calls.map { "\($0.name) \($0.number)" })
    try #require(places.count == sweep.calls.count, "two calls have one number: both would fail")
    let chosen = isComplete ? sweep.everyCall : sweep.sample(sample)
    let verdicts = try chosen.map { call in
      let verdict = try sweep.fail(call)
      if !verdict.wrongs.isEmpty {
        Issue.record(
          "\(scenario.name), \(call) fails with \(verdict.error.name): \(verdict.wrongs.joined(separator: "; "))")
      }
      return verdict
    }
    if isComplete { print(FaultTable.text(scenario, verdicts)) }
  }

  @Test("What libdispatch asks about its own threads is no call of the program's")
  func dispatchIsLeftAlone() throws {
    let reader = Process()
    reader.executableURL = URL(filePath: "/bin/cat")
    reader.arguments = ["/proc/\(ProcessInfo.processInfo.processIdentifier)/stat"]
    reader.environment = ["LD_PRELOAD": try FaultyProgram.library.get().path, "FAULT": "open:1:\(EACCES)"]
    reader.standardOutput = FileHandle.nullDevice
    try reader.run()
    reader.waitUntilExit()
    #expect(reader.terminationStatus == 0)
  }
}

/// What a sweep found, for people.
enum FaultTable {
  static func text(_ scenario: FaultScenario, _ verdicts: [FaultSweep.Verdict]) -> String {
    var lines = ["", "\(scenario.name): \(scenario.arguments.joined(separator: " "))"]
    let byCall = Dictionary(grouping: verdicts, by: \.call.name).sorted { $0.key < $1.key }
    for (call, verdicts) in byCall {
      let went = verdicts.count { $0.outcome.status == 0 }
      let told = verdicts.count { $0.outcome.status != 0 && $0.wrongs.isEmpty }
      let wrong = verdicts.count { !$0.wrongs.isEmpty }
      lines.append(
        "  \(call): failed \(verdicts.count) times, went on \(went), ended with words \(told), wrong \(wrong)")
    }
    let words = Dictionary(grouping: verdicts.filter { $0.outcome.status != 0 }) { said($0.outcome) }
    for (said, verdicts) in words.sorted(by: { $0.value.count > $1.value.count }).prefix(12) {
      lines.append("  said \(verdicts.count) times: \(said)")
    }
    return lines.joined(separator: "\n")
  }

  /// The first line about an error, wherever it went.
  private static func said(_ outcome: FaultyProgram.Outcome) -> String {
    let output = String(decoding: outcome.output, as: UTF8.self)
    let told =
      outcome.errors.split(separator: "\n").first ?? output.split(separator: "\n").first { $0.contains("\"error\"") }
    return told.map(String.init) ?? "nothing"
  }
}
