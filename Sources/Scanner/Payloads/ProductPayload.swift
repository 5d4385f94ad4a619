import Barcodes

/// Numbers of things for sale, told by their symbology.
enum ProductPayload {
  /// Nil for a symbol that is no product number.
  static func title(of symbol: DecodedSymbol) -> String? {
    guard let text = symbol.text, !text.isEmpty, text.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
    switch symbol.symbology.name {
    // Bookland and Musicland, GS1 General Specifications §1.4.4 (prefixes 978 and 979; 9790 is ISMN).
    case "ean13" where text.hasPrefix("9790"): return "Sheet music (ISMN)"
    case "ean13" where text.hasPrefix("978") || text.hasPrefix("979"): return "Book (ISBN)"
    case "ean13" where text.hasPrefix("977"): return "Periodical (ISSN)"
    case "ean13", "ean8", "upcA", "upcE": return "Product number"
    case "itf14": return "Trade unit number"
    default: return nil
    }
  }
}
