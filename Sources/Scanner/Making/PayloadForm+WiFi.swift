extension PayloadForm {
  /// `WIFI:` as ZXing defined it and Wi-Fi Alliance's WPA3 specification (§7) took it over: `T` is WPA for WPA2 and
  /// WPA3 alike, and `R:1` forbids a WPA3 network's client ever to fall back to WPA2.
  static let wifi = PayloadForm(
    name: "wifi", title: "Wi-Fi",
    fields: [
      Field("name", "Network", isRequired: true), Field("password", "Password", hint: "none for an open network"),
      Field("security", "Security", choices: ["wpa", "wpa3", "wep", "none"]),
      Field("hidden", "Hidden", choices: ["no", "yes"]),
    ]
  ) { values throws(PayloadFailure) in
    let password = values["password"]
    let security = try WiFiSecurity(values["security"], hasPassword: password != nil)
    if let password { try security.check(password) }
    if password == nil, security != .open { throw .missing("Password") }
    var fields = ["T:" + security.type]
    if security == .wpa3 { fields.append("R:1") }
    fields.append("S:" + escaped(values.required("name")))
    if let password, security != .open { fields.append("P:" + escaped(password)) }
    if try isYes(values["hidden"]) { fields.append("H:true") }
    return "WIFI:" + fields.joined(separator: ";") + ";;"
  }

  private static func escaped(_ text: String) -> String {
    PayloadEscape.backslashed(text, ["\\", ";", ",", ":", "\""])
  }

  private static func isYes(_ text: String?) throws(PayloadFailure) -> Bool {
    switch text?.lowercased() {
    case nil, "no", "false": false
    case "yes", "true": true
    default: throw .malformed("Hidden", value: text ?? "", wanted: "yes or no")
    }
  }
}

private enum WiFiSecurity {
  case open, wep, wpa, wpa3

  init(_ text: String?, hasPassword: Bool) throws(PayloadFailure) {
    switch text?.lowercased() {
    case nil: self = hasPassword ? .wpa : .open
    case "none", "open", "nopass": self = .open
    case "wep": self = .wep
    case "wpa", "wpa2": self = .wpa
    case "wpa3", "sae": self = .wpa3
    default: throw .malformed("Security", value: text ?? "", wanted: "wpa, wpa3, wep or none")
    }
  }

  var type: String {
    switch self {
    case .open: "nopass"
    case .wep: "WEP"
    case .wpa, .wpa3: "WPA"
    }
  }

  /// A WPA2 passphrase has 8 to 63 ASCII characters, or is a key of 64 hexadecimal digits (IEEE 802.11 Annex J.4);
  /// SAE sets no such limits.
  func check(_ password: String) throws(PayloadFailure) {
    guard self == .wpa else { return }
    let count = password.utf8.count
    let isKey = count == 64 && password.allSatisfy(\.isHexDigit)
    guard isKey || 8...63 ~= count else {
      throw .malformed("Password", value: password, wanted: "8 to 63 characters long, which WPA asks for")
    }
  }
}
