import Presentation

/// GS1 Digital Link URIs: application identifiers as pairs of a web address's path, and as items of its query.
/// GS1 Digital Link Standard: URI Syntax 1.3, §4.
enum DigitalLink {
  /// The identifiers that may begin such a path: the primary keys of §4.3.
  private static let keys: Set = [
    "00", "01", "253", "255", "401", "402", "414", "417", "8003", "8004", "8006", "8010", "8013", "8017", "8018",
  ]

  /// Nil for an address that is no such link.
  static func rows(of link: LinkAnatomy, _ context: PayloadContext) -> [PayloadDescription.Row]? {
    let segments = link.path.split(separator: "/").map { $0.percentDecoded }
    // Whatever stands before the key belongs to the shop's own path.
    guard let start = segments.indices.first(where: { keys.contains(segments[$0]) && $0 + 1 < segments.endIndex }),
      (segments.endIndex - start).isMultiple(of: 2), isKey(segments[start], segments[start + 1])
    else { return nil }
    var elements: [(String, String)] = []
    for index in stride(from: start, to: segments.endIndex, by: 2) {
      elements.append((segments[index], segments[index + 1]))
    }
    guard elements.allSatisfy({ GS1Catalog.entry($0.0) != nil }) else { return nil }
    elements += link.parameters.filter { GS1Catalog.entry($0.name) != nil && $0.name.allSatisfy(\.isNumber) }
    return elements.map { identifier, data in
      let filled = identifier == "01" ? String(repeating: "0", count: max(0, 14 - data.count)) + data : data
      return GS1Value(filled, of: identifier, context).row(GS1Catalog.name(identifier))
    }
  }

  /// The check digit tells a key from a path that only looks like one; a GTIN may be short.
  private static func isKey(_ identifier: String, _ data: String) -> Bool {
    let filled = identifier == "01" ? String(repeating: "0", count: max(0, 14 - data.count)) + data : data
    return GS1Value(filled, of: identifier, .plain).fault == nil
  }
}
