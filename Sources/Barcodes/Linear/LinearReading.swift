/// What one scan line says, before others confirm it.
package struct LinearReading: Hashable, Sendable {
  /// The message as decoded; for EAN and UPC without the add-on.
  package let symbol: DecodedSymbol
  /// The elements of the symbol: from its first bar through its last.
  package let elements: ClosedRange<Int>
  /// How badly widths fit, mean over the characters: 0 is a perfect print, about 1 is chance.
  package let misfit: Float
  /// Scan lines that must say the same before it is believed: more for symbologies that find themselves in
  /// noise more easily.
  package let linesNeeded: Int
  /// True where comparison with rendered digits should be asked before this is believed.
  package var isDoubtful: Bool { misfit > Self.doubt && EANReader.symbologies.contains(symbol.symbology) }

  /// Misfit from which blur or dirt may have made one character of another.
  static let doubt: Float = 0.12
  /// Misfit up to which a line shows print without either.
  static let clean: Float = 0.05

  /// True where nothing but light tells where the symbol ends: its start and stop are found within it too, and no check digit
  /// says that something is missing.
  var isBoundByLightAlone: Bool {
    ITFReader.symbologies.contains(symbol.symbology) || CodabarReader.symbologies.contains(symbol.symbology)
  }

  /// Which of EAN and UPC it is, if any.
  var form: EANNumber.Form? {
    guard EANReader.symbologies.contains(symbol.symbology) else { return nil }
    switch elements.count {
    case 59: return .ean13
    case 43: return .ean8
    case 33: return .upcE
    default: return nil
    }
  }

  /// True for a UPC-E that is as well half of an EAN-13; its text begins with its number system.
  var isLikeHalf: Bool {
    form == .upcE && symbol.bytes.first.map { EANNumber.isLikeHalf(system: Int($0) - 48) } ?? false
  }

  /// True for a clear one of what has a check digit or character, and widths that those of no other symbology look like.
  var excludesOthers: Bool {
    misfit <= Self.doubt && (form != nil || [.code128, .code93].contains(symbol.symbology))
  }

  /// How wide the symbol is in modules, where an add-on may stand behind it.
  var modules: Int? {
    switch form {
    case .ean13: 95
    case .upcE: 51
    default: nil
    }
  }

  /// Light before the first bar and behind the last one that belongs to the symbol, in widths of what lies between.
  var light: Light?

  struct Light: Hashable {
    let before: Double
    let after: Double
  }

  /// The add-on to the right of an EAN or UPC symbol, two or five digits, if this line saw it.
  package var addOn: String?

  package init(
    symbol: DecodedSymbol, elements: ClosedRange<Int>, misfit: Float, linesNeeded: Int, addOn: String? = nil
  ) {
    self.symbol = symbol
    self.elements = elements
    self.misfit = misfit
    self.linesNeeded = linesNeeded
    self.addOn = addOn
  }
}

/// Decodes the bars of one scan line, read forward only; the caller also shows the line from its other end.
package protocol LinearDecoder: Sendable {
  /// What it can say; asked only where one of these is wanted.
  static var symbologies: Set<Symbology> { get }
  init()
  /// Every symbol of this kind on the line, each once.
  func read(_ bars: BarSequence, wanted: Set<Symbology>) -> [LinearReading]
}
