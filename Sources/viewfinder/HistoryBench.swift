import ArgumentParser
import Foundation
import HistoryStore
import Scanner

/// How long the history takes to answer when it is full, and whether it survives being killed.
struct HistoryBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Time lists and searches of a history of made-up entries.",
    discussion: """
      Fills a history of its own in a temporary folder, unless --database names one; an answer should take less than \
      one frame, 16 ms.
      """)

  @OptionGroup var place: HistoryCommand.Place

  @Option(help: ArgumentHelp("How many entries.", valueName: "count"))
  var entries = 100_000

  @Option(name: .customLong("repeat"), help: ArgumentHelp("How often each is asked.", valueName: "count"))
  var repetitions = 20

  func validate() throws {
    guard entries > 0, repetitions > 0 else { throw ValidationError("counts must be positive") }
  }

  /// Each line of the table: common and rare words, a word in no entry, ones too short for the index, and filters.
  private static let questions: [(name: String, query: HistoryQuery)] = [
    ("list", HistoryQuery()), ("list made", HistoryQuery(origin: .made)),
    ("list pinned", HistoryQuery(pinnedOnly: true)),
    ("page 100", HistoryQuery(offset: 20_000)), ("word in all", HistoryQuery(search: "example")),
    ("word in one", HistoryQuery(search: "item77777x")), ("word in none", HistoryQuery(search: "zebra")),
    ("two words", HistoryQuery(search: "item99 shop")), ("one letter", HistoryQuery(search: "q")),
    ("two letters, none", HistoryQuery(search: "zz")),
    ("word in all, made", HistoryQuery(search: "example", origin: .made)),
    ("one letter, made", HistoryQuery(search: "q", origin: .made)),
  ]

  func run() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "viewfinder-bench-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = place.database ?? folder.appending(path: "history.sqlite").path
    let store = HistoryStore.open(database: path, limits: HistoryLimits(entries: .max))
    let clock = ContinuousClock()
    try orExit { () throws(HistoryFailure) in
      let missing = max(0, entries - (try store.count()))
      let filling = try clock.time { () throws(HistoryFailure) in
        if missing > 0 { _ = try store.add((0..<missing).map(Self.entry)) }
      }
      print("\(try store.count()) entries, \(missing) added in \(Self.text(filling))")
      for (name, query) in Self.questions {
        var times: [Duration] = []
        var found = 0
        for _ in 0..<repetitions {
          times.append(try clock.time { () throws(HistoryFailure) in found = try store.entries(matching: query).count })
        }
        times.sort()
        print(
          "\(name.padding(20)) \(found) found, median \(Self.text(times[times.count / 2])), "
            + "worst \(Self.text(times[times.count - 1]))")
      }
      let one = try clock.time { () throws(HistoryFailure) in
        try store.record(Self.entry(entries + 1).content, at: Date())
      }
      print("\("record one".padding(20)) \(Self.text(one))")
    }
  }

  /// Texts as they are read in shops and on posters; every third was made.
  static func entry(_ number: Int) -> HistoryRecord {
    let text =
      "https://www.example.com/shop/item\(number)x?ref=\(String(UInt64(number) &* 0x9E37_79B9_7F4A_7C15, radix: 36))"
    let content =
      number.isMultiple(of: 3)
      ? HistoryContent(made: CodeRecipe(text: text))
      : HistoryContent(origin: .read, symbology: "qr", text: text, bytes: Array(text.utf8), source: "camera")
    let time = Date(timeIntervalSince1970: 1_700_000_000 + Double(number))
    return HistoryRecord(
      content: content, first: time, last: time, count: 1, isPinned: number.isMultiple(of: 5_000))
  }

  private static func text(_ duration: Duration) -> String {
    let microseconds = Int(duration / .microseconds(1))
    return "\(microseconds / 1000).\(String(microseconds % 1000 + 1000).dropFirst()) ms"
  }
}

/// Writes entries until somebody ends it, and says after each that it is stored: `.ci/kill-history` kills it.
struct HistoryFill: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fill", abstract: "Store entries and print each number once it is stored.", shouldDisplay: false)

  @OptionGroup var place: HistoryCommand.Place
  @Option var from = 0
  @Option var count = Int.max

  func run() throws {
    // No limit may take away what was said to be stored.
    let store = HistoryStore.open(database: place.database, limits: HistoryLimits(entries: .max))
    for number in from..<(count > Int.max - from ? Int.max : from + count) {
      try orExit { () throws(HistoryFailure) in
        try store.record(HistoryBench.entry(number).content, at: Date(timeIntervalSince1970: Double(number)))
      }
      try StandardOutput.write(text: "\(number)\n")
    }
  }
}

extension ContinuousClock {
  /// How long something takes that may fail with an error of one type.
  fileprivate func time<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) -> Duration {
    let begin = now
    try body()
    return begin.duration(to: now)
  }
}

extension String {
  fileprivate func padding(_ width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
