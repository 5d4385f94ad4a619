public import Barcodes
public import Presentation

/// Why a code was not made, in a sentence for the person who wants it.
public enum MakeFailure: Error, Hashable, Sendable {
  /// Nothing was given to be written.
  case empty
  case unknownColor(String)
  case unknownSymbology(String, available: [String])
  /// Needs `needed` or more where the largest allowed symbol has `available`; `fitting` characters of this text would
  /// still fit.
  case tooLong(needed: Int, available: Int, unit: CapacityUnit, fitting: Int?, symbol: String)
  case unencodable(Character, symbol: String)
  /// A rule of the symbology or of an option, as a sentence.
  case invalid(String)
  /// Of the logo or the caption, as a sentence.
  case decoration(String)
  /// The picture would have more pixels than any reader takes.
  case tooLarge(width: Int, height: Int)
}

extension MakeFailure: CustomStringConvertible {
  public var description: String { sentence.description }

  public var sentence: Sentence {
    switch self {
    case .empty: return "there is no text to make a code of"
    case .unknownColor(let text):
      return """
        “\(HarmlessText.escaped(text))” is no color: write #rrggbb, #rrggbbaa, or a name such as black, navy, white or \
        transparent
        """
    case .unknownSymbology(let name, let available):
      return "“\(HarmlessText.escaped(name))” cannot be made: choose one of \(available.joined(separator: ", "))"
    case .tooLong(let needed, let available, let unit, let fitting, let symbol):
      let size: Sentence =
        switch unit {
        case .dataBits: "it needs \(needed) bits of \(available)"
        case .modules: "it would be \(needed) modules wide, of \(available)"
        }
      guard let fitting else { return "too long for \(symbol): \(size)" }
      return Sentence(
        one: "too long for \(symbol): one character of it would fit; \(size)",
        others: "too long for \(symbol): the first {count} characters of it would fit; \(size)", count: fitting)
    case .unencodable(let character, let symbol):
      return "\(symbol) has no code for “\(HarmlessText.escaped(String(character)))”"
    case .invalid(let rule), .decoration(let rule): return Sentence(withNumbers: rule)
    case .tooLarge(let width, let height):
      return "the picture would be \(width) × \(height) pixels: choose a smaller module size"
    }
  }
}
