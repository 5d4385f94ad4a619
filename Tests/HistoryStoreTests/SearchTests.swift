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

  @Test(
    "A mark that joins a quote does not end the query's",
    arguments: ["\"\u{20DD}", "a\"\u{20DD}bc", "\"\u{200D} OR read", "abc\"\u{0345}def\"ghi"])
  func joinedQuotes(text: String) throws {
    try store.record(read(text), at: at(1))
    #expect(try store.texts(HistoryQuery(search: text)).contains(text))
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

  /// Every way through the index and past it answers as looking through all texts does.
  @Test func answersAreThoseOfLookingThroughAllTexts() throws {
    var random = SystemRandomNumberGenerator()
    func word(_ letters: String, _ length: ClosedRange<Int>) -> String {
      let signs = Array(letters)
      return String(
        (0..<Int.random(in: length, using: &random)).map { _ in signs.randomElement(using: &random) ?? "a" })
    }
    _ = try store.clear()
    // Of few letters, so that words are found; of many, so that a letter begins more trigrams than are looked up.
    let texts = (0..<300).map { index in
      "\(index) " + word(index.isMultiple(of: 2) ? "abc" : "abcdefghijklmnopqrstuvwxyz0123456789/-", 1...60)
    }
    for (index, text) in texts.enumerated() {
      try store.record(index.isMultiple(of: 3) ? made(text) : read(text), at: at(Double(index)))
    }
    for entry in try store.entries(matching: HistoryQuery(limit: nil)) where entry.id.isMultiple(of: 17) {
      try store.setPinned(true, entry.id)
    }
    for _ in 0..<300 {
      let words = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        switch Int.random(in: 0..<4, using: &random) {
        case 0: word("abz/9q", 1...1)
        case 1: word("abcz1", 2...2)
        case 2: word("abc", 3...4)
        // A part of a text, which may be a long one.
        default:
          String(
            (texts.randomElement(using: &random) ?? "").dropFirst(4).prefix(Int.random(in: 1...40, using: &random)))
        }
      }
      let search = words.joined(separator: " ")
      let expected = texts.filter { text in
        search.split(separator: " ").allSatisfy { text.contains($0) }
      }
      #expect(Set(try store.texts(HistoryQuery(search: search, limit: nil))) == Set(expected), "\(search)")
    }
  }

  @Test func aHistoryOfTheFirstVersionIsBroughtUpToDate() throws {
    let old = try TemporaryFolder()
    try FirstVersion.write(texts: ["https://example.com/Ärger", "東京タワー"], to: old.location.path)
    let store = HistoryStoreTests.store(old)
    #expect(try store.texts(HistoryQuery(search: "rg")) == ["https://example.com/Ärger"])
    #expect(try store.texts(HistoryQuery(search: "ー")) == ["東京タワー"])
    try store.record(read("another"), at: at(5))
    #expect(try store.texts(HistoryQuery(search: "an")) == ["another"])
  }
}
