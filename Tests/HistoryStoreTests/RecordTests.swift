import Foundation
import HistoryStore
import Scanner
import Testing

@Suite struct RecordTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func newestComeFirst() throws {
    let store = store(folder)
    for (second, text) in ["a", "b", "c"].enumerated() { try store.record(read(text), at: at(Double(second))) }
    #expect(try store.texts() == ["c", "b", "a"])
  }

  @Test func repetitionIsCountedAndMovesToTheTop() throws {
    let store = store(folder)
    try store.record(read("a", source: "front"), at: at(1))
    try store.record(read("b"), at: at(2))
    try store.record(read("a", source: "back"), at: at(3))
    let entries = try store.entries(matching: HistoryQuery())
    #expect(entries.map(\.content.text) == ["a", "b"])
    #expect(entries.map(\.count) == [2, 1])
    #expect(entries[0].first == at(1))
    #expect(entries[0].last == at(3))
    #expect(entries[0].content.source == "back")
    #expect(try store.texts(HistoryQuery(search: "a")) == ["a"])
  }

  @Test func aRepeatedNewestStaysWhereItIs() throws {
    let store = store(folder)
    for second in 0..<3 { try store.record(read("same"), at: at(Double(second))) }
    #expect(try store.entries(matching: HistoryQuery(search: "same")).map(\.count) == [3])
  }

  @Test("A count out of a file, as large as numbers go, is gone on with") func hugeCounts() throws {
    let store = store(folder)
    let record = HistoryRecord(content: read("a"), first: at(0), last: at(1), count: .max)
    #expect(try store.add([record]) == 1)
    try store.record(read("a"), at: at(2))
    #expect(try store.entries(matching: HistoryQuery()).map(\.count) == [1_000_000_001])
  }

  @Test(
    "What differs is another entry",
    arguments: [
      read("a", symbology: "aztec"), made("a"), made("a", level: .high),
      HistoryContent(origin: .read, symbology: "qr", text: nil, bytes: Array("a".utf8)),
      HistoryContent(origin: .read, symbology: "qr", text: "a", bytes: [1]),
    ])
  func differs(other: HistoryContent) throws {
    let store = store(folder)
    try store.record(read("a"), at: at(1))
    try store.record(other, at: at(2))
    #expect(try store.count() == 2)
  }

  @Test func everythingComesBack() throws {
    let store = store(folder)
    let appearance = CodeAppearance(
      foreground: CodeColor(red: 1, green: 2, blue: 3), background: .transparent, moduleSize: 7, quietZone: 5)
    let recipe = CodeRecipe(text: "héllo\0🙂", level: .quartile, appearance: appearance)
    let contents = [
      HistoryContent(made: recipe),
      HistoryContent(
        origin: .read, symbology: "dataMatrix", text: nil, bytes: [0, 255, 128], source: "/dev/video0",
        thumbnail: [137, 80, 78, 71]),
    ]
    for content in contents { try store.record(content, at: at(0.25)) }
    let entries = try HistoryStoreTests.store(folder).entries(matching: HistoryQuery())
    #expect(entries.map(\.content) == contents.reversed())
    #expect(entries[0].last == at(0.25))
  }

  @Test func pinnedStandFirstAndLabelsAreFound() throws {
    let store = store(folder)
    for (second, text) in ["one", "two", "three"].enumerated() {
      try store.record(read(text), at: at(Double(second)))
    }
    let one = try #require(try store.entries(matching: HistoryQuery(search: "one")).first)
    try store.setPinned(true, one.id)
    try store.setLabel("Café", one.id)
    #expect(try store.texts() == ["one", "three", "two"])
    #expect(try store.texts(HistoryQuery(pinnedOnly: true)) == ["one"])
    #expect(try store.texts(HistoryQuery(search: "cafe")) == ["one"])
    #expect(try store.entry(one.id)?.label == "Café")
    try store.setLabel("", one.id)
    #expect(try store.texts(HistoryQuery(search: "cafe")).isEmpty)
  }

  @Test func deletedAndClearedAreGoneFromTheSearchAndTheFile() throws {
    let store = store(folder)
    for text in ["needle one", "needle two", "needle three"] { try store.record(read(text), at: at(0)) }
    let two = try #require(try store.entries(matching: HistoryQuery(search: "two")).first)
    #expect(try store.delete(two.id))
    #expect(try !store.delete(two.id))
    #expect(try store.texts(HistoryQuery(search: "needle")) == ["needle three", "needle one"])
    #expect(try store.clear() == 2)
    #expect(try store.texts(HistoryQuery(search: "needle")).isEmpty)
    try store.record(read("after"), at: at(1))
    #expect(try store.texts() == ["after"])
    let file = try Data(contentsOf: URL(filePath: folder.location.path))
    #expect(file.firstRange(of: Data("needle".utf8)) == nil)
  }

  @Test func numbersAreNotGivenTwice() throws {
    let store = store(folder)
    try store.record(read("a"), at: at(0))
    let first = try #require(try store.entries(matching: HistoryQuery()).first)
    try store.delete(first.id)
    try store.record(read("a"), at: at(1))
    #expect(try store.entries(matching: HistoryQuery()).first?.id != first.id)
  }

  @Test func limitOfEntriesRemovesTheOldestButNoPinned() throws {
    let store = store(folder, limits: HistoryLimits(entries: 3))
    try store.record(read("pinned"), at: at(0))
    try store.setPinned(true, try #require(try store.entries(matching: HistoryQuery()).first).id)
    for second in 1...5 { try store.record(read("\(second)"), at: at(Double(second))) }
    #expect(try store.texts() == ["pinned", "5", "4"])
  }

  @Test func limitOfAgeRemovesTheOld() throws {
    let store = store(folder, limits: HistoryLimits(age: 60))
    try store.record(read("old"), at: at(0))
    try store.record(read("young"), at: at(50))
    try store.record(read("new"), at: at(61))
    #expect(try store.texts() == ["new", "young"])
  }
}
