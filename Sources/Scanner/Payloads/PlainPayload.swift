/// A payload as those take it who act on it: without what has no picture, and without the wrappings that only say that an
/// address follows.
///
/// What decides about a payload (whether it is a secret, and of which kind) looks at this; what is shown or handed on is the
/// text itself.
struct PlainPayload {
  /// As it was written, but for what is left out.
  let text: String
  /// The same in lower case.
  let folded: String

  init(_ text: String) {
    // A payload that is looked at ends where a symbol does; more than any holds is never taken apart.
    var scalars = Self.visible(text.unicodeScalars.prefix(Self.scalarLimit))
    for _ in 0..<Self.mostWrappings { scalars = Self.unwrapped(scalars) ?? scalars }
    self.text = String(String.UnicodeScalarView(scalars))
    folded = self.text.lowercased()
  }

  /// More lie about each other by malice alone.
  private static let mostWrappings = 4
  /// Longer than a message over 16 of the largest QR Codes.
  private static let scalarLimit = 1 << 17

  /// Without joiners, marks of direction and the like; without blanks and controls around it; letters and signs in the
  /// width that ASCII has.
  private static func visible(_ scalars: some Sequence<Unicode.Scalar>) -> ArraySlice<Unicode.Scalar> {
    let seen = scalars.filter { scalar in
      scalar.isASCII
        || scalar.properties.generalCategory != .format && !scalar.properties.isDefaultIgnorableCodePoint
    }
    return trimmed(seen.map { 0xFF01...0xFF5E ~= $0.value ? Unicode.Scalar($0.value - 0xFEE0) ?? $0 : $0 }[...])
  }

  private static func trimmed(_ scalars: ArraySlice<Unicode.Scalar>) -> ArraySlice<Unicode.Scalar> {
    func isBlank(_ scalar: Unicode.Scalar) -> Bool {
      scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
    }
    let rest = scalars.drop(while: isBlank)
    return rest.prefix((rest.lastIndex { !isBlank($0) } ?? rest.startIndex - 1) - rest.startIndex + 1)
  }

  /// What follows `URL:` and its like, or the address of a bookmark (`MEBKM:`, NTT DoCoMo).
  private static func unwrapped(_ scalars: ArraySlice<Unicode.Scalar>) -> ArraySlice<Unicode.Scalar>? {
    for wrapping in ["url:", "uri:", "urlto:"] where begins(scalars, with: wrapping) {
      return trimmed(scalars.dropFirst(wrapping.utf8.count))
    }
    guard begins(scalars, with: "mebkm:") else { return nil }
    let fields = FieldText(String(String.UnicodeScalarView(scalars.dropFirst("mebkm:".utf8.count))))
    return fields["URL"].map { trimmed(Array($0.unicodeScalars)[...]) }
  }

  private static func begins(_ scalars: ArraySlice<Unicode.Scalar>, with prefix: String) -> Bool {
    scalars.prefix(prefix.utf8.count).elementsEqual(prefix.unicodeScalars) { scalar, expected in
      scalar == expected || scalar.isASCII && scalar.properties.lowercaseMapping == String(expected)
    }
  }

  /// Whether it begins so, whatever its case; sign by sign, whatever marks join them.
  func begins(with prefix: String) -> Bool { folded.utf8.starts(with: prefix.utf8) }
}
