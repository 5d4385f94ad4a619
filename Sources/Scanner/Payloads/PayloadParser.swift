public import Barcodes
import Presentation

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
    OneTimePasswordPayload.self, PaymentPayload.self, SwissBillPayload.self, CoinPayload.self, LicensePayload.self,
    NamedPayload.self,
  ]

  /// Characters looked at: no symbol holds more (7,089 digits in QR version 40), and a message over several
  /// is text.
  static let characterLimit = 16384

  /// What a symbol's text is.
  public init(of symbol: DecodedSymbol, _ context: PayloadContext = .plain) {
    guard let text = symbol.text else {
      self.init(
        kind: .data, title: "Binary data", rows: [.init("Bytes", "\(symbol.bytes.count)")] + Self.preview(symbol.bytes))
      return
    }
    let secret = Secret(in: text)
    if let parcel = ParcelPayload.describe(symbol) {
      self = parcel
    } else if let elements = GS1Payload.describe(text, symbologyIdentifier: symbol.symbologyIdentifier, context) {
      self = elements
    } else if let found = Self.described(text, context), secret == nil || found.hasSecrets {
      self = found
    } else if let secret {
      // Wrapped, or of a kind that nothing takes apart: it is hidden as a whole.
      let inner = Self.described(PlainPayload(text).text, context).flatMap { $0.hasSecrets ? $0 : nil }
      self =
        inner
        ?? PayloadDescription(kind: secret.kind, title: secret.title, rows: [Row("Content", text, isSecret: true)])
    } else {
      self = ProductPayload.describe(symbol) ?? PayloadDescription(title: "Text")
    }
  }

  private static func described(_ text: String, _ context: PayloadContext) -> PayloadDescription? {
    guard text.utf8.count <= characterLimit else { return nil }
    return parsers.lazy.compactMap { $0.describe(text) }.first ?? BoardingPassPayload.describe(text, context)
      ?? LinkPayload.describe(text, context)
  }

  /// The first bytes as hexadecimal numbers.
  private static func preview(_ bytes: [UInt8]) -> [Row] {
    guard !bytes.isEmpty else { return [] }
    let shown = bytes.prefix(24).map { HarmlessText.hex(UInt32($0), digits: 2) }.joined(separator: " ")
    return [Row("Content", shown + (bytes.count > 24 ? " …" : ""))]
  }
}
