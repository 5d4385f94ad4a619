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
  public var description: String { sentence(in: .english) }

  /// The sentence in a person's language; rules of symbologies are told in English.
  public func sentence(in words: Words) -> String {
    switch self {
    case .empty: return words("there is no text to make a code of")
    case .unknownColor(let text):
      return "“\(HarmlessText.escaped(text))” is no color: write #rrggbb, #rrggbbaa, or a name such as black, navy, "
        + "white or transparent"
    case .unknownSymbology(let name, let available):
      return "“\(HarmlessText.escaped(name))” cannot be made: choose one of \(available.joined(separator: ", "))"
    case .tooLong(let needed, let available, let unit, let fitting, let symbol):
      let needs = ["needed": "\(needed)", "available": "\(available)"]
      let bits =
        switch unit {
        case .dataBits: words("it needs {needed} bits of {available}", needs)
        case .modules: words("it would be {needed} modules wide, of {available}", needs)
        }
      guard let fitting else { return words("too long for {symbol}: {size}", ["symbol": symbol, "size": bits]) }
      return words(
        one: "too long for {symbol}: one character of it would fit; {size}",
        others: "too long for {symbol}: the first {count} characters of it would fit; {size}", count: fitting,
        ["symbol": symbol, "size": bits])
    case .unencodable(let character, let symbol):
      return words(
        "{symbol} has no code for “{character}”",
        ["symbol": symbol, "character": HarmlessText.escaped(String(character))])
    case .invalid(let sentence), .decoration(let sentence): return words(sentence)
    case .tooLarge(let width, let height):
      return words(
        "the picture would be {width} × {height} pixels: choose a smaller module size",
        ["width": "\(width)", "height": "\(height)"])
    }
  }
}
