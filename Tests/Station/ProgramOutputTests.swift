import Foundation
import Scanner
import Station
import Testing

@Suite struct ProgramOutputTests {
  let folder: StationFolder
  var maker = ScanMaker()

  init() throws { folder = try StationFolder() }

  /// A program that does what the lines of shell say.
  private func program(_ lines: String) throws -> String {
    let path = folder.path + "/program-\(UUID().uuidString)"
    try Data("#!/bin/sh\n\(lines)\n".utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
    return path
  }

  private func output(
    _ lines: String, _ arguments: [String] = [], timeLimit: Duration = .seconds(60), givesVerdict: Bool = false
  ) throws -> ProgramOutput {
    let templates = try arguments.map { try ScanTemplate($0) }
    return ProgramOutput(
      .init(path: try program(lines), arguments: templates, timeLimit: timeLimit, givesVerdict: givesVerdict),
      environment: ["PATH": "/usr/bin:/bin", "OUT": folder.path])
  }

  private func file(_ name: String) throws -> String {
    try String(contentsOf: URL(filePath: folder.path + "/" + name), encoding: .utf8)
  }

  /// Whether what a program started is dead, or a zombie that nobody has collected.
  private func isGone() throws -> Bool {
    let child = try #require(Int32(try file("child").trimmingCharacters(in: .newlines)))
    // Between closing its files and being dead a process has a moment still.
    let deadline = ContinuousClock.now + .seconds(30)
    while ContinuousClock.now < deadline {
      guard let state = try? String(contentsOf: URL(filePath: "/proc/\(child)/stat"), encoding: .utf8) else {
        return true
      }
      if state.contains(") Z ") { return true }
      usleep(1000)
    }
    return false
  }

  private func failure(_ output: ProgramOutput, _ scan: AcceptedScan) -> DeliveryFailure? {
    do throws(DeliveryFailure) {
      _ = try output.deliver(scan)
      return nil
    } catch {
      return error
    }
  }

  @Test mutating func theScanComesInEveryWay() throws {
    let scan = maker.scan("hello world")
    let output = try output(
      "cat > $OUT/input; printf '%s|' \"$@\" > $OUT/arguments; printf %s \"$VIEWFINDER_TEXT\" > $OUT/text",
      ["--to", "{symbology}", "x{text}"])
    #expect(try output.deliver(scan) == DeliveryReceipt())
    #expect(try file("input") == ScanDocument.value(for: scan).description + "\n")
    #expect(try file("arguments") == "--to|qr|xhello world|")
    #expect(try file("text") == "hello world")
  }

  @Test mutating func theExitStatusIsTheVerdict() throws {
    let scan = maker.scan("1")
    let refusing = try output("echo 'not on the list'; exit 1", givesVerdict: true)
    #expect(try refusing.deliver(scan) == DeliveryReceipt(verdict: .refused(words: "not on the list")))
    let accepting = try output("exit 0", givesVerdict: true)
    #expect(try accepting.deliver(scan) == DeliveryReceipt(verdict: .accepted(words: nil)))
    // Who gives no verdict has failed with 1.
    guard case .rejected? = failure(try output("exit 1"), scan) else {
      Issue.record("1 was taken")
      return
    }
    guard case .unreachable? = failure(try output("exit 75"), scan) else {
      Issue.record("75 is not later")
      return
    }
    guard case .unreachable? = failure(try output("kill -9 $$"), scan) else {
      Issue.record("a killed program had it")
      return
    }
  }

  @Test mutating func aProgramThatDoesNotEndIsEndedWithAllThatItStarted() throws {
    let output = try output("sleep 1000 & echo $! > $OUT/child; wait", timeLimit: .milliseconds(500))
    guard case .unreachable(let reason)? = failure(output, maker.scan("1")) else {
      Issue.record("it ended")
      return
    }
    #expect(reason.contains("took longer"))
    #expect(try isGone())
  }

  @Test mutating func whatAProgramLeavesBehindIsNotWaitedForAndEnds() throws {
    let output = try output("echo welcome; sleep 1000 & echo $! > $OUT/child; exit 0", givesVerdict: true)
    #expect(try output.deliver(maker.scan("1")) == DeliveryReceipt(verdict: .accepted(words: "welcome")))
    #expect(try isGone())
  }

  @Test mutating func whatHasThePipeStillDoesNotSilenceIt() throws {
    let output = try output("echo welcome; setsid sleep 1000 & echo $! > $OUT/child; exit 0", givesVerdict: true)
    #expect(try output.deliver(maker.scan("1")) == DeliveryReceipt(verdict: .accepted(words: "welcome")))
    kill(try #require(Int32(try file("child").trimmingCharacters(in: .newlines))), SIGKILL)
  }

  @Test mutating func aProgramThatReadsNothingTakesTheScanAllTheSame() throws {
    let output = try output("exec 0<&-; exit 0")
    for _ in 0..<5 { _ = try output.deliver(maker.scan(String(repeating: "7", count: 7089))) }
  }

  @Test mutating func aProgramThatIsNotThereIsTriedAgain() throws {
    let output = ProgramOutput(.init(path: folder.path + "/nothing"), environment: [:])
    guard case .unreachable? = failure(output, maker.scan("1")) else {
      Issue.record("it was started")
      return
    }
  }

  @Test func hostileCodesAreDataAndNothingElse() throws {
    let output = try output("printf '%s' \"$1\" > $OUT/argument; cat > $OUT/input", ["{text}"])
    for scan in HostileScans.all() {
      let text = scan.text ?? ""
      let failure = failure(output, scan)
      if text.utf8.contains(0) || text.hasPrefix("-") {
        guard case .rejected? = failure else {
          Issue.record("\(text) was an argument")
          continue
        }
        continue
      }
      #expect(failure == nil)
      #expect(try Array(Data(contentsOf: URL(filePath: folder.path + "/argument"))) == Array(text.utf8))
      #expect(try file("input") == ScanDocument.value(for: scan).description + "\n")
    }
    #expect(Set(try FileManager.default.contentsOfDirectory(atPath: folder.path)).count == 3)
  }

  @Test mutating func afterTwoDashesAnythingMayCome() throws {
    let output = try output("printf '%s' \"$2\" > $OUT/argument", ["--", "{text}"])
    _ = try output.deliver(maker.scan("-rf"))
    #expect(try file("argument") == "-rf")
  }
}
