/// What a symbol says, apart from where it was seen.
public struct DecodedSymbol: Hashable, Sendable {
  /// The kind of code that it is.
  public let symbology: Symbology
  /// The message as text, or nil where the bytes are no text.
  public let text: String?
  /// The message as the symbol carries it, before any character set was applied.
  public let bytes: [UInt8]
  /// `]` and two characters, ISO/IEC 15424: the symbology and the options it was read with.
  public let symbologyIdentifier: String
  /// The symbol's place in a message that is spread over several, if it is.
  public let structuredAppend: StructuredAppend?
  /// What else the family tells, such as `version` and `mask`; the names are those of the JSON.
  public let details: [String: DetailValue]

  package init(
    symbology: Symbology, text: String?, bytes: [UInt8], symbologyIdentifier: String,
    structuredAppend: StructuredAppend? = nil, details: [String: DetailValue] = [:]
  ) {
    self.symbology = symbology
    self.text = text
    self.bytes = bytes
    self.symbologyIdentifier = symbologyIdentifier
    self.structuredAppend = structuredAppend
    self.details = details
  }

  /// True for a symbol without a message, which is no result.
  public var isEmpty: Bool { bytes.isEmpty && (text ?? "").isEmpty }
}

/// A value among `DecodedSymbol.details`.
public enum DetailValue: Hashable, Sendable {
  /// A number, such as a version or how many codewords were corrected.
  case integer(Int)
  /// A word, such as a level of error correction.
  case string(String)
  /// Whether something is so.
  case boolean(Bool)
}

/// One symbol's place in a message over several.
public struct StructuredAppend: Hashable, Sendable {
  /// The place, from 0.
  public let index: Int
  /// How many symbols the message has, or nil where the symbol does not tell.
  public let count: Int?
  /// What all symbols of the message share: QR's parity byte, PDF417's file identifier.
  public let identifier: String

  package init(index: Int, count: Int?, identifier: String) {
    self.index = index
    self.count = count
    self.identifier = identifier
  }
}
