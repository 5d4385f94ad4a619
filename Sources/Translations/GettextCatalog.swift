public import Presentation

/// A catalog as translators keep it: GNU gettext's PO format.
public enum GettextCatalog {
  /// - Throws: `CatalogFailure` with the line that is none of a catalog.
  public static func words(of text: String) throws(CatalogFailure) -> Words {
    var singular: [String: String] = [:]
    var plural: [String: [String]] = [:]
    var entry = Entry()
    let lines: [Substring] = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    // An empty line, and the end, end an entry.
    for (number, line) in (lines + [""]).enumerated() {
      if line.allSatisfy(\.isWhitespace) {
        if entry.forms.count > 1 || entry.isPlural {
          plural[entry.id] = entry.forms
        } else if let translated = entry.forms.first, !translated.isEmpty, !entry.isFuzzy {
          singular[entry.id] = translated
        }
        entry = Entry()
      } else if !entry.take(line) {
        throw CatalogFailure(line: number + 1)
      }
    }
    let header = (singular.removeValue(forKey: "") ?? "").split(separator: "\n").map(String.init)
    func field(_ name: String) -> String? {
      header.first { $0.hasPrefix(name + ": ") }.map { String($0.dropFirst(name.count + 2)) }
    }
    guard let language = field("Language"), let rule = field("Plural-Forms").flatMap(PluralRule.init) else {
      throw CatalogFailure(line: 1)
    }
    return Words(language: language, singular: singular, plural: plural, rule: rule)
  }

  /// Some lines up to an empty one.
  private struct Entry {
    var id = ""
    var isPlural = false
    var isFuzzy = false
    var forms: [String] = []
    private var continues = ""

    /// - Returns: false for a line that is none of a catalog.
    mutating func take(_ line: Substring) -> Bool {
      if line.hasPrefix("#") {
        isFuzzy = isFuzzy || line.hasPrefix("#,") && line.contains("fuzzy")
        return true
      }
      guard let quote = line.firstIndex(of: "\""), let text = Self.unquoted(line[quote...]) else { return false }
      let keyword = line[..<quote].filter { !$0.isWhitespace }
      switch keyword {
      case "msgid": id = text
      case "msgid_plural": isPlural = true
      case _ where keyword.hasPrefix("msgstr"): forms.append(text)
      case "" where continues == "msgid": id += text
      case "" where continues.hasPrefix("msgstr"): forms[forms.count - 1] += text
      case "" where continues == "msgid_plural": break
      default: return false
      }
      if !keyword.isEmpty { continues = keyword }
      return true
    }

    private static func unquoted(_ text: Substring) -> String? {
      guard text.count >= 2, text.last == "\"" else { return nil }
      var plain = ""
      var isEscaped = false
      for letter in text.dropFirst().dropLast() {
        if isEscaped {
          switch letter {
          case "n": plain.append("\n")
          case "t": plain.append("\t")
          case "\"", "\\": plain.append(letter)
          default: return nil
          }
          isEscaped = false
        } else if letter == "\\" {
          isEscaped = true
        } else {
          plain.append(letter)
        }
      }
      return isEscaped ? nil : plain
    }
  }
}

/// A line that is none of a catalog.
public struct CatalogFailure: Error, Hashable, Sendable {
  /// Counted from 1.
  public let line: Int
}
