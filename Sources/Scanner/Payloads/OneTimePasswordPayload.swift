import Presentation

/// Keys for one-time passwords: `otpauth://TYPE/LABEL?secret=…`, and the form that moves many at once.
enum OneTimePasswordPayload: PayloadParser {
  static func describe(_ text: String) -> PayloadDescription? {
    let text = text.trimmed
    if text.after(prefix: "otpauth-migration:") != nil {
      return PayloadDescription(
        kind: .password, title: "One-time password keys", rows: [.init("Keys", text, isSecret: true)],
        cautions: ["Whoever has this code can log in with it."])
    }
    guard let rest = text.after(prefix: "otpauth://") else { return nil }
    let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let path = parts[0].split(separator: "/", maxSplits: 1)
    let items = parts.count > 1 ? parts[1].queryItems : []
    func item(_ name: String) -> String? { items.first { $0.name == name }?.value }
    let label = path.count > 1 ? path[1].percentDecoded : ""
    let account = label.split(separator: ":", maxSplits: 1).last.map { $0.trimmed }
    let issuer = item("issuer") ?? (label.contains(":") ? label.split(separator: ":").first.map { $0.trimmed } : nil)
    var rows: [PayloadDescription.Row] = []
    rows.add("Issuer", issuer)
    rows.add("Account", account)
    rows.add("Kind", said: path.first.map { $0.lowercased() == "hotp" ? "by counter" : "by time" })
    rows.add("Algorithm", item("algorithm"))
    rows.add("Digits", item("digits"))
    rows.add("Period", item("period").map { "\($0) s" })
    rows.add("Secret", item("secret"), isSecret: true)
    var cautions: [Sentence] = ["Whoever has this code can log in with it."]
    // RFC 4648 §6, which authenticators take without padding.
    let isBase32 = (item("secret") ?? "").uppercased().utf8.allSatisfy {
      0x41...0x5A ~= $0 || 0x32...0x37 ~= $0 || $0 == 0x3D || $0 == 0x20
    }
    if item("secret") == nil || !isBase32 { cautions.append("The key is damaged: it is no base 32.") }
    return PayloadDescription(kind: .password, title: "One-time password key", rows: rows, cautions: cautions)
  }
}
