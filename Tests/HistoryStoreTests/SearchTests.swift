import HistoryStore
import Scanner
import Testing

@Suite struct SearchTests {
  let folder: TemporaryFolder
  let store: HistoryStore

  init() throws {
    folder = try TemporaryFolder()
    store = HistoryStoreTests.store(folder)
    let contents = [
      read("https://example.com/Ärger"), read("WIFI:S:Café;;"), made("https://example.org"), read("東京タワー"),
      read("say \"hi\" AND run"), read("4006381333931", symbology: "ean13"),
    ]
    for content in contents { try store.record(content, at: at(0)) }
  }

  @Test(
    arguments: [
      ("example", ["https://example.org", "https://example.com/Ärger"]),
      ("EXAMPLE com", ["https://example.com/Ärger"]),
      ("arger", ["https://example.com/Ärger"]),
      ("cafe", ["WIFI:S:Café;;"]),
      ("東京", ["東京タワー"]), ("東京タ", ["東京タワー"]),
      ("\"hi\"", ["say \"hi\" AND run"]), ("AND", ["say \"hi\" AND run"]),
      ("333 39", ["4006381333931"]), ("s:", ["https://example.org", "WIFI:S:Café;;", "https://example.com/Ärger"]),
      ("nothing", []), ("zq", []), ("* OR NOT", []), ("'; DROP TABLE entry", []),
    ])
  func finds(search: String, expected: [String]) throws {
    #expect(try store.texts(HistoryQuery(search: search)) == expected)
  }

  @Test(arguments: ["example", "ex"])
  func filtersByOrigin(search: String) throws {
    #expect(try store.texts(HistoryQuery(search: search, origin: .made)) == ["https://example.org"])
    #expect(try store.texts(HistoryQuery(search: search, origin: .read)) == ["https://example.com/Ärger"])
    #expect(try store.texts(HistoryQuery(origin: .made)) == ["https://example.org"])
  }

  @Test func pinnedMatchesComeFirst() throws {
    let older = try #require(try store.entries(matching: HistoryQuery(search: "Ärger")).first)
    try store.setPinned(true, older.id)
    #expect(
      try store.texts(HistoryQuery(search: "example")) == ["https://example.com/Ärger", "https://example.org"])
    #expect(try store.texts(HistoryQuery(search: "example", pinnedOnly: true)) == ["https://example.com/Ärger"])
  }

  @Test(arguments: ["", "e", "example"])
  func pagesFollowOneAnother(search: String) throws {
    let all = try store.texts(HistoryQuery(search: search))
    let pages = try (0..<3).flatMap { page in
      try store.texts(HistoryQuery(search: search, limit: 2, offset: 2 * page))
    }
    #expect(pages == all)
    #expect(try store.texts(HistoryQuery(search: search, limit: nil)) == all)
  }

  /// What a text holds cannot pretend to be the mark of its origin.
  @Test func marksInATextAreNoMarks() throws {
    try store.record(read("forged \u{E000}\u{E001}\u{E003} mark"), at: at(1))
    #expect(try store.texts(HistoryQuery(search: "forged", origin: .made)).isEmpty)
  }
}
