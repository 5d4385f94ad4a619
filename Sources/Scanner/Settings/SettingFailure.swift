public import Presentation

/// Why a setting's text is not a value, in words for the person who wrote it.
public enum SettingFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// Not one of the values there are.
  case unknown(value: String, expected: String)
  /// Not the kind of value that is wanted.
  case malformed(value: String, expected: String)

  public var description: String { sentence.description }

  public var sentence: Sentence {
    switch self {
    case .unknown(let value, let expected):
      "“\(HarmlessText.escaped(value))” is not known: \(Sentence(verbatim: expected))"
    case .malformed(let value, let expected):
      "“\(HarmlessText.escaped(value))” is not \(Sentence(verbatim: expected))"
    }
  }
}

extension StringProtocol {
  /// Without white space at both ends. A blank counts by itself, also where a combining mark or a joiner behind it
  /// makes one character of both: what is left begins with the mark then.
  package var trimmed: String {
    var rest = Substring(self).unicodeScalars
    while rest.first?.properties.isWhitespace == true { rest.removeFirst() }
    while rest.last?.properties.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }
}
