/// Web addresses: `http` and `https`, also behind `URL:`, and bare names that begin with `www.`.
///
/// The host is taken apart by the rules of RFC 3986 §3.2 and shown as the network sees it. Whatever is not
/// plainly such an address is text and never opened.
enum LinkPayload: PayloadParser {
  static func describe(_ text: String) -> PayloadDescription? {
    let text = text.trimmed
    let address = bare(text).trimmed
    guard let link = LinkTarget(address) else { return nil }
    var rows = [PayloadDescription.Row("Host", link.host)]
    if let port = link.port { rows.append(.init("Port", String(port))) }
    rows.append(.init("Address", text, isSecret: AccessData.isPart(of: PlainPayload(text).folded)))
    return PayloadDescription(title: "Link", rows: rows, link: link, cautions: link.cautions)
  }

  private static func bare(_ text: String) -> String {
    if let rest = text.after(prefix: "URL:") { return String(rest) }
    if text.after(prefix: "www.") != nil { return "http://" + text }
    return text
  }
}
