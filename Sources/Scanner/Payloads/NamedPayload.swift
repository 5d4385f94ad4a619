import Presentation

/// Payloads that are only named: what they hold is for other programs, and some of them for no one else's eyes.
enum NamedPayload: PayloadParser {
  /// A beginning that tells the kind, its name, whether it is a secret, and what to mind.
  private static let kinds: [(prefix: String, kind: PayloadKind, title: String, isSecret: Bool, caution: Sentence?)] = [
    ("FIDO:/", .login, "Login with a passkey", true, loginCaution),
    ("sqrl://", .login, "Login with SQRL", false, loginCaution),
    ("qrl://", .login, "Login with SQRL", false, loginCaution),
    ("HC1:", .identity, "EU health certificate", true, nil),
    ("shc:/", .identity, "SMART Health Card", true, nil),
    ("DPP:", .setup, "Wi-Fi device setup", true, nil),
    ("LPA:1$", .setup, "eSIM profile", true, nil),
    ("matrix:", .message, "Matrix address", false, nil),
    ("market:", .data, "App in a store", false, nil),
    ("javascript:", .data, "Program text", false, "Never paste this into a browser."),
    ("data:", .data, "Embedded data", false, nil),
    ("file:", .data, "Path of a file", false, nil),
    ("intent:", .data, "Android command", false, nil),
  ]

  private static let loginCaution: Sentence =
    "Scan it only if you began this login yourself, on the screen before you: it logs in whoever shows it."

  static func describe(_ text: String) -> PayloadDescription? {
    let text = text.trimmed
    guard let kind = kinds.first(where: { text.after(prefix: $0.prefix) != nil }) else { return nil }
    var rows: [PayloadDescription.Row] = []
    if let rest = text.after(prefix: kind.prefix), kind.prefix.hasSuffix("qrl://") {
      // What a login is for is its host; what follows names the one attempt.
      rows.add("Site", rest.prefix { !"/?#".contains($0) }.description)
    }
    if kind.isSecret { rows.append(.init("Content", text, isSecret: true)) }
    return PayloadDescription(kind: kind.kind, title: kind.title, rows: rows, cautions: kind.caution.map { [$0] } ?? [])
  }
}
