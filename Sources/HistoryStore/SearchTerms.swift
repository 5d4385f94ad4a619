import Foundation
import Scanner

/// How text is made comparable, and a search turned into conditions.
struct SearchTerms {
  /// Words of three letters and more, as an FTS5 query; nil where there are none.
  let indexed: String?
  /// The same words, for where the text itself is looked through.
  let indexedWords: [String]
  /// Words too short for trigrams, which the folded text must contain.
  let scanned: [String]

  init(_ query: HistoryQuery) {
    let words = Self.folded(query.search).split(separator: " ").map(String.init)
    scanned = words.filter { $0.unicodeScalars.count < 3 }
    indexedWords = words.filter { $0.unicodeScalars.count >= 3 }
    // The mark makes the index itself leave out what the filter does not want.
    let phrases = indexedWords + (query.origin.map { [Self.mark($0)] } ?? [])
    indexed =
      indexedWords.isEmpty
      ? nil : phrases.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }.joined(separator: " AND ")
  }

  var isEmpty: Bool { indexed == nil && scanned.isEmpty }

  /// What is searched of an entry: where it came from as a mark, its text and its label.
  static func folded(_ content: HistoryContent, label: String?) -> String {
    mark(content.origin) + " " + folded(content.text ?? "") + " " + folded(label ?? "")
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
