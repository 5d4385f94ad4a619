import Presentation

/// A wireless network as a code tells it.
public struct WiFiNetwork: Hashable, Sendable {
  public enum Security: Hashable, Sendable {
    case none
    case wep(key: String)
    /// WPA, WPA2, or WPA2 and 3 together.
    case wpa(password: String)
    /// WPA3 alone (SAE).
    case wpa3(password: String)
  }

  /// The network's name (SSID), at most 32 bytes.
  public let name: String
  public let security: Security
  /// The network does not tell its name and must be asked for.
  public let isHidden: Bool

  public init(name: String, security: Security, isHidden: Bool = false) {
    self.name = name
    self.security = security
    self.isHidden = isHidden
  }
}

/// `WIFI:T:WPA;S:name;P:password;H:true;;`, in any order, as phones make and read it; `R:` marks WPA3 only, and
/// EAP networks add `E:`, `PH2:`, `A:` and `I:`.
enum WiFiPayload: PayloadParser {
  static func describe(_ text: String) -> PayloadDescription? {
    guard let rest = text.trimmed.after(prefix: "WIFI:") else { return nil }
    let fields = FieldText(rest)
    guard let name = fields["S"].map(unquoted), !name.isEmpty else { return nil }
    let password = fields["P"].map(unquoted)
    var rows: [PayloadDescription.Row] = []
    rows.add("Network", name)
    rows.append(security(fields))
    rows.add("Password", password, isSecret: true)
    rows.add("Method", [fields["E"], fields["PH2"]].compactMap { $0 }.joined(separator: ", "))
    rows.add("Identity", fields["I"])
    rows.add("Outer identity", fields["A"])
    let isHidden = ["true", "1", "yes"].contains(fields["H"]?.lowercased() ?? "")
    if isHidden { rows.add("Hidden", said: "yes") }
    var cautions: [Sentence] = []
    if password == nil && fields["E"] == nil {
      cautions.append("The network is open: others can read along what is not encrypted.")
    }
    let network = network(name, password: password, fields, isHidden: isHidden)
    var isJoinable = name.utf8.count <= 32
    if case .wpa(let password) = network?.security, !isPassphrase(password) {
      isJoinable = false
      cautions.append("A WPA password has 8 to 63 letters; this one has \(password.utf8.count).")
    }
    if name.utf8.count > 32 { cautions.append("A network's name has at most 32 bytes; this one has more.") }
    return PayloadDescription(
      kind: .network, title: "Wi-Fi network", rows: rows,
      action: isJoinable ? network.map { .join($0) } : nil, cautions: cautions)
  }

  /// Nil for networks that take more than a password.
  private static func network(
    _ name: String, password: String?, _ fields: FieldText, isHidden: Bool
  ) -> WiFiNetwork? {
    guard fields["E"] == nil else { return nil }
    let security: WiFiNetwork.Security? =
      switch (fields["T"]?.uppercased() ?? "", password) {
      case (_, nil): WiFiNetwork.Security.none
      case ("SAE", let password?): .wpa3(password: password)
      case (_, let password?) where fields["R"] == "1": .wpa3(password: password)
      case ("WEP", let password?): .wep(key: password)
      case ("WPA", let password?), ("WPA2", let password?), ("WPA3", let password?), ("", let password?):
        .wpa(password: password)
      default: nil
      }
    return security.map { WiFiNetwork(name: name, security: $0, isHidden: isHidden) }
  }

  /// IEEE 802.11 §J.4: 8 to 63 signs of ASCII, or the key itself in 64 hexadecimal digits.
  private static func isPassphrase(_ password: String) -> Bool {
    (8...63).contains(password.utf8.count) || password.utf8.count == 64 && password.allSatisfy(\.isHexDigit)
  }

  private static func security(_ fields: FieldText) -> PayloadDescription.Row {
    if fields["R"] == "1" { return .init("Security", "WPA3") }
    return switch fields["T"]?.uppercased() {
    case nil, "NOPASS", "": .init("Security", said: "none")
    case "SAE": .init("Security", "WPA3")
    case "WEP": .init("Security", said: "WEP (broken long ago)")
    case let other?: .init("Security", other)
    }
  }

  /// A name that could be taken for hexadecimal digits is put in quotes by those who know the form.
  private static func unquoted(_ value: String) -> String {
    value.count >= 2 && value.hasPrefix("\"") && value.hasSuffix("\"") ? String(value.dropFirst().dropLast()) : value
  }
}
