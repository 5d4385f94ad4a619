/// GS1 element strings: application identifiers with their data, GS1 General Specifications (2024) §3.
package enum GS1ElementString {
  /// The identifiers and data of a message in which U+001D separates data of variable length, or nil where it is none.
  package static func elements(_ message: String) -> [(identifier: String, data: String)]? {
    var elements: [(identifier: String, data: String)] = []
    var rest = Substring(message)
    while !rest.isEmpty {
      guard let length = identifierLength(rest), rest.count > length else { return nil }
      let identifier = String(rest.prefix(length))
      rest = rest.dropFirst(length)
      guard identifier.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
      if let fixed = fixedLength(identifier) {
        let data = rest.prefix(fixed)
        guard data.count == fixed, data.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
        elements.append((identifier, String(data)))
        rest = rest.dropFirst(fixed)
        // A separator here is not needed, and done by some.
        if rest.first == "\u{1D}" { rest = rest.dropFirst() }
      } else {
        let data = rest.prefix { $0 != "\u{1D}" }
        guard !data.isEmpty, data.count <= 90 else { return nil }
        elements.append((identifier, String(data)))
        rest = rest.dropFirst(data.count)
        if !rest.isEmpty { rest = rest.dropFirst() }
      }
    }
    return elements.isEmpty ? nil : elements
  }

  /// As people read it, "(01)09521234543213(17)261231", or nil where the message holds no element strings.
  package static func readable(_ message: String) -> String? {
    elements(message)?.map { "(\($0.identifier))\($0.data)" }.joined()
  }

  /// The message of a text with identifiers in brackets, round or square, or nil where it has none.
  package static func message(bracketed text: String) -> String? {
    var message = ""
    var rest = Substring(text)
    var needsSeparator = false
    guard let first = rest.first, first == "(" || first == "[" else { return nil }
    let (opening, closing): (Character, Character) = first == "(" ? ("(", ")") : ("[", "]")
    while let mark = rest.first {
      guard mark == opening, let end = rest.firstIndex(of: closing) else { return nil }
      let identifier = rest[rest.index(after: rest.startIndex)..<end]
      guard 2...4 ~= identifier.count, identifier.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
      rest = rest[rest.index(after: end)...]
      let data = rest.prefix { $0 != opening }
      guard !data.isEmpty else { return nil }
      if needsSeparator { message += "\u{1D}" }
      message += identifier + data
      needsSeparator = fixedLength(String(identifier)) == nil
      rest = rest.dropFirst(data.count)
    }
    return message.isEmpty ? nil : message
  }

  /// Digits of the identifier that a text begins with. §3.2: its first two tell.
  private static func identifierLength(_ text: Substring) -> Int? {
    guard let two = Int(text.prefix(2)), text.prefix(2).count == 2 else { return nil }
    return switch two {
    case 0...4, 10...13, 15...17, 20...22, 30, 37, 90...99: 2
    case 23...25, 40...42, 71: 3
    case 31...36, 39, 43, 70, 72, 80...82: 4
    default: nil
    }
  }

  /// Digits of data that need no separator after them. §7.8.5: the first two digits of the identifier tell.
  private static func fixedLength(_ identifier: String) -> Int? {
    switch Int(identifier.prefix(2)) ?? -1 {
    case 0: 18
    case 1...3: 14
    case 4: 16
    case 11...19: 6
    case 20: 2
    case 31...36: 6
    case 41: 13
    default: nil
    }
  }
}
