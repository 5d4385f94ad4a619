import Presentation

/// Fields of `NAME:value;` lists, as `WIFI:`, `MECARD:` and `MATMSG:` have them: a backslash takes the next
/// sign as it is.
///
/// Sign by sign of Unicode, as other readers go, and blanks and line ends around a name are none of it: what they take for a
/// password is one.
struct FieldText {
  /// In order, names in capital letters; a field without a colon has an empty name.
  let fields: [(name: String, value: String)]

  /// - Parameter text: what follows the scheme's own colon.
  init(_ text: some StringProtocol) { self.init(text.unicodeScalars) }

  init(_ scalars: some Sequence<Unicode.Scalar>) {
    var fields: [(name: String, value: String)] = []
    var name: String?
    var part = String.UnicodeScalarView()
    var isEscaped = false
    func close() {
      if name != nil || !part.isEmpty { fields.append((name ?? "", String(part))) }
      (name, part) = (nil, String.UnicodeScalarView())
    }
    for scalar in scalars {
      switch scalar {
      case _ where isEscaped:
        part.append(scalar)
        isEscaped = false
      case "\\": isEscaped = true
      case ";": close()
      // A second colon belongs to the value.
      case ":" where name == nil:
        name = Self.name(part)
        part = String.UnicodeScalarView()
      default: part.append(scalar)
      }
    }
    // The end may be missing; what was escaped by it is a backslash.
    if isEscaped { part.append("\\") }
    close()
    self.fields = fields
  }

  private static func name(_ part: String.UnicodeScalarView) -> String {
    let seen = part.filter { !$0.properties.isWhitespace && !HarmlessText.isHarmful($0) }
    return String(String.UnicodeScalarView(seen)).uppercased()
  }

  /// The first field of this name, if it has a value.
  subscript(_ name: String) -> String? {
    fields.first { $0.name == name && !$0.value.isEmpty }?.value
  }

  func all(_ name: String) -> [String] { fields.filter { $0.name == name && !$0.value.isEmpty }.map(\.value) }
}

extension StringProtocol {
  /// What follows a prefix, whatever its capital letters; nil if it is not there.
  func after(prefix: String) -> Substring? {
    let head = self.prefix(prefix.count)
    guard head.count == prefix.count, head.lowercased() == prefix.lowercased() else { return nil }
    return Substring(self[head.endIndex...])
  }

  /// `%41` as `A`, by UTF-8; what is no escape stays. `+` is itself.
  var percentDecoded: String {
    var bytes: [UInt8] = []
    var rest = Array(utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2, let value = Self.hexByte(rest.prefix(2)) {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func hexByte(_ digits: ArraySlice<UInt8>) -> UInt8? {
    let isHex = digits.allSatisfy { Character(UnicodeScalar($0)).isHexDigit }
    return isHex ? UInt8(String(decoding: digits, as: UTF8.self), radix: 16) : nil
  }

  /// `a=1&b=2` with both sides decoded; names in lower case.
  var queryItems: [(name: String, value: String)] {
    split(separator: "&").map { item in
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (parts[0].percentDecoded.lowercased(), parts.count > 1 ? parts[1].percentDecoded : "")
    }
  }
}

extension [PayloadDescription.Row] {
  /// Adds a row for a value that is there.
  mutating func add(_ label: Sentence, _ value: String?, isSecret: Bool = false, isDetail: Bool = false) {
    guard let value, !value.isEmpty else { return }
    append(PayloadDescription.Row(label, value, isSecret: isSecret, isDetail: isDetail))
  }

  /// Adds a row for what the program says in words of its own.
  mutating func add(_ label: Sentence, said: Sentence?, isSecret: Bool = false, isDetail: Bool = false) {
    guard let said else { return }
    append(PayloadDescription.Row(label, said: said, isSecret: isSecret, isDetail: isDetail))
  }
}
