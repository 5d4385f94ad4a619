/// What would begin a message or a call: `mailto:` (RFC 6068), `MATMSG:`, `tel:` (RFC 3966), `sms:` (RFC 5724),
/// `SMSTO:`. Shown, never sent.
enum MessagePayload: PayloadParser {
  static func describe(_ text: String) -> PayloadDescription? {
    let text = text.trimmed
    if let rest = text.after(prefix: "mailto:") { return mail(rest) }
    if let rest = text.after(prefix: "MATMSG:") { return matMessage(FieldText(rest)) }
    if let rest = text.after(prefix: "tel:") { return call(rest) }
    for prefix in ["smsto:", "mmsto:", "sms:", "mms:"] {
      if let rest = text.after(prefix: prefix) { return shortMessage(rest) }
    }
    return nil
  }

  private static func mail(_ rest: Substring) -> PayloadDescription {
    let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let items = parts.count > 1 ? parts[1].queryItems : []
    let recipients = [parts.first?.percentDecoded ?? ""] + items.filter { $0.name == "to" }.map(\.value)
    var rows: [PayloadDescription.Row] = []
    rows.add("To", recipients.filter { !$0.isEmpty }.joined(separator: ", "))
    for (name, label) in [("cc", "Copy"), ("bcc", "Blind copy"), ("subject", "Subject"), ("body", "Text")] {
      rows.add(label, items.first { $0.name == name }?.value)
    }
    return PayloadDescription(title: "Mail", rows: rows)
  }

  private static func matMessage(_ fields: FieldText) -> PayloadDescription {
    var rows: [PayloadDescription.Row] = []
    rows.add("To", fields.all("TO").joined(separator: ", "))
    rows.add("Subject", fields["SUB"])
    rows.add("Text", fields["BODY"])
    return PayloadDescription(title: "Mail", rows: rows)
  }

  private static func call(_ rest: Substring) -> PayloadDescription {
    var rows: [PayloadDescription.Row] = []
    let number = rest.split(separator: ";").first.map { $0.percentDecoded } ?? ""
    rows.add("Number", number)
    // `*#06#` and its kin act on the telephone itself when they are dialled.
    let isCommand = number.contains("*") || number.contains("#")
    return PayloadDescription(
      title: "Telephone", rows: rows,
      cautions: isCommand ? ["This is a command for the telephone network, not a number."] : [])
  }

  private static func shortMessage(_ rest: Substring) -> PayloadDescription {
    // `number:text` as Japanese telephones made it, or `number?body=text` by the standard.
    let isQuery = rest.contains("?")
    let parts = rest.split(separator: isQuery ? "?" : ":", maxSplits: 1, omittingEmptySubsequences: false)
    var rows: [PayloadDescription.Row] = []
    rows.add("Number", parts.first.map { $0.percentDecoded })
    if parts.count > 1 {
      rows.add("Text", isQuery ? parts[1].queryItems.first { $0.name == "body" }?.value : String(parts[1]))
    }
    return PayloadDescription(title: "Short message", rows: rows)
  }
}
