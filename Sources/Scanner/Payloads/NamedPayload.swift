/// Payloads that are only named: what they hold is for other programs, and some of them for no one else's eyes.
enum NamedPayload: PayloadParser {
  /// A beginning that tells the kind, its name, whether it is a secret, and what to mind.
  private static let kinds: [(prefix: String, title: String, isSecret: Bool, caution: String?)] = [
    (
      "FIDO:/", "Login with a passkey", true, "Scan it only if you began this login yourself, on the screen before you."
    ),
    ("HC1:", "EU health certificate", true, nil),
    ("shc:/", "SMART Health Card", true, nil),
    ("SPC\n", "Swiss QR-bill", false, nil),
    ("SPC\r\n", "Swiss QR-bill", false, nil),
    ("DPP:", "Wi-Fi device setup", true, nil),
    ("LPA:1$", "eSIM profile", true, nil),
    ("matrix:", "Matrix address", false, nil),
    ("market:", "App in a store", false, nil),
    ("javascript:", "Program text", false, "Never paste this into a browser."),
    ("data:", "Embedded data", false, nil),
    ("file:", "Path of a file", false, nil),
    ("intent:", "Android command", false, nil),
  ]

  static func describe(_ text: String) -> PayloadDescription? {
    guard let kind = kinds.first(where: { text.after(prefix: $0.prefix) != nil }) else { return nil }
    return PayloadDescription(
      title: kind.title, rows: kind.isSecret ? [.init("Content", text, isSecret: true)] : [],
      cautions: kind.caution.map { [$0] } ?? [])
  }
}
