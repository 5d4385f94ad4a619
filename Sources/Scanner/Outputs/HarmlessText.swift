/// Text out of a code, made safe to print: what would move a cursor, ring a bell, start an escape sequence,
/// break a line or turn the direction of reading is spelled out.
///
/// Used wherever text of a stranger meets a terminal or a line-based file.
public enum HarmlessText {
  /// The text with control and direction characters as `\n`, `\t`, `\x1B`, `\u{202E}`; a backslash becomes
  /// two, so that the original can be told.
  public static func escaped(_ text: String) -> String {
    var out = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": out += "\\\\"
      case "\n": out += "\\n"
      case "\r": out += "\\r"
      case "\t": out += "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F: out += "\\x" + hex(scalar.value, digits: 2)
      case _ where isHarmful(scalar): out += "\\u{" + hex(scalar.value, digits: 4) + "}"
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out
  }

  /// Bytes that are no text, each as `\xNN` unless it is printable ASCII.
  public static func escaped(_ bytes: [UInt8]) -> String {
    bytes.map { byte in
      switch byte {
      case UInt8(ascii: "\\"): "\\\\"
      case 0x20..<0x7F: String(UnicodeScalar(byte))
      default: "\\x" + hex(UInt32(byte), digits: 2)
      }
    }.joined()
  }

  /// A symbol's message in one harmless line.
  public static func line(for text: String?, bytes: [UInt8]) -> String {
    text.map { escaped($0) } ?? escaped(bytes)
  }

  /// Controls (Cc), line and paragraph separators, and of the invisible format characters (Cf) all but the two
  /// joiners that scripts and emoji need.
  package static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    case .format: scalar.value != 0x200C && scalar.value != 0x200D
    default: false
    }
  }

  package static func hex(_ value: UInt32, digits: Int) -> String {
    let plain = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - plain.count)) + plain
  }
}
