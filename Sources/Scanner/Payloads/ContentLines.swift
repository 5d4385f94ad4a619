/// Lines of vCard (RFC 6350 §3) and iCalendar (RFC 5545 §3.1): `NAME;PARAMETER=x:value`, long ones folded.
struct ContentLines {
  struct Line {
    /// In capital letters, without a group.
    let name: String
    /// As they are written, such as `TYPE=home`.
    let parameters: [String]
    let value: String
  }

  let lines: [Line]

  init(_ text: String) {
    lines = Self.unfolded(text).compactMap { Line($0) }
  }

  /// The first line of this name that has a value.
  func value(_ name: String) -> String? { lines.first { $0.name == name && !$0.value.isEmpty }?.value }

  func values(_ name: String) -> [String] { lines.filter { $0.name == name && !$0.value.isEmpty }.map(\.value) }

  /// As a file of lines that end as both standards say.
  static func document(_ text: String) -> String {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).joined(separator: "\r\n") + "\r\n"
  }

  /// A value with its signs of order taken as letters, the other way of `\n`, `\,`, `\;`, `\\`.
  static func escaped(_ value: String) -> String {
    value.map { sign in
      switch sign {
      case "\\", ";", ",": "\\\(sign)"
      case _ where sign.isNewline: "\\n"
      default: String(sign)
      }
    }.joined()
  }

  /// A line that begins with white space goes on with the one before; one of quoted-printable text that ends in
  /// `=` goes on with the next (vCard 2.1 §2.1.3).
  private static func unfolded(_ text: String) -> [String] {
    var lines: [String] = []
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      if let last = lines.last, line.first == " " || line.first == "\t" {
        lines[lines.count - 1] = last + line.dropFirst()
      } else if let last = lines.last, last.hasSuffix("="), last.uppercased().contains("QUOTED-PRINTABLE") {
        lines[lines.count - 1] = String(last.dropLast()) + line
      } else {
        lines.append(String(line))
      }
    }
    return lines
  }
}

extension ContentLines.Line {
  init?(_ line: String) {
    // The colon that ends the name is the first outside quotes.
    var isQuoted = false
    guard
      let colon = line.firstIndex(where: { character in
        if character == "\"" { isQuoted.toggle() }
        return character == ":" && !isQuoted
      })
    else { return nil }
    let head = line[..<colon].split(separator: ";").map(String.init)
    guard let first = head.first?.uppercased() else { return nil }
    // `item1.TEL` belongs to a group.
    name = first.split(separator: ".").last.map(String.init) ?? first
    parameters = Array(head.dropFirst())
    let raw = line[line.index(after: colon)...]
    let isQuotedPrintable = parameters.contains { $0.uppercased().contains("QUOTED-PRINTABLE") }
    value = Self.unescaped(isQuotedPrintable ? Self.fromQuotedPrintable(raw) : String(raw))
  }

  /// RFC 6350 §3.4: `\n`, `\,`, `\;`, `\\`.
  private static func unescaped(_ text: String) -> String {
    var out = ""
    var isEscaped = false
    for character in text {
      if isEscaped {
        out.append(character == "n" || character == "N" ? "\n" : character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        out.append(character)
      }
    }
    return out
  }

  /// RFC 2045 §6.7, by UTF-8.
  private static func fromQuotedPrintable(_ text: Substring) -> String {
    String(text.map { $0 == "=" ? "%" : $0 == "%" ? "\u{FFFC}" : $0 }).percentDecoded
      .replacing("\u{FFFC}", with: "%")
  }
}
