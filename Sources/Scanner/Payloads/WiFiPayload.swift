/// `WIFI:T:WPA;S:name;P:password;H:true;;`, in any order, as phones make and read it; `R:` marks WPA3 only, and
/// EAP networks add `E:`, `PH2:`, `A:` and `I:`.
enum WiFiPayload: PayloadParser {
  static func describe(_ text: String) -> PayloadDescription? {
    guard let rest = text.trimmed.after(prefix: "WIFI:") else { return nil }
    let fields = FieldText(rest)
    guard let name = fields["S"] else { return nil }
    let password = fields["P"]
    var rows: [PayloadDescription.Row] = []
    rows.add("Network", unquoted(name))
    rows.add("Security", security(fields))
    rows.add("Password", password.map(unquoted), isSecret: true)
    rows.add("Method", [fields["E"], fields["PH2"]].compactMap { $0 }.joined(separator: ", "))
    rows.add("Identity", fields["I"])
    rows.add("Outer identity", fields["A"])
    if let hidden = fields["H"], ["true", "1", "yes"].contains(hidden.lowercased()) { rows.add("Hidden", "yes") }
    let isOpen = password == nil && fields["E"] == nil
    return PayloadDescription(
      title: "Wi-Fi network", rows: rows,
      cautions: isOpen ? ["The network is open: others can read along what is not encrypted."] : [])
  }

  private static func security(_ fields: FieldText) -> String {
    let name: String =
      switch fields["T"]?.uppercased() {
      case nil, "NOPASS", "": "none"
      case "WPA": "WPA"
      case "SAE": "WPA3"
      case "WEP": "WEP (broken long ago)"
      case let other?: other
      }
    return fields["R"] == "1" ? "WPA3" : name
  }

  /// A name that could be taken for hexadecimal digits is put in quotes by those who know the form.
  private static func unquoted(_ value: String) -> String {
    value.count >= 2 && value.hasPrefix("\"") && value.hasSuffix("\"") ? String(value.dropFirst().dropLast()) : value
  }
}
