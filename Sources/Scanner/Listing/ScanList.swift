public import Barcodes

/// What was scanned one after another, such as the things on a shelf: each code once, with how often it came.
public struct ScanList: Hashable, Sendable {
  public struct Entry: Hashable, Sendable {
    public let key: CodeKey
    /// What it says; a secret is only named.
    public let text: String
    public let kind: String
    /// How often it was scanned, at least once.
    public fileprivate(set) var count: Int
    /// A person's own words.
    public fileprivate(set) var note = ""
  }

  /// In the order in which they first came.
  public private(set) var entries: [Entry] = []
  private var places: [CodeKey: Int] = [:]
  private var changes: [Change] = []

  /// What was done, to be taken back.
  private enum Change: Hashable {
    case scanned(CodeKey)
    case removed(Entry, at: Int)
    case noted(CodeKey, before: String)
  }

  public init() {}

  /// All that was scanned, repeats too.
  public var total: Int { entries.reduce(0) { $0 + $1.count } }

  public func contains(_ key: CodeKey) -> Bool { places[key] != nil }

  /// Codes that came more than once.
  public var repeated: Int { entries.count { $0.count > 1 } }

  public mutating func scan(_ symbol: DecodedSymbol, _ payload: PayloadDescription) {
    let key = CodeKey(symbol)
    changes.append(.scanned(key))
    if let place = places[key] {
      entries[place].count += 1
      return
    }
    places[key] = entries.count
    let text = payload.hasSecrets ? "(hidden)" : symbol.shownText
    entries.append(Entry(key: key, text: text, kind: payload.title, count: 1))
  }

  /// - Parameter place: among `entries`.
  public mutating func remove(at place: Int) {
    guard entries.indices.contains(place) else { return }
    changes.append(.removed(entries.remove(at: place), at: place))
    index()
  }

  public mutating func note(_ text: String, at place: Int) {
    guard entries.indices.contains(place), entries[place].note != text else { return }
    changes.append(.noted(entries[place].key, before: entries[place].note))
    entries[place].note = text
  }

  /// Takes back the last scan, removal or note.
  ///
  /// - Returns: false if there is nothing to take back.
  public mutating func undo() -> Bool {
    guard let change = changes.popLast() else { return false }
    switch change {
    case .scanned(let key):
      guard let place = places[key] else { return true }
      entries[place].count -= 1
      if entries[place].count == 0 { entries.remove(at: place) }
    case .removed(let entry, let place): entries.insert(entry, at: min(place, entries.count))
    case .noted(let key, let before): if let place = places[key] { entries[place].note = before }
    }
    index()
    return true
  }

  private mutating func index() {
    places = Dictionary(entries.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })
  }
}

// MARK: - For other programs

extension ScanList {
  public enum Form: Int, CaseIterable, Hashable, Sendable {
    case csv = 1
    case json
    case text

    public var title: String {
      switch self {
      case .csv: "CSV, for spreadsheets"
      case .json: "JSON Lines"
      case .text: "Copy, a line each"
      }
    }
  }

  /// Comma-separated values that no spreadsheet runs, JSON Lines, or the texts alone.
  public func written(_ form: Form) -> String {
    switch form {
    case .csv:
      CSVRow(["text", "count", "kind", "symbology", "note"]).line
        + entries.map {
          CSVRow([$0.text, "\($0.count)", $0.kind, $0.key.symbology.name, $0.note]).line
        }.joined()
    case .json:
      entries.map {
        JSONValue.object([
          .init("text", .string($0.text)), .init("count", .integer($0.count)), .init("kind", .string($0.kind)),
          .init("symbology", .string($0.key.symbology.name)), .init("note", .string($0.note)),
        ]).description + "\n"
      }.joined()
    case .text: entries.map { HarmlessText.escaped($0.text) + "\n" }.joined()
    }
  }
}
