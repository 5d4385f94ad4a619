import Foundation
import OutboxStore
import Station
import TestSupport
import Testing

/// `viewfinder outbox` as a person uses it.
@Suite struct OutboxProgramTests {
  private let folder: StationFolder
  private let scans: [AcceptedScan]

  /// Two scans wait for one output, and a third was refused for good.
  init() throws {
    folder = try StationFolder()
    var maker = ScanMaker()
    scans = ["one", "two\u{1B}[2J", "three"].map { maker.scan($0) }
    let store = folder.store()
    for scan in scans { _ = try store.store(scan, for: ["plant"]) }
    try store.setAside(try #require(try store.next(for: "plant")).number, for: "plant", reason: "400")
  }

  private func outbox(_ arguments: String..., input: String? = nil) throws -> BuiltProgram {
    try BuiltProgram(["outbox"] + arguments + ["--database", folder.outbox.path], input: input)
  }

  @Test func whatWaitsIsListedAndExported() throws {
    #expect(try outbox("list", "--summary").output.contains("plant: 2 waiting, since "))
    let lines = try outbox("list").output.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines.contains { $0.hasSuffix("three") } && lines.contains { $0.hasSuffix("one  (set aside: 400)") })
    #expect(lines.contains { $0.hasSuffix("two\\x1B[2J") })
    #expect(try outbox("list", "--output", "other").status == 1)
    struct Line: Decodable { let key: String }
    let exported = try outbox("export").output.split(separator: "\n")
      .map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)).key }
    #expect(exported == scans.map(\.key.description))
    // Nothing of that has removed anything.
    #expect(try outbox("list").output.split(separator: "\n").count == 3)
  }

  @Test func whatWasRefusedIsTriedAgain() throws {
    let retried = try outbox("retry")
    #expect(retried.status == 0 && retried.output == "1 deliveries wait again\n")
    #expect(try outbox("retry").status == 1)
    #expect(try outbox("list", "--summary").output.contains("3 waiting"))
  }

  @Test func nothingIsRemovedUnasked() throws {
    for answer in ["", "no\n", "y\n"] {
      #expect(try outbox("purge", input: answer).status == 1)
      #expect(try outbox("list").output.split(separator: "\n").count == 3)
    }
    #expect(try outbox("purge", "--set-aside", "--yes").output == "1 deliveries removed\n")
    #expect(try outbox("purge", input: "yes\n").output == "2 deliveries removed\n")
    #expect(try outbox("list").status == 1)
  }
}
