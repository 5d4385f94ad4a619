import Presentation

/// Places: `geo:` (RFC 5870), with the `q=` that maps programs add.
enum GeoPayload: PayloadParser {
  static func describe(_ text: String) -> PayloadDescription? {
    guard let rest = text.trimmed.after(prefix: "geo:") else { return nil }
    let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let place = parts[0].split(separator: ";").first ?? ""
    let numbers = place.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    guard (2...3).contains(numbers.count), let latitude = numbers[0], let longitude = numbers[1],
      abs(latitude) <= 90, abs(longitude) <= 180
    else { return nil }
    let name = parts.count > 1 ? parts[1].queryItems.first { $0.name == "q" }?.value : nil
    var rows: [PayloadDescription.Row] = []
    // Maps take the middle of the world with a name for a place that is to be searched for.
    if let name, !name.isEmpty, latitude == 0, longitude == 0 {
      rows.add("Search", name)
      return PayloadDescription(
        kind: .place, title: "Place", rows: rows, action: .open(address: "geo:0,0?q=" + name.addressEncoded, with: .map)
      )
    }
    rows.add("Latitude", degrees(latitude, "N", "S"))
    rows.add("Longitude", degrees(longitude, "E", "W"))
    if numbers.count == 3, let altitude = numbers[2], altitude.isFinite { rows.add("Altitude", "\(altitude) m") }
    rows.add("Name", name)
    return PayloadDescription(
      kind: .place, title: "Place", rows: rows,
      action: .open(address: "geo:\(written(latitude)),\(written(longitude))", with: .map))
  }

  /// Without an exponent, which a number has within some meters of the equator or of Greenwich.
  private static func written(_ value: Double) -> String { abs(value) < 1e-4 ? "0" : "\(rounded(value))" }

  /// To a tenth of a meter.
  private static func rounded(_ value: Double) -> Double { (value * 1e6).rounded() / 1e6 }

  private static func degrees(_ value: Double, _ positive: String, _ negative: String) -> String {
    "\(abs(rounded(value)))° \(value < 0 ? negative : positive)"
  }
}
