public import Scanner

/// A text with places for what a scan has: `scans/{station}/{symbology}`. `{{` and `}}` are the signs themselves.
///
/// What a code says is never read as a template: values are put in once and not looked at again.
public struct ScanTemplate: Hashable, Sendable {
  /// What a scan has.
  public enum Field: String, CaseIterable, Sendable {
    case key
    case station
    case time
    case symbology
    case symbologyIdentifier
    case text
    case bytes
    case source
    case profile
    /// The whole scan (`ScanDocument`).
    case json

    /// Empty where the scan has none.
    func value(in scan: AcceptedScan) -> String {
      switch self {
      case .key: scan.key.description
      case .station: scan.station
      case .time: HistoryTime.text(scan.time)
      case .symbology: scan.symbology
      case .symbologyIdentifier: scan.symbologyIdentifier
      case .text: scan.text ?? ""
      case .bytes: scan.bytes.hexadecimal
      case .source: scan.source ?? ""
      case .profile: scan.profile ?? ""
      case .json: ScanDocument.value(for: scan).description
      }
    }
  }

  private enum Part: Hashable, Sendable {
    case literal(String)
    case field(Field)
  }

  private let parts: [Part]

  public init(_ text: String) throws(SettingFailure) {
    var parts: [Part] = []
    var literal = ""
    var rest = text[...]
    while let sign = rest.popFirst() {
      switch sign {
      case "{" where rest.first == "{", "}" where rest.first == "}":
        rest.removeFirst()
        literal.append(sign)
      case "{":
        guard let end = rest.firstIndex(of: "}") else {
          throw .malformed(value: text, expected: "a template: a { has no }")
        }
        let name = String(rest[..<end])
        guard let field = Field(rawValue: name) else {
          throw .unknown(
            value: "{\(name)}", expected: Field.allCases.map { "{\($0.rawValue)}" }.joined(separator: ", "))
        }
        parts += literal.isEmpty ? [.field(field)] : [.literal(literal), .field(field)]
        literal = ""
        rest = rest[end...].dropFirst()
      case "}": throw .malformed(value: text, expected: "a template: a } has no {; }} is the sign itself")
      default: literal.append(sign)
      }
    }
    if !literal.isEmpty { parts.append(.literal(literal)) }
    self.parts = parts
  }

  /// - Parameter escaping: what makes a value harmless where the text goes; literals are the settings' own.
  public func text(for scan: AcceptedScan, escaping: (String) -> String = { $0 }) -> String {
    parts.reduce(into: "") { text, part in
      switch part {
      case .literal(let literal): text += literal
      case .field(let field): text += escaping(field.value(in: scan))
      }
    }
  }

  /// Whether what a code says decides how the text begins.
  var beginsWithField: Bool { if case .field? = parts.first { true } else { false } }

  /// Everything but letters, digits, `-`, `.` and `_` as `%XX` (RFC 3986 §2.1), so that a value is one level of a topic or one
  /// part of a path, whatever it says. A value of dots alone, which a path would climb by, is written in that way as well.
  public static func oneLevel(_ value: String) -> String {
    let isClimb = value.allSatisfy { $0 == "." }
    return value.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "."): isClimb ? "%2E" : "."
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        String(UnicodeScalar(byte))
      default: "%" + HarmlessText.hex(UInt32(byte), digits: 2)
      }
    }
    .joined()
  }
}
