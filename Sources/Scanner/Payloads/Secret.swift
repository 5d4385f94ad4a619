/// A payload that says who somebody is or lets its bearer in.
public enum Secret: Hashable, Sendable, CaseIterable {
  /// A key for one-time passwords: `otpauth://`, `otpauth-migration://` and their like.
  case oneTimePassword
  /// `WIFI:` with a password.
  case wifiPassword
  /// An address with a password in it, or the settings of a tunnel or proxy.
  case accessData
  /// A login that a telephone confirms (`FIDO:/` and the linking of messengers), or a token that is one.
  case login
  /// An eSIM's activation code, `LPA:1$`. GSMA SGP.22 §4.1
  case mobileProfile
  /// What lets a device be taken over by its label: Matter (`MT:`), HomeKit (`X-HM:`), Wi-Fi Easy Connect (`DPP:`).
  case deviceSetup
  /// A private key or the words that one is made of: PEM, age, Bitcoin (WIF, BIP 32, 38 and 39), Nostr.
  case privateKey
  /// IATA Resolution 792 (BCBP), or a railway ticket of UIC 918.3 or VDV.
  case boardingPass
  /// A driving license of AAMVA DL/ID or ISO/IEC 18013-5.
  case identityDocument
  /// An EU digital certificate (`HC1:`), a SMART Health Card (`shc:/`) or their like.
  case healthRecord

  public init?(in content: HistoryContent) {
    // Bytes that are no text may hold one all the same.
    let text = content.text ?? String(decoding: content.bytes, as: UTF8.self)
    if let found = Secret(in: text) {
      self = found
    } else if Self.isRailTicket(content.bytes) {
      self = .boardingPass
    } else {
      return nil
    }
  }

  public init?(in text: String) {
    let payload = PlainPayload(text)
    if let kind = Self.beginnings.first(where: { payload.begins(with: $0.beginning) })?.kind {
      self = kind
    } else if let kind = Self.kind(of: payload) {
      self = kind
    } else {
      return nil
    }
  }

  /// As a person would call it.
  public var title: String {
    switch self {
    case .oneTimePassword: "One-time password key"
    case .wifiPassword: "Wi-Fi network"
    case .accessData: "Access data"
    case .login: "Login"
    case .mobileProfile: "eSIM profile"
    case .deviceSetup: "Device setup"
    case .privateKey: "Private key"
    case .boardingPass: "Ticket"
    case .identityDocument: "Identity document"
    case .healthRecord: "Health record"
    }
  }

  /// The kind of payload that it is.
  var kind: PayloadKind {
    switch self {
    case .oneTimePassword, .accessData, .privateKey: .password
    case .wifiPassword: .network
    case .login: .login
    case .mobileProfile, .deviceSetup: .setup
    case .boardingPass: .ticket
    case .identityDocument, .healthRecord: .identity
    }
  }

  /// Beginnings, in lower case, after which everything is secret.
  private static let beginnings: [(beginning: String, kind: Secret)] = [
    ("otpauth:", .oneTimePassword), ("otpauth-migration:", .oneTimePassword), ("apple-otpauth:", .oneTimePassword),
    ("motp:", .oneTimePassword), ("phonefactor:", .oneTimePassword),
    ("fido:", .login), ("sgnl://linkdevice", .login), ("tg://login", .login),
    ("lpa:1$", .mobileProfile), ("x-hm:", .deviceSetup), ("dpp:", .deviceSetup),
    ("hc1:", .healthRecord), ("shc:/", .healthRecord), ("nzcp:/", .healthRecord), ("mdoc:", .identityDocument),
    ("age-secret-key-1", .privateKey), ("nsec1", .privateKey), ("ur:crypto-seed/", .privateKey),
    ("ur:seed/", .privateKey), ("ur:crypto-bip39/", .privateKey), ("ur:crypto-sskr/", .privateKey),
    // Proxies whose whole address is the key to them.
    ("ss://", .accessData), ("ssr://", .accessData), ("vmess://", .accessData), ("vless://", .accessData),
    ("trojan://", .accessData),
  ]

  private static func kind(of payload: PlainPayload) -> Secret? {
    if payload.begins(with: "wifi:") {
      return FieldText(payload.text.unicodeScalars.dropFirst("wifi:".utf8.count))["P"] == nil ? nil : .wifiPassword
    }
    if payload.begins(with: "mt:"), isMatter(payload.folded) { return .deviceSetup }
    if KeyText.isPrivateKey(payload.text) { return .privateKey }
    if AccessData.isPart(of: payload.folded) { return .accessData }
    if AccessData.isToken(payload.text) { return .login }
    let signs = Array(payload.text.unicodeScalars.prefix(60))
    if isLicense(signs) { return .identityDocument }
    return isBoardingPass(signs) ? .boardingPass : nil
  }

  /// Matter 1.0 §5.1.3: letters of base 38, 19 for the mandatory fields alone; some of them prove it.
  private static func isMatter(_ folded: String) -> Bool {
    folded.utf8.dropFirst(3).prefix(16).count { byte in
      0x30...0x39 ~= byte || 0x61...0x7A ~= byte || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
    } == 16
  }

  /// AAMVA DL/ID §D.12.3: `@`, a line feed, a separator, and the file type.
  private static func isLicense(_ signs: [Unicode.Scalar]) -> Bool {
    guard signs.first == "@", signs.dropFirst().first?.properties.generalCategory == .control else { return false }
    let head = String(String.UnicodeScalarView(signs.prefix(40)))
    return head.contains("ANSI ") || head.contains("AAMVA")
  }

  /// `M`, the number of legs (1…4), a name of 20 characters, and an electronic ticket's mark or a blank: the
  /// mandatory first items of Resolution 792, 60 characters a leg.
  private static func isBoardingPass(_ signs: [Unicode.Scalar]) -> Bool {
    guard signs.count >= 58, signs[0] == "M", ("1"..."4").contains(signs[1]) else { return false }
    // Columns 31–36 are two airports: capital letters.
    return (signs[22] == "E" || signs[22] == " ") && signs[30...35].allSatisfy { ("A"..."Z").contains($0) }
  }

  /// `#UT` and a version (UIC 918.3), or a signature of 128 bytes as the first element (VDV-KA).
  private static func isRailTicket(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: Array("#UT".utf8)) || bytes.starts(with: [0x9E, 0x81, 0x80])
  }
}
