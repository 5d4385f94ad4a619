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

  /// Each line of the table: lists and pages, words in many entries, in one and in none, of one letter and of several,
  /// beginnings and middles of words, other scripts, and each with a filter.
  private static let questions: [(name: String, query: HistoryQuery)] = lists + words.flatMap(searches)

  private static let lists: [(name: String, query: HistoryQuery)] = [
    ("list", HistoryQuery()), ("list read", HistoryQuery(origin: .read)), ("list made", HistoryQuery(origin: .made)),
    ("list pinned", HistoryQuery(pinnedOnly: true)), ("page 200", HistoryQuery(offset: 20_000)),
    ("last page", HistoryQuery(offset: 99_900)),
  ]

  private static let words: [(name: String, words: String)] = [
    ("word in most", "example"), ("word in one", "item77779x"), ("word in none", "zebra"),
    ("a word's beginning", "exam"), ("a word's middle", "xampl"), ("two words", "item99 shop"),
    ("frequent and none", "example zebra"), ("three frequent", "www example shop"), ("one letter", "q"),
    ("one letter, rare", "ø"), ("one letter, none", "ł"), ("one sign, none", "~"), ("two letters", "it"),
    ("two letters, rare", "zå"), ("two letters, none", "łł"), ("letters of three words", "a b c"),
    ("letter and word", "q item99"), ("Cyrillic", "привет"), ("Cyrillic, one letter", "щ"), ("Japanese", "東京"),
    ("Japanese, one sign", "駅"), ("Arabic", "شارع"), ("accent left out", "cafe"),
    ("long", "https://www.example.com/shop/item4242"),
  ]

  private static func searches(_ name: String, _ words: String) -> [(name: String, query: HistoryQuery)] {
    [
      (name, HistoryQuery(search: words)), (name + ", read", HistoryQuery(search: words, origin: .read)),
      (name + ", made", HistoryQuery(search: words, origin: .made)),
      (name + ", pinned", HistoryQuery(search: words, pinnedOnly: true)),
    ]
  }

  /// One frame of a display, which no answer should take.
  private static let frame = Duration.milliseconds(16)

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
      // The first question opens the file, as it does in the window before anything is typed.
      _ = try store.count()
      var slow: [String] = []
      for (name, query) in Self.questions {
        var times: [Duration] = []
        var found = 0
        for _ in 0..<repetitions {
          times.append(try clock.time { () throws(HistoryFailure) in found = try store.entries(matching: query).count })
        }
        times.sort()
        if times[times.count - 1] >= Self.frame { slow.append(name) }
        print(
          "\(name.padding(30)) \(found) found, median \(Self.text(times[times.count / 2])), "
            + "worst \(Self.text(times[times.count - 1]))")
      }
      let one = try clock.time { () throws(HistoryFailure) in
        try store.record(Self.entry(entries + 1).content, at: Date())
      }
      print("\("record one".padding(30)) \(Self.text(one))")
      print(
        slow.isEmpty
          ? "all \(Self.questions.count) under \(Self.text(Self.frame)) at their worst"
          : "over \(Self.text(Self.frame)) at their worst: \(slow.joined(separator: "; "))")
    }
  }

  /// Texts as they are read in shops and on posters, some in other scripts; every third was made.
  static func entry(_ number: Int) -> HistoryRecord {
    let mixed = String(UInt64(number) &* 0x9E37_79B9_7F4A_7C15, radix: 36)
    let text =
      switch number % 40 {
      case 7: "Привет из Москвы, площадь \(number)"
      case 17: "東京駅 \(number) 番線"
      case 27: "شارع الملك \(number)"
      case 37: "Café Zoë, Malmö, bord \(number)" + (number % 4000 == 37 ? " på ø: zå" : "")
      default: "https://www.example.com/shop/item\(number)x?ref=\(mixed)"
      }
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
