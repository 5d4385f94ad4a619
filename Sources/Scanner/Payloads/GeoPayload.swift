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
    var rows: [PayloadDescription.Row] = []
    rows.add("Latitude", degrees(latitude, "N", "S"))
    rows.add("Longitude", degrees(longitude, "E", "W"))
    if numbers.count == 3, let altitude = numbers[2], altitude.isFinite { rows.add("Altitude", "\(altitude) m") }
    rows.add("Name", parts.count > 1 ? parts[1].queryItems.first { $0.name == "q" }?.value : nil)
    return PayloadDescription(title: "Place", rows: rows)
  }

  private static func degrees(_ value: Double, _ positive: String, _ negative: String) -> String {
    "\(abs((value * 1e6).rounded() / 1e6))° \(value < 0 ? negative : positive)"
  }
}
