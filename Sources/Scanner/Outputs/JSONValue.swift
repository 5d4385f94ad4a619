/// A JSON value (RFC 8259) whose objects keep their order, so that the same result is the same line.
public enum JSONValue: Hashable, Sendable {
  case null
  case boolean(Bool)
  case integer(Int)
  /// Written with at most `decimals` places; infinity and NaN, which JSON has not, are written as null.
  case number(Double, decimals: Int)
  case string(String)
  case array([JSONValue])
  case object([Member])

  public struct Member: Hashable, Sendable {
    public let name: String
    public let value: JSONValue

    public init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }
}

extension JSONValue: CustomStringConvertible {
  /// One line without spaces.
  public var description: String {
    switch self {
    case .null: "null"
    case .boolean(let value): value ? "true" : "false"
    case .integer(let value): String(value)
    case .number(let value, let decimals): Self.decimal(value, decimals)
    case .string(let value): Self.quoted(value)
    case .array(let values): "[" + values.map(\.description).joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { Self.quoted($0.name) + ":" + $0.value.description }.joined(separator: ",") + "}"
    }
  }

  private static func decimal(_ value: Double, _ decimals: Int) -> String {
    // Past 2^53 a double has no decimals, and Int would overflow.
    guard value.isFinite else { return "null" }
    guard abs(value) < 9e15 else { return "\(value)" }
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let rounded = (value * scale).rounded() / scale
    return rounded == rounded.rounded() ? String(Int(rounded)) : "\(rounded)"
  }

  /// A string in quotes. What RFC 8259 §7 demands is escaped, and beyond it everything that a terminal would act on.
  private static func quoted(_ text: String) -> String {
    var out = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": out += "\\\""
      case "\\": out += "\\\\"
      case "\n": out += "\\n"
      case "\r": out += "\\r"
      case "\t": out += "\\t"
      case _ where HarmlessText.isHarmful(scalar):
        for unit in String(scalar).utf16 { out += "\\u" + HarmlessText.hex(UInt32(unit), digits: 4) }
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out + "\""
  }
}
