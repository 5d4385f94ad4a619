public import Barcodes

/// A family of payloads: recognizes its own and describes it.
///
/// What it is given is text of a stranger: every length, order and character is possible, and none may do more
/// than look wrong.
protocol PayloadParser: SendableMetatype {
  /// Nil if the text is not of this family.
  static func describe(_ text: String) -> PayloadDescription?
}

extension PayloadDescription {
  /// In order: the first that recognizes the text describes it.
  private static let parsers: [any PayloadParser.Type] = [
    WiFiPayload.self, ContactPayload.self, EventPayload.self, MessagePayload.self, GeoPayload.self,
    OneTimePasswordPayload.self, PaymentPayload.self, NamedPayload.self, LinkPayload.self,
  ]

  /// Characters looked at: no symbol holds more (7,089 digits in QR version 40), and a message over several
  /// is text.
  static let characterLimit = 16384

  /// What a symbol's text is.
  public init(of symbol: DecodedSymbol) {
    guard let text = symbol.text else {
      self.init(title: "Binary data", rows: [.init("Bytes", "\(symbol.bytes.count)")] + Self.preview(symbol.bytes))
      return
    }
    if let elements = GS1Payload.describe(text, symbologyIdentifier: symbol.symbologyIdentifier) {
      self = elements
    } else if text.utf8.count <= Self.characterLimit,
      let found = Self.parsers.lazy.compactMap({ $0.describe(text) }).first
    {
      self = found
    } else {
      self.init(title: ProductPayload.title(of: symbol) ?? "Text")
    }
  }

  /// The first bytes as hexadecimal numbers.
  private static func preview(_ bytes: [UInt8]) -> [Row] {
    guard !bytes.isEmpty else { return [] }
    let shown = bytes.prefix(24).map { HarmlessText.hex(UInt32($0), digits: 2) }.joined(separator: " ")
    return [Row("Content", shown + (bytes.count > 24 ? " …" : ""))]
  }
}
