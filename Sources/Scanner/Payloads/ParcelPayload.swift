import Barcodes
import Presentation

/// Labels of parcels: what a MaxiCode of modes 2 and 3 says first (ISO/IEC 16023:2000 Annex B), and the carriers' fields behind
/// it in the transportation format of ANSI MH10.8.3, header `[)>`, RS, `01`, GS and the year's two digits.
enum ParcelPayload {
  /// The fields behind the class of service, in their order; more than these belong to one carrier alone.
  private static let fields: [(label: Sentence, isDetail: Bool)] = [
    ("Tracking number", false), ("Carrier", false), ("Shipper", true), ("Day of pickup", true), ("Shipment", true),
    ("Package", true), ("Weight", true), ("Address checked", true), ("Street", true), ("Town", false),
    ("State", true),
  ]

  /// Nil for a symbol that tells no carrier where to bring it.
  static func describe(_ symbol: DecodedSymbol) -> PayloadDescription? {
    guard symbol.symbology.name == "maxiCode", let postcode = text(symbol.details["postcode"]),
      let country = text(symbol.details["country"])
    else { return nil }
    var rows: [PayloadDescription.Row] = []
    rows.add("Ship to post code", postcode)
    if let name = CountryNumber.name(country) {
      rows.add("Ship to country", said: name)
    } else {
      rows.add("Ship to country", country)
    }
    rows.add("Class of service", text(symbol.details["serviceClass"]))
    for (field, value) in zip(fields, carrierFields(symbol.text ?? "")) {
      rows.add(field.label, value.trimmed, isDetail: field.isDetail)
    }
    return PayloadDescription(kind: .trade, title: "Parcel label", rows: rows)
  }

  private static func text(_ value: DetailValue?) -> String? {
    if case .string(let text) = value { text } else { nil }
  }

  /// What stands behind postcode, country and class of service, up to the end of the format; none without the header.
  private static func carrierFields(_ text: String) -> ArraySlice<Substring> {
    guard let rest = text.after(prefix: "[)>\u{1E}01\u{1D}") else { return [] }
    let format = rest.prefix { $0 != "\u{1E}" && $0 != "\u{04}" }
    // The year stands at once before the postcode.
    return format.split(separator: "\u{1D}", omittingEmptySubsequences: false).dropFirst(3)
  }
}
