/// What is left for other programs to paste.
///
/// A clipboard's text ends at its first NUL, as C's strings do. A text that has one is left as hexadecimal numbers, lest less
/// than all of it is pasted without a word.
public struct ClipboardText: Hashable, Sendable {
  public let text: String
  /// What a person is told: that it was copied, and where not as it is, how.
  public let notice: String

  public init(_ text: String) {
    if text.utf8.contains(0) {
      self.text = text.utf8.map { HarmlessText.hex(UInt32($0), digits: 2) }.joined(separator: " ")
      notice = "Copied as hexadecimal bytes: a clipboard ends at the NUL in it"
    } else {
      self.text = text
      notice = "Copied"
    }
  }
}
