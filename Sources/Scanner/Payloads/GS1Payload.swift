import Presentation

/// GS1 element strings: application identifiers with their data, told by the symbology identifier and kept apart
/// by group separators (GS1 General Specifications §7.8).
enum GS1Payload {
  private static let separator: Character = "\u{1D}"

  /// - Parameter symbologyIdentifier: `]C1`, `]d2`, `]Q3`, `]e0`, `]J1` and a few more say that the text is GS1's.
  static func describe(
    _ text: String, symbologyIdentifier: String, _ context: PayloadContext
  ) -> PayloadDescription? {
    guard ["]C1", "]d2", "]d5", "]Q3", "]Q4", "]e0", "]e1", "]e2", "]J1"].contains(symbologyIdentifier),
      let elements = elements(of: text)
    else { return nil }
    var rows: [PayloadDescription.Row] = []
    var cautions: [Sentence] = []
    for element in elements {
      let value = GS1Value(element.data, of: element.identifier, context)
      let name = GS1Catalog.name(element.identifier)
      rows.append(value.row(name, isSecret: isPersonal(element.identifier)))
      if let fault = value.fault { cautions.append(fault.sentence(of: name)) }
    }
    rows.append(
      .init(
        "With identifiers", elements.map { "(\($0.identifier))\($0.data)" }.joined(),
        isSecret: rows.contains(where: \.isSecret),
        isDetail: true))
    return PayloadDescription(kind: .trade, title: "GS1 data", rows: rows, cautions: cautions)
  }

  /// Whether a text whose kind nobody told is GS1's: it begins with the number of a trade item or a shipping unit, and nothing
  /// of it breaks the rules. One of ten such numbers would pass by chance; what else begins so is rare.
  static func holds(_ text: String, _ context: PayloadContext) -> Bool {
    guard let elements = elements(of: text), let first = elements.first, ["00", "01", "02"].contains(first.identifier)
    else { return false }
    return elements.allSatisfy {
      GS1Catalog.entry($0.identifier) != nil && GS1Value($0.data, of: $0.identifier, context).fault == nil
    }
  }

  /// Who somebody is: identifiers of patients and the newborn.
  private static func isPersonal(_ identifier: String) -> Bool { identifier.hasPrefix("725") }

  /// Nil if the text does not follow the rules, and is better shown as it is.
  static func elements(of text: String) -> [(identifier: String, data: String)]? {
    var elements: [(identifier: String, data: String)] = []
    var rest = text.drop { $0 == separator }
    while !rest.isEmpty {
      guard elements.count < 64, let identifier = GS1Identifier(at: rest) else { return nil }
      rest = rest.dropFirst(identifier.digits.count)
      let limit = identifier.fixedLength
      let end = rest.firstIndex(of: separator) ?? rest.endIndex
      var data = rest[..<end]
      // A fixed length ends without a separator; one may follow all the same.
      if let limit { data = data.prefix(limit) }
      guard !data.isEmpty, limit == nil || data.count == limit else { return nil }
      elements.append((identifier.digits, String(data)))
      rest = rest[data.endIndex...].drop { $0 == separator }
    }
    return elements.isEmpty ? nil : elements
  }
}

/// An application identifier: its digits, and how long its data are where that is fixed.
struct GS1Identifier {
  let digits: String
  /// Nil for data up to a separator or the end.
  let fixedLength: Int?

  init?(at text: Substring) {
    let head = text.prefix(4)
    guard let length = Self.length(head), head.count >= length,
      head.prefix(length).allSatisfy({ $0.isASCII && $0.isNumber })
    else { return nil }
    digits = String(head.prefix(length))
    fixedLength = Self.fixedLengths[String(digits.prefix(2))].map { $0 - length }
  }

  /// Digits of the identifier that begins so: GS1 General Specifications §3.2.
  private static func length(_ head: Substring) -> Int? {
    guard head.count >= 2, let first = Int(head.prefix(2)) else { return nil }
    switch first {
    case 0...4, 10...22, 30, 37, 90...99: return 2
    case 23...25, 40...42, 71: return 3
    case 31...36, 39, 43, 70, 72, 80...82: return 4
    default: return nil
    }
  }

  /// Characters of identifier and data together that need no separator after them: figure 7.8.5-2.
  private static let fixedLengths: [String: Int] = [
    "00": 20, "01": 16, "02": 16, "03": 16, "04": 18, "11": 8, "12": 8, "13": 8, "14": 8, "15": 8, "16": 8, "17": 8,
    "18": 8, "19": 8, "20": 4, "31": 10, "32": 10, "33": 10, "34": 10, "35": 10, "36": 10, "41": 16,
  ]
}
