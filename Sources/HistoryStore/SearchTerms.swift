import Foundation
import Scanner

/// How text is made comparable, and a search turned into conditions.
struct SearchTerms {
  /// All must occur in the folded text, in any order.
  let words: [String]
  /// Where it must have come from, as the folded text says it; nil is anywhere.
  private let mark: String?

  init(_ query: HistoryQuery) {
    words = Self.folded(query.search).unicodeScalars.split(separator: " ").map { String($0) }
    mark = query.origin.map(Self.mark)
  }

  var isEmpty: Bool { words.isEmpty }

  /// What the index is asked, and what must be looked for in the texts themselves.
  struct Plan {
    /// An FTS5 query; nil where the index does not help.
    let query: String?
    let scanned: [String]
  }

  /// - Parameters:
  ///   - beginning: the trigrams that begin with one or two letters; nil where they are too many.
  ///   - newest: some folded texts, to tell frequent trigrams from rare ones.
  /// - Returns: nil where no text has one of the words.
  func plan(beginning: (String) throws -> [String]?, newest: () throws -> [String]) rethrows -> Plan? {
    var conditions: [String] = []
    var scanned: [String] = []
    for word in words {
      if word.unicodeScalars.count > Self.phraseLimit {
        conditions += Self.pieces(word, rarestIn: try newest()).map(Self.phrase)
        scanned.append(word)
      } else if word.unicodeScalars.count >= 3 {
        conditions.append(Self.phrase(word))
      } else if let trigrams = try beginning(word) {
        guard !trigrams.isEmpty else { return nil }
        conditions.append("(" + trigrams.map(Self.phrase).joined(separator: " OR ") + ")")
      } else {
        scanned.append(word)
      }
    }
    guard !conditions.isEmpty else { return Plan(query: nil, scanned: scanned) }
    // The mark makes the index itself leave out what the filter does not want.
    if let mark { conditions.append(Self.phrase(mark)) }
    return Plan(query: conditions.joined(separator: " AND "), scanned: scanned)
  }

  /// Letters of a word whose every trigram is looked up. Of a longer one, such as an address, only those are that say
  /// the most, and the texts that have them are looked through: the index reads each trigram's list, and what all
  /// addresses have in common has long ones.
  private static let phraseLimit = 9
  /// Trigrams that are looked up of a long word.
  private static let pieceLimit = 3

  /// The trigrams of a long word that are the rarest in some texts.
  private static func pieces(_ word: String, rarestIn texts: [String]) -> [String] {
    let letters = Array(word.unicodeScalars)
    let trigrams = Set(
      (0...letters.count - 3).map { start in
        letters[start..<start + 3].reduce(into: "") { $0.unicodeScalars.append($1) }
      })
    let counted = trigrams.map { trigram in (trigram: trigram, count: texts.count { $0.contains(trigram) }) }
    return counted.sorted { ($0.count, $0.trigram) < ($1.count, $1.trigram) }.prefix(pieceLimit).map(\.trigram)
  }

  private static func phrase(_ word: String) -> String { word.quoted() }

  /// What is searched of an entry: where it came from as a mark, its text and its label. Two signs at the end make
  /// every letter begin a trigram.
  static func folded(_ content: HistoryContent, label: String?) -> String {
    mark(content.origin) + " " + folded(content.text ?? "") + " " + folded(label ?? "") + "\u{E000}\u{E000}"
  }

  /// Three signs of Unicode's private use, which is one trigram; `folded` leaves none in a text.
  private static func mark(_ origin: HistoryEntry.Origin) -> String {
    switch origin {
    case .read: "\u{E000}\u{E001}\u{E002}"
    case .made: "\u{E000}\u{E001}\u{E003}"
    }
  }

  /// Without case, diacritics and width; what is no printable sign becomes a space.
  private static func folded(_ text: String) -> String {
    var out = String.UnicodeScalarView()
    let plain = text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    for scalar in plain.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .privateUse, .lineSeparator, .paragraphSeparator, .spaceSeparator: out.append(" ")
      default: out.append(scalar)
      }
    }
    return String(out)
  }
}
