import Foundation
import GRDB
import HistoryStore
import Scanner
import Testing

@Suite struct TroubleTests {
  let folder: TemporaryFolder
  let reports = Reports()

  init() throws { folder = try TemporaryFolder() }

  private func write(_ bytes: [UInt8]) throws {
    try Data(bytes).write(to: URL(filePath: folder.location.path))
  }

  @Test func aFileThatIsNoDatabaseIsKeptAside() throws {
    try write(Array("not a database at all, but something of somebody's".utf8))
    let store = store(folder, reports: reports)
    try store.record(read("goes on"), at: at(0))
    #expect(try store.texts() == ["goes on"])
    guard case .corrupt(_, let name?)? = reports.all.first else {
      Issue.record("not told: \(reports.all)")
      return
    }
    #expect(reports.all.count == 1)
    #expect(name.contains(".broken-20231114T"))
    let kept = try Data(contentsOf: URL(filePath: name))
    #expect(kept.starts(with: Array("not a database".utf8)))
  }

  @Test func damageFoundWhileAtWorkIsKeptAside() throws {
    let first = store(folder)
    for number in 0..<400 { try first.record(read("entry number \(number)"), at: at(Double(number))) }
    try DatabaseQueue(path: folder.location.path).writeWithoutTransaction {
      try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
    }
    // All pages but the first, which holds the schema, are overwritten: opening works, reading does not.
    var bytes = Array(try Data(contentsOf: URL(filePath: folder.location.path)))
    for at in 4096..<bytes.count { bytes[at] = 0x5A }
    try write(bytes)
    let second = store(folder, reports: reports)
    try second.record(read("after the damage"), at: at(1000))
    #expect(try second.texts() == ["after the damage"])
    #expect(reports.all.count == 1)
    #expect(folder.names.contains { $0.contains(".broken-") })
  }

  @Test func anotherInstancesNewFileIsUsed() throws {
    let (one, other) = (store(folder, reports: reports), store(folder, reports: reports))
    try one.record(read("before"), at: at(0))
    try other.record(read("before"), at: at(1))
    #expect(folder.location.path == folder.path + "/history.sqlite")
    // As the one does that finds damage first.
    for name in folder.names where !name.hasSuffix(".lock") {
      try FileManager.default.moveItem(atPath: folder.path + "/" + name, toPath: folder.path + "/aside-" + name)
    }
    try one.record(read("from one"), at: at(2))
    try other.record(read("from other"), at: at(3))
    #expect(try one.texts() == ["from other", "from one"])
    #expect(reports.all.isEmpty)
  }

  @Test func twoInstancesShareTheFile() throws {
    let (one, other) = (store(folder, patience: 5), store(folder, patience: 5))
    for number in 0..<20 {
      try (number.isMultiple(of: 2) ? one : other).record(read("\(number)"), at: at(Double(number)))
    }
    #expect(try one.count() == 20)
    #expect(try other.texts(HistoryQuery(limit: 2)) == ["19", "18"])
  }

  @Test func aLockedFileIsToldAndWorksLater() throws {
    let store = store(folder)
    try store.record(read("before"), at: at(0))
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let holder = try DatabaseQueue(path: folder.location.path, configuration: configuration)
    try holder.inDatabase { try $0.execute(sql: "BEGIN IMMEDIATE") }
    #expect(throws: HistoryFailure.locked(path: folder.location.path)) {
      try store.record(read("meanwhile"), at: at(1))
    }
    #expect(try store.texts() == ["before"], "reading is not held up")
    try holder.inDatabase { try $0.execute(sql: "ROLLBACK") }
    try store.record(read("after"), at: at(2))
    #expect(try store.texts() == ["after", "before"])
  }

  @Test func aFullDiskIsToldAndNothingIsLost() throws {
    let store = HistoryStore(
      folder.location, limits: HistoryLimits(), patience: 1, pages: 60, now: { at(0) }, report: reports.add)
    try store.record(read("before"), at: at(0))
    #expect(throws: HistoryFailure.diskFull(path: folder.location.path)) {
      try store.record(read(String(repeating: "x", count: 900_000)), at: at(1))
    }
    try store.record(read("small enough"), at: at(2))
    #expect(try store.texts() == ["small enough", "before"])
    #expect(reports.all.isEmpty)
  }

  @Test func aLaterVersionsFileIsLeftAlone() throws {
    try store(folder).record(read("old"), at: at(0))
    try DatabaseQueue(path: folder.location.path).write {
      try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('99: of the future')")
    }
    let store = store(folder, reports: reports)
    #expect(throws: HistoryFailure.newer(path: folder.location.path)) { try store.record(read("new"), at: at(1)) }
    #expect(reports.all.isEmpty)
    #expect(!folder.names.contains { $0.contains("broken") })
  }

  @Test func aFolderThatCannotBeMadeIsToldAndNotFatal() throws {
    try Data().write(to: URL(filePath: folder.path + "/file"))
    let store = HistoryStore(
      HistoryLocation(path: folder.path + "/file/history.sqlite"), now: { at(0) }, report: reports.add)
    #expect(throws: HistoryFailure.self) { try store.record(read("a"), at: at(0)) }
  }

  @Test func aDamagedSearchIndexIsBuiltAnew() throws {
    let store = store(folder, reports: reports)
    for text in ["alpha", "beta", "gamma"] { try store.record(read(text), at: at(0)) }
    try DatabaseQueue(path: folder.location.path).write {
      try $0.execute(sql: "UPDATE entrySearch_data SET block = x'00FF00FF' WHERE id > 10")
    }
    let other = HistoryStoreTests.store(folder, reports: reports)
    #expect(try other.texts(HistoryQuery(search: "beta")) == ["beta"])
    #expect(!folder.names.contains { $0.contains("broken") })
  }

  @Test(arguments: [
    (["XDG_DATA_HOME": "/data"], "/data/viewfinder/history.sqlite"),
    (["XDG_DATA_HOME": "relative"], "/home/me/.local/share/viewfinder/history.sqlite"),
    (["XDG_DATA_HOME": "/data", "HOME": "/elsewhere"], "/data/viewfinder/history.sqlite"),
    (["HOME": "/elsewhere"], "/elsewhere/.local/share/viewfinder/history.sqlite"),
    (["HOME": "relative"], "/home/me/.local/share/viewfinder/history.sqlite"),
    ([:], "/home/me/.local/share/viewfinder/history.sqlite"),
  ])
  func location(environment: [String: String], path: String) {
    #expect(HistoryLocation(of: UserFolders(environment: environment, listedHome: "/home/me")).path == path)
  }

  @Test func onlyTheUserMayLook() throws {
    let location = HistoryLocation(path: folder.path + "/deep/er/history.sqlite")
    try HistoryStore(location, now: { at(0) }, report: reports.add).record(read("a"), at: at(0))
    let attributes = try FileManager.default.attributesOfItem(atPath: location.path)
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
  }
}
