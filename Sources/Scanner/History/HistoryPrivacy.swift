/// What is not written down. Checked before anything reaches the store.
public struct HistoryPrivacy: Hashable, Sendable {
  /// Nothing is stored.
  public var isPrivate: Bool
  /// Also payloads that are secrets or personal documents are stored. Without it a password that was scanned
  /// once does not lie on the disk; with it the history is complete.
  public var storesSecrets: Bool

  public init(isPrivate: Bool = false, storesSecrets: Bool = false) {
    self.isPrivate = isPrivate
    self.storesSecrets = storesSecrets
  }

  /// As the user has set it.
  public init(_ settings: Settings.History) {
    self.init(isPrivate: settings.isPrivate, storesSecrets: settings.storesSecrets)
  }

  public func allows(_ content: HistoryContent) -> Bool {
    guard !isPrivate else { return false }
    return storesSecrets || Secret(in: content) == nil
  }
}

/// A payload that says who somebody is or lets its bearer in.
public enum Secret: Hashable, Sendable {
  /// A key for one-time passwords: `otpauth://`, `otpauth-migration://`.
  case oneTimePassword
  /// `WIFI:` with a password.
  case wifiPassword
  /// IATA Resolution 792 (BCBP), or a railway ticket of UIC 918.3 or VDV.
  case boardingPass
  /// A FIDO login: `FIDO:/`.
  case login
  /// A driving licence of AAMVA DL/ID.
  case identityDocument
  /// An EU digital certificate (`HC1:`) or a SMART Health Card (`shc:/`).
  case healthRecord

  public init?(in content: HistoryContent) {
    if let text = content.text, let found = Self.kind(of: text) {
      self = found
    } else if Self.isRailTicket(content.bytes) {
      self = .boardingPass
    } else {
      return nil
    }
  }

  private static func kind(of text: String) -> Secret? {
    // White space that a careless maker left in front does not make it less of a secret.
    let payload = text.drop { $0.isWhitespace }
    let head = payload.prefix(24).lowercased()
    if head.hasPrefix("otpauth:") || head.hasPrefix("otpauth-migration:") { return .oneTimePassword }
    if head.hasPrefix("wifi:") { return hasPassword(payload) ? .wifiPassword : nil }
    if head.hasPrefix("fido:/") { return .login }
    if head.hasPrefix("hc1:") || head.hasPrefix("shc:/") { return .healthRecord }
    if head.hasPrefix("@\n"), payload.prefix(40).contains("ANSI ") { return .identityDocument }
    return isBoardingPass(payload) ? .boardingPass : nil
  }

  /// True if a `P:` field (or an EAP one) begins the payload or follows a separator that is not escaped.
  private static func hasPassword(_ wifi: Substring) -> Bool {
    var field = ""
    var isEscaped = false
    for character in wifi.dropFirst("wifi:".count) + ";" {
      if !isEscaped && character == ";" {
        if field.lowercased().hasPrefix("p:"), field.count > 2 { return true }
        field = ""
      } else {
        field.append(character)
      }
      isEscaped = !isEscaped && character == "\\"
    }
    return false
  }

  /// `M`, the number of legs (1…4), a name of 20 characters, and an electronic ticket's mark or a blank: the
  /// mandatory first items of Resolution 792, 60 characters a leg.
  private static func isBoardingPass(_ text: Substring) -> Bool {
    let signs = Array(text.unicodeScalars.prefix(60))
    guard signs.count == 60, signs[0] == "M", ("1"..."4").contains(signs[1]) else { return false }
    // Columns 31–36 are two airports: capital letters.
    return (signs[22] == "E" || signs[22] == " ") && signs[30...35].allSatisfy { ("A"..."Z").contains($0) }
  }

  /// `#UT` and a version (UIC 918.3), or a signature of 128 bytes as the first element (VDV-KA).
  private static func isRailTicket(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: Array("#UT".utf8)) || bytes.starts(with: [0x9E, 0x81, 0x80])
  }
}
