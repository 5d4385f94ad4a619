import Presentation

/// Driver's licenses and identity cards of North America: AAMVA DL/ID Card Design Standard, annex D.
enum LicensePayload: PayloadParser {
  /// Element identifiers of three letters, one a line: §D.12.5.
  private static let elements: [(identifier: String, label: Sentence)] = [
    ("DAQ", "Number"), ("DAA", "Name"), ("DAC", "First name"), ("DCT", "First name"), ("DAD", "Middle name"),
    ("DCS", "Family name"), ("DAB", "Family name"), ("DBB", "Born"), ("DBD", "Issued"), ("DBA", "Expires"),
    ("DAG", "Street"), ("DAI", "Town"), ("DAJ", "State"), ("DAK", "Post code"), ("DCG", "Country"), ("DBC", "Sex"),
    ("DAY", "Eyes"), ("DAZ", "Hair"), ("DAU", "Height"), ("DCA", "Class"), ("DCB", "Restrictions"),
    ("DCD", "Endorsements"), ("DCF", "Document"),
  ]

  /// What alone says nothing about who somebody is.
  private static let harmless: Set<Sentence> = ["Expires", "State", "Country", "Class"]

  static func describe(_ text: String) -> PayloadDescription? {
    guard Secret(in: text) == .identityDocument, text.trimmed.hasPrefix("@") else { return nil }
    var values: [String: String] = [:]
    for line in text.split(whereSeparator: { $0.isNewline || $0 == "\u{1E}" || $0 == "\u{1C}" }) {
      // The first element follows its file's name and the marks `DL` or `ID` on one line.
      for start in [line[...], Self.behindMark(line)].compactMap({ $0 }) {
        let identifier = String(start.prefix(3))
        let value = start.dropFirst(3).trimmed
        if elements.contains(where: { $0.identifier == identifier }), !value.isEmpty, value.uppercased() != "NONE" {
          values[identifier] = values[identifier] ?? value
        }
      }
    }
    var rows: [PayloadDescription.Row] = []
    for element in elements {
      guard let value = values[element.identifier] else { continue }
      let isDate = ["Born", "Issued", "Expires"].contains(element.label)
      let isSecret = !harmless.contains(element.label)
      if element.label == "Sex", let sex = sex(value) {
        rows.add(element.label, said: sex, isSecret: isSecret)
      } else {
        rows.add(
          element.label, isDate ? date(value, country: values["DCG"]) ?? value : value, isSecret: isSecret)
      }
    }
    return PayloadDescription(
      kind: .identity, title: "Driver's license", rows: rows,
      cautions: ["What the code says is not proven: no signature is part of it."])
  }

  /// `…DLDAQ123` holds an element behind its subfile's mark.
  private static func behindMark(_ line: Substring) -> Substring? {
    for mark in ["DLD", "IDD"] {
      if let range = line.firstRange(of: mark) { return line[line.index(range.lowerBound, offsetBy: 2)...] }
    }
    return nil
  }

  /// MMDDCCYY in the United States, CCYYMMDD in Canada.
  private static func date(_ text: String, country: String?) -> String? {
    let digits = Array(text.utf8).map { Int($0) - 0x30 }
    guard digits.count == 8, digits.allSatisfy({ 0...9 ~= $0 }) else { return nil }
    func number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { 10 * $0 + $1 } }
    let date =
      country == "CAN"
      ? PlainDate(year: number(0..<4), month: number(4..<6), day: number(6..<8))
      : PlainDate(year: number(4..<8), month: number(0..<2), day: number(2..<4))
    return date?.text
  }

  /// ISO/IEC 5218, of which the standard uses three.
  private static func sex(_ code: String) -> Sentence? {
    switch code {
    case "1": "male"
    case "2": "female"
    case "9": "not told"
    default: nil
    }
  }
}
