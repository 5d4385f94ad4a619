public import Scanner

/// Texts as no careful person writes them: what has tripped converters, tables and terminals before.
public enum HostileText {
  /// A text of up to `length` pieces.
  public static func text(length: Int, using generator: inout SeededRandom) -> String {
    var scalars = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...length, using: &generator) {
      scalars += piece(using: &generator).unicodeScalars
    }
    return String(scalars)
  }

  private static func piece(using generator: inout SeededRandom) -> String {
    switch Int.random(in: 0..<10, using: &generator) {
    case 0: return words.randomElement(using: &generator) ?? ""
    case 1, 2: return String(Unicode.Scalar(UInt8.random(in: 0x00...0x7F, using: &generator)))
    case 3: return String(Unicode.Scalar(UInt8.random(in: 0x80...0xFF, using: &generator)))
    case 4 where Bool.random(using: &generator): return scalar(in: 0xFDD0...0xFDEF, using: &generator)
    case 4: return scalar(in: 0x3040...0x9FFF, using: &generator)
    case 5: return String(Int.random(in: 0..<100_000, using: &generator))
    case 6: return scalar(in: 0x0000...0xFFFF, using: &generator)
    case 7: return scalar(in: 0x0000...0x10_FFFF, using: &generator)
    default: return signs.randomElement(using: &generator) ?? ""
    }
  }

  private static func scalar(in range: ClosedRange<UInt32>, using generator: inout SeededRandom) -> String {
    // Surrogates are none.
    Unicode.Scalar(UInt32.random(in: range, using: &generator)).map { String($0) } ?? "\u{FFFD}"
  }

  /// Signs that one does not see, that join, that end lines, that begin formulas or quote them.
  private static let signs = [
    "\u{FEFF}", "\u{FFFE}", "\u{FFFF}", "\u{10FFFF}", "\u{200B}", "\u{200C}", "\u{200D}", "\u{2060}",
    "\u{00AD}", "\u{034F}", "\u{061C}", "\u{180E}", "\u{202E}", "\u{2066}", "\u{2028}", "\u{2029}", "\u{0085}",
    "\u{0301}",
    "\u{20DD}", "\u{FE0F}", "\u{E0001}", "\u{E0100}", "\u{1F469}\u{200D}\u{1F4BB}", "\u{0000}", "\u{007F}", "\r\n",
    "\r", "\n", "\t", "\u{1D}", "\u{1E}", "\u{04}", "\"", "'", ",", ";", "=", "+", "-", "@", "|", "%", "＝", "\\", "¥",
    "‾", "～", "〜", "−", "\u{E000}", "\u{FFFD}", "ｱ", "日本", "Ã©", "ÿþ", "±²³´", "\u{212B}", "가", "ŀ", "ß",
  ]

  private static let words = [
    "hello", "HELLO WORLD", "0123456789", "[)>\u{1E}05\u{1D}", "\u{1E}\u{04}", "(01)09521234543213",
    "=HYPERLINK(\"http://x\")",
    "\"\u{0301},=1+1,", "\u{FEFF}\u{FEFF}", "99SMSTO:S:0xfile:///etc/passwd\u{FEFF}", "WIFI:S:a;P:b;;", ", . : \r\n",
  ]
}
