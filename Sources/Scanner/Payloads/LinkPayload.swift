import Presentation

/// Web addresses: `http` and `https`, also behind `URL:` or in a bookmark, and names without a scheme.
///
/// The host is taken apart by the rules of RFC 3986 §3.2 and shown as the network sees it. Whatever is not
/// plainly such an address is text and never opened.
enum LinkPayload {
  static func describe(_ text: String, _ context: PayloadContext) -> PayloadDescription? {
    let text = text.trimmed
    let bare = unwrapped(text)
    let names = context.hostNames
    let written = bare.contains("://") ? bare : BareDomain.address(bare, names) ?? bare
    guard let anatomy = LinkAnatomy(written, names) else { return nil }
    let isSecret = AccessData.isPart(of: PlainPayload(text).folded)
    let link = LinkTarget(anatomy)
    var rows = [PayloadDescription.Row("Host", link.host)]
    rows.add("Reads as", link.hostAsWritten)
    if let port = link.port { rows.append(.init("Port", String(port))) }
    rows.append(.init("Address", bare, isSecret: isSecret))
    if let title = bookmark(text)?["TITLE"], !title.isEmpty { rows.append(.init("Text", title, isSecret: isSecret)) }
    let digital = DigitalLink.rows(of: anatomy, context)
    rows += digital ?? []
    rows += details(of: anatomy, isSecret: isSecret)
    return PayloadDescription(
      kind: digital == nil ? .link : .trade, title: digital == nil ? "Link" : "GS1 Digital Link", rows: rows,
      link: link,
      cautions: link.cautions)
  }

  private static func unwrapped(_ text: String) -> String {
    for prefix in ["URL:", "URLTO:"] {
      if let rest = text.after(prefix: prefix) { return rest.trimmed }
    }
    return bookmark(text)?["URL"]?.trimmed ?? text
  }

  /// NTT DoCoMo's.
  private static func bookmark(_ text: String) -> FieldText? { text.after(prefix: "MEBKM:").map { FieldText($0) } }

  private static func details(of anatomy: LinkAnatomy, isSecret: Bool) -> [PayloadDescription.Row] {
    var rows: [PayloadDescription.Row] = []
    func add(_ label: Sentence, _ value: String?) {
      guard let value, !value.isEmpty else { return }
      rows.append(.init(label, value, isSecret: isSecret, isDetail: true))
    }
    rows.append(.init("Scheme", anatomy.scheme, isDetail: true))
    add("User", anatomy.userInformation)
    add("Path", anatomy.path.percentDecoded)
    for (name, value) in anatomy.parameters where !(name.isEmpty && value.isEmpty) {
      let label = HarmlessText.escaped(String(name.prefix(40)))
      if value.isEmpty {
        rows.add("?\(label)", said: "(empty)", isSecret: isSecret, isDetail: true)
      } else {
        add("?\(label)", value)
      }
    }
    add("Fragment", anatomy.fragment?.percentDecoded)
    let tracking = anatomy.trackingNames
    if !tracking.isEmpty {
      rows.append(.init("Tracking", tracking.joined(separator: ", ")))
      add("Without tracking", anatomy.addressWithoutTracking)
    }
    return rows
  }
}
