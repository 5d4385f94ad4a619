public import Presentation

/// A kind of payload that is written from fields: what the composer asks for, and the command line takes.
public struct PayloadForm: Sendable {
  /// As the command line calls it.
  public let name: String
  /// As the composer calls it.
  public let title: String
  public let fields: [Field]
  let write: @Sendable (PayloadValues) throws(PayloadFailure) -> String

  public struct Field: Hashable, Sendable {
    public let name: String
    public let title: String
    /// An example, or the choices.
    public let hint: String
    public let isRequired: Bool
    /// The only values that there are, the first of which counts where none is given; empty where anything may be typed.
    public let choices: [String]

    init(_ name: String, _ title: String, hint: String = "", isRequired: Bool = false, choices: [String] = []) {
      (self.name, self.title, self.hint, self.isRequired) = (name, title, hint, isRequired)
      self.choices = choices
    }
  }

  /// The payload's text.
  ///
  /// - Parameter values: by field names; blanks at both ends do not count, an empty value is none.
  public func payload(_ values: [String: String]) throws(PayloadFailure) -> String {
    for name in values.keys.sorted() where !fields.contains(where: { $0.name == name }) {
      throw .unknownField(name, known: fields.map(\.name))
    }
    let values = PayloadValues(values)
    for field in fields where field.isRequired && values[field.name] == nil { throw .missing(field.title) }
    return try write(values)
  }

  /// A new kind is a constant in its own file and a name here.
  public static let all: [PayloadForm] = [
    .url, .wifi, .contact, .meCard, .event, .place, .mail, .telephone, .message, .payment,
  ]

  public static func named(_ name: String) -> PayloadForm? { all.first { $0.name == name.lowercased() } }
}

/// The filled fields of a form.
struct PayloadValues {
  private let values: [String: String]

  init(_ values: [String: String]) {
    self.values = values.compactMapValues { value in
      let trimmed = value.trimmed
      return trimmed.isEmpty ? nil : trimmed
    }
  }

  subscript(_ name: String) -> String? { values[name] }

  /// For fields that the form requires; those are there.
  func required(_ name: String) -> String { values[name] ?? "" }
}

/// Why fields are no payload.
public enum PayloadFailure: Error, Hashable, Sendable, CustomStringConvertible {
  case missing(String)
  case unknownField(String, known: [String])
  /// A field, its value, and what is wanted instead.
  case malformed(String, value: String, wanted: String)

  public var description: String { sentence.description }

  public var sentence: Sentence {
    switch self {
    case .missing(let title): "“\(Sentence(verbatim: title))” must be given"
    case .unknownField(let name, let known):
      "there is no field “\(HarmlessText.escaped(name))”: the fields are \(known.joined(separator: ", "))"
    case .malformed(let title, let value, let wanted):
      "\(Sentence(verbatim: title)): “\(HarmlessText.escaped(value))” is not \(Sentence(verbatim: wanted))"
    }
  }

  /// The title of the field that it is about.
  public var field: String? {
    switch self {
    case .missing(let title), .malformed(let title, _, _): title
    case .unknownField: nil
    }
  }

  /// The same beside its field, whose name need not be told.
  public func shortSentence(in words: Words) -> String {
    switch self {
    case .missing: words("must be given")
    case .malformed(_, _, let wanted): words("wanted: {wanted}", ["wanted": words(wanted)])
    case .unknownField: words(sentence)
    }
  }
}

/// How formats protect the signs that they use themselves.
enum PayloadEscape {
  /// Puts a backslash before each of these characters.
  ///
  /// Sign by sign, as readers take it apart, whatever marks may join them.
  static func backslashed(_ text: String, _ signs: Set<Unicode.Scalar>) -> String {
    var out = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if signs.contains(scalar) { out.append("\\") }
      out.append(scalar)
    }
    return String(out)
  }

  /// RFC 3986 §2.1: everything but unreserved characters as `%NN`.
  static func percent(_ text: String) -> String {
    text.utf8.reduce(into: "") { out, byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        out.unicodeScalars.append(UnicodeScalar(byte))
      default: out += "%" + HarmlessText.hex(UInt32(byte), digits: 2)
      }
    }
  }
}
