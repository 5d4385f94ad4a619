import Presentation

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
    let known: [(String, Sentence)] = [
      ("cc", "Copy to"), ("bcc", "Blind copy to"), ("subject", "Subject"), ("body", "Text"),
    ]
    let fields = known.compactMap { name, label in
      items.first { $0.name == name && !$0.value.isEmpty }.map { (name: name, label: label, value: $0.value) }
    }
    return mail(to: recipients.filter { !$0.isEmpty }, fields)
  }

  private static func matMessage(_ fields: FieldText) -> PayloadDescription {
    let known: [(String, String, Sentence)] = [("SUB", "subject", "Subject"), ("BODY", "body", "Text")]
    let parts = known.compactMap { field, name, label in
      fields[field].map { (name: name, label: label, value: $0) }
    }
    return mail(to: fields.all("TO"), parts)
  }

  /// - Parameter fields: by their names in RFC 6068, of which `attach` and all that would act are none.
  private static func mail(
    to recipients: [String], _ fields: [(name: String, label: Sentence, value: String)]
  ) -> PayloadDescription {
    var rows: [PayloadDescription.Row] = []
    rows.add("To", recipients.joined(separator: ", "))
    for field in fields { rows.add(field.label, field.value) }
    let to = recipients.map { $0.addressEncoded }.joined(separator: ",")
    let query = fields.map { "\($0.name)=\($0.value.addressEncoded)" }.joined(separator: "&")
    let address = "mailto:" + to + (query.isEmpty ? "" : "?" + query)
    return PayloadDescription(
      kind: .mail, title: "Mail", rows: rows,
      action: to.isEmpty && query.isEmpty ? nil : .open(address: address, with: .mail))
  }

  private static func call(_ rest: Substring) -> PayloadDescription {
    var rows: [PayloadDescription.Row] = []
    let number = rest.split(separator: ";").first.map { $0.percentDecoded } ?? ""
    rows.add("Number", number)
    // `*#06#` and its kin act on the telephone itself when they are dialled.
    let isCommand = number.contains("*") || number.contains("#")
    let dialed = number.dialed
    return PayloadDescription(
      kind: .telephone, title: "Telephone", rows: rows,
      action: isCommand || dialed.isEmpty ? nil : .open(address: "tel:" + dialed, with: .telephone),
      cautions: isCommand ? ["This is a command for the telephone network, not a number."] : [])
  }

  private static func shortMessage(_ rest: Substring) -> PayloadDescription {
    // `number:text` as Japanese telephones made it, or `number?body=text` by the standard.
    let isQuery = rest.contains("?")
    let parts = rest.split(separator: isQuery ? "?" : ":", maxSplits: 1, omittingEmptySubsequences: false)
    var rows: [PayloadDescription.Row] = []
    let number = parts.first.map { $0.percentDecoded } ?? ""
    rows.add("Number", number)
    let text =
      parts.count < 2 ? "" : isQuery ? parts[1].queryItems.first { $0.name == "body" }?.value ?? "" : String(parts[1])
    rows.add("Text", text)
    let address = "sms:" + number.dialed + (text.isEmpty ? "" : "?body=" + text.addressEncoded)
    return PayloadDescription(
      kind: .message, title: "Short message", rows: rows,
      action: number.dialed.isEmpty ? nil : .open(address: address, with: .messages),
      // Numbers of three to six digits are those that cost extra.
      cautions: (3...6).contains(number.dialed.count) && !number.dialed.hasPrefix("+")
        ? ["A message to a short number can cost extra."] : [])
  }
}

extension String {
  /// With percent signs for all but the unreserved signs of RFC 3986 §2.3 and the `@` of mail addresses.
  var addressEncoded: String {
    utf8.map { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: String(UnicodeScalar(byte))
      default:
        "-._~@".utf8.contains(byte) ? String(UnicodeScalar(byte)) : "%" + HarmlessText.hex(UInt32(byte), digits: 2)
      }
    }.joined()
  }

  /// Its digits, with a plus before them if it begins with one.
  fileprivate var dialed: String {
    let digits = String(filter { $0.isASCII && $0.isNumber }.prefix(20))
    return trimmed.hasPrefix("+") && !digits.isEmpty ? "+" + digits : digits
  }
}
