import Dispatch
import Foundation
import GRDB
import OutboxStore
import Scanner
import Station
import Synchronization
import TestSupport
import Testing

@Suite struct OutboxStoreTests {
  let folder: StationFolder
  var maker = ScanMaker()

  init() throws { folder = try StationFolder() }

  @Test mutating func aScanComesBackAsItWasStored() throws {
    let store = folder.store()
    let hostile = [
      maker.scan("a\u{0}b\u{1B}[2J\u{202E}"), maker.scan(nil, bytes: [0, 0xFF, 0x80, 10]), maker.scan(""),
      maker.scan(String(repeating: "7", count: 7089)),
    ]
    for scan in hostile { _ = try store.store(scan, for: ["file"]) }
    for scan in hostile {
      let next = try #require(try store.next(for: "file"))
      #expect(next.scan == scan)
      try store.markDelivered(next.number, to: "file")
    }
    #expect(try store.next(for: "file") == nil)
  }

  @Test mutating func textsOfAllKindsComeBack() throws {
    let store = folder.store()
    var random = SeededRandom(seed: 7)
    for _ in 0..<200 {
      let scan = maker.scan(HostileText.text(length: 30, using: &random))
      let number = try store.store(scan, for: ["file"])
      #expect(try store.next(for: "file") == StoredScan(number: number, scan: scan))
      try store.markDelivered(number, to: "file")
    }
  }

  @Test mutating func eachOutputGetsAllInOrderWhateverTheOthersDo() throws {
    let store = folder.store()
    let scans = (0..<5).map { maker.scan("\($0)") }
    for scan in scans { _ = try store.store(scan, for: ["a", "b"]) }
    for scan in scans {
      let next = try #require(try store.next(for: "a"))
      #expect(next.scan == scan)
      try store.markDelivered(next.number, to: "a")
    }
    #expect(try store.next(for: "a") == nil)
    #expect(try store.next(for: "b")?.scan == scans[0])
    #expect(try store.depths() == [OutboxDepth(output: "b", waiting: 5, setAside: 0, oldest: scans[0].time)])
  }

  /// A call that fails has the file opened anew, while those who deliver ask for more.
  @Test mutating func aFailureDisturbsNoOtherCall() throws {
    // Who opens the file holds it for as long as a busy machine takes to let it run.
    let store = folder.store(patience: 60)
    let (scan, refused) = (maker.scan("1"), maker.scan("2"))
    _ = try store.store(scan, for: ["a"])
    let isOver = Atomic(false)
    DispatchQueue.concurrentPerform(iterations: 8) { index in
      if index == 0 {
        // Two deliveries of one scan to one output are refused by the table.
        for _ in 0..<300 { #expect(throws: OutboxFailure.self) { try store.store(refused, for: ["b", "b"]) } }
        isOver.store(true, ordering: .relaxed)
      } else {
        while !isOver.load(ordering: .relaxed) { #expect((try? store.next(for: "a"))?.scan == scan) }
      }
    }
    #expect(try store.depths().map(\.waiting) == [1])
  }

  @Test mutating func numbersGrowAlthoughTheClockGoesBack() throws {
    let store = folder.store()
    let times = [0.0, -86_400, 4e9, -1e9]
    for time in times { _ = try store.store(maker.scan("\(time)", at: time), for: ["a"]) }
    for time in times {
      let next = try #require(try store.next(for: "a"))
      #expect(next.scan.text == "\(time)")
      try store.markDelivered(next.number, to: "a")
    }
    // Nor does a number come again once all are gone.
    let last = try store.store(maker.scan("later"), for: ["a"])
    #expect(last == 5)
  }

  @Test mutating func aFullOutboxRefusesAndTakesAgainOnceThereIsRoom() throws {
    let store = folder.store(limits: OutboxLimits(scans: 3))
    for number in 0..<3 { _ = try store.store(maker.scan("\(number)"), for: ["a", "b"]) }
    let refused = maker.scan("3")
    #expect(throws: OutboxFailure.full(limit: 3)) { try store.store(refused, for: ["a"]) }
    let first = try #require(try store.next(for: "a"))
    try store.markDelivered(first.number, to: "a")
    #expect(throws: OutboxFailure.full(limit: 3)) { try store.store(refused, for: ["a"]) }
    try store.markDelivered(first.number, to: "b")
    _ = try store.store(refused, for: ["a"])
    // What was accepted before is all there.
    #expect(try store.entries(output: "a", limit: nil).map(\.stored.scan.text) == ["1", "2", "3"])
  }

  @Test mutating func aFullDiskRefusesAndLosesNothing() throws {
    let store = folder.store(pages: 40)
    var stored: [String] = []
    var failure: OutboxFailure?
    while failure == nil {
      let scan = maker.scan(String(repeating: "x", count: 2000) + "\(stored.count)")
      do throws(OutboxFailure) {
        _ = try store.store(scan, for: ["a"])
        stored.append(scan.text ?? "")
      } catch {
        failure = error
      }
    }
    #expect(failure == .diskFull(path: folder.outbox.path))
    #expect(stored.count > 5)
    // What is delivered makes room for the next.
    for text in stored {
      let next = try #require(try store.next(for: "a"))
      #expect(next.scan.text == text)
      try store.markDelivered(next.number, to: "a")
    }
    _ = try store.store(maker.scan("again"), for: ["a"])
  }

  /// A commit that makes the log longer waits for the file system's journal as well.
  @Test mutating func theLogKeepsTheSizeThatItWasFilledTo() throws {
    let store = folder.store()
    func size() throws -> Int {
      try #require(try FileManager.default.attributesOfItem(atPath: folder.outbox.path + "-wal")[.size] as? Int)
    }
    _ = try store.store(maker.scan("first"), for: ["a"])
    let filled = try size()
    #expect(filled > 2 << 20)
    for number in 0..<600 {
      _ = try store.store(maker.scan("\(number)"), for: ["a"])
      let next = try #require(try store.next(for: "a"))
      try store.markDelivered(next.number, to: "a")
    }
    #expect(try size() == filled)
    #expect(try store.next(for: "a")?.scan.text == "599")
    // Where nobody takes anything it grows to SQLite's bound, and not on and on.
    for number in 0..<1500 { _ = try store.store(maker.scan("\(number)"), for: ["b"]) }
    #expect(try size() < 5 << 20)
  }

  @Test mutating func anotherWriterThatDoesNotEndIsToldOf() throws {
    let store = folder.store()
    _ = try store.store(maker.scan("1"), for: ["a"])
    let scan = maker.scan("2")
    let other = try DatabaseQueue(path: folder.outbox.path)
    try other.inTransaction(.immediate) { _ in
      #expect(throws: OutboxFailure.locked(path: folder.outbox.path)) { try store.store(scan, for: ["a"]) }
      return .rollback
    }
    _ = try store.store(scan, for: ["a"])
    #expect(try store.entries(output: nil, limit: nil).map(\.stored.scan.text) == ["1", "2"])
  }

  @Test mutating func aFileThatIsNoOutboxIsLeftAsItIs() throws {
    let before = Data("somebody's letters, and no database at all: 1234567890".utf8)
    try before.write(to: URL(filePath: folder.outbox.path))
    let scan = maker.scan("1")
    #expect(throws: OutboxFailure.corrupt(path: folder.outbox.path)) { try folder.store().store(scan, for: ["a"]) }
    #expect(try Data(contentsOf: URL(filePath: folder.outbox.path)) == before)
  }

  @Test mutating func aLaterVersionsFileIsLeftAsItIs() throws {
    _ = try folder.store().store(maker.scan("1"), for: ["a"])
    try DatabaseQueue(path: folder.outbox.path).write {
      try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('99: of the future')")
    }
    #expect(throws: OutboxFailure.newer(path: folder.outbox.path)) { try folder.store().next(for: "a") }
  }

  @Test mutating func onlyOneStationAtATime() throws {
    let first = folder.store()
    _ = try first.store(maker.scan("1"), for: ["a"])
    #expect(throws: OutboxFailure.inUse(path: folder.outbox.path)) { try folder.store().next(for: "a") }
    // A tool may look all the same.
    let tool = OutboxStore(folder.outbox, role: .tool)
    #expect(try tool.entries(output: nil, limit: nil).count == 1)
  }

  @Test mutating func whatWasRefusedForGoodIsKeptUntilAPersonDecides() throws {
    let store = folder.store()
    let scans = (0..<3).map { maker.scan("\($0)") }
    for scan in scans { _ = try store.store(scan, for: ["a"]) }
    let first = try #require(try store.next(for: "a"))
    try store.setAside(first.number, for: "a", reason: "400\u{1B}")
    #expect(try store.next(for: "a")?.scan == scans[1])
    #expect(try store.entries(output: "a", limit: 1).first?.reason == "400\\x1B")
    #expect(try store.depths().first?.setAside == 1)
    #expect(try store.retry(output: "b") == 0)
    #expect(try store.retry(output: nil) == 1)
    #expect(try store.next(for: "a")?.scan == scans[0])
    try store.setAside(first.number, for: "a", reason: "400")
    #expect(try store.purge(output: nil, setAsideOnly: true) == 1)
    #expect(try store.entries(output: nil, limit: nil).map(\.stored.scan) == [scans[1], scans[2]])
    #expect(try store.purge(output: "a", setAsideOnly: false) == 2)
    #expect(try store.depths().isEmpty)
  }

  @Test func keysAreUUIDsOfVersion4() throws {
    var random = SeededRandom(seed: 3)
    var seen: Set<ScanKey> = []
    for _ in 0..<500 {
      let key = ScanKey(using: &random)
      #expect(
        key.description.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/) != nil)
      #expect(seen.insert(key).inserted)
    }
  }
}
