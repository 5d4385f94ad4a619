extension PayloadForm {
  /// RFC 3986; an address without a scheme gets `https`.
  static let url = PayloadForm(
    name: "url", title: "Web address", fields: [Field("url", "Address", hint: "example.com/page", isRequired: true)]
  ) { values throws(PayloadFailure) in
    let address = values.required("url")
    guard !address.contains(where: \.isWhitespace) else {
      throw .malformed("Address", value: address, wanted: "an address: it has blanks; write %20 for each")
    }
    let scheme = address.prefix { $0 != ":" && $0 != "/" }
    let hasScheme = address.dropFirst(scheme.count).hasPrefix("://")
    return hasScheme ? address : "https://" + address
  }

  /// RFC 6068: `mailto:` with subject and body.
  static let mail = PayloadForm(
    name: "mail", title: "Mail",
    fields: [
      Field("to", "To", hint: "someone@example.com", isRequired: true), Field("subject", "Subject"),
      Field("body", "Text"),
    ]
  ) { values throws(PayloadFailure) in
    let to = values.required("to")
    let parts = to.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }), !to.contains(where: \.isWhitespace) else {
      throw .malformed("To", value: to, wanted: "a mail address such as someone@example.com")
    }
    let fields = ["subject", "body"].compactMap { name in
      values[name].map { name + "=" + PayloadEscape.percent($0.replacing("\n", with: "\r\n")) }
    }
    let address = PayloadEscape.percent(String(parts[0])) + "@" + parts[1]
    return "mailto:" + address + (fields.isEmpty ? "" : "?" + fields.joined(separator: "&"))
  }

  /// RFC 3966: `tel:` with a number that anybody can dial.
  static let telephone = PayloadForm(
    name: "tel", title: "Telephone",
    fields: [Field("number", "Number", hint: "+49 30 1234567", isRequired: true)]
  ) { values throws(PayloadFailure) in "tel:" + (try number(values.required("number"))) }

  /// `SMSTO:`, which all readers know, in place of RFC 5724's `sms:`, whose body some of them lose.
  static let message = PayloadForm(
    name: "sms", title: "Message",
    fields: [Field("number", "Number", hint: "+49 170 1234567", isRequired: true), Field("text", "Text")]
  ) { values throws(PayloadFailure) in
    "SMSTO:" + (try number(values.required("number"))) + ":" + (values["text"] ?? "")
  }

  /// RFC 5870: latitude and longitude in degrees (WGS 84), to the decimals that were written.
  static let place = PayloadForm(
    name: "geo", title: "Place",
    fields: [
      Field("latitude", "Latitude", hint: "52.5163, north is positive", isRequired: true),
      Field("longitude", "Longitude", hint: "13.3777, east is positive", isRequired: true),
      Field("name", "Name", hint: "shown by many maps"),
    ]
  ) { values throws(PayloadFailure) in
    func degrees(_ field: String, _ title: String, _ limit: Double) throws(PayloadFailure) -> String {
      let text = values.required(field)
      let plain = text.allSatisfy { $0.isASCII && ($0.isNumber || "+-.".contains($0)) }
      guard plain, let value = Double(text), abs(value) <= limit else {
        throw .malformed(
          title, value: text,
          wanted: limit == 90 ? "a number of degrees between −90 and 90" : "a number of degrees between −180 and 180")
      }
      return text
    }
    let place = try degrees("latitude", "Latitude", 90) + "," + degrees("longitude", "Longitude", 180)
    return "geo:" + place + (values["name"].map { "?q=" + place + "(" + PayloadEscape.percent($0) + ")" } ?? "")
  }

  /// Digits with `+`, `*`, `#` and pauses; blanks and other separators that people write are left out.
  private static func number(_ text: String) throws(PayloadFailure) -> String {
    let kept = text.filter { !" -()/.\u{A0}".contains($0) }
    let digits = kept.hasPrefix("+") ? kept.dropFirst() : kept[...]
    guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && ($0.isNumber || "*#,;".contains($0)) }) else {
      throw .malformed("Number", value: text, wanted: "a telephone number such as +49 30 1234567")
    }
    return kept
  }
}
