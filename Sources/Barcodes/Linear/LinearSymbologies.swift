extension Symbology {
  /// ISO/IEC 15420: 13 digits, the last a check digit; also the codes of books (ISBN) and periodicals (ISSN).
  public static let ean13 = Symbology(name: "ean13", title: "EAN-13")
  /// ISO/IEC 15420: eight digits for small packages.
  public static let ean8 = Symbology(name: "ean8", title: "EAN-8")
  /// ISO/IEC 15420: 12 digits, as in North America.
  public static let upcA = Symbology(name: "upcA", title: "UPC-A")
  /// ISO/IEC 15420: a UPC-A of which zeros are left out.
  public static let upcE = Symbology(name: "upcE", title: "UPC-E")
  /// ISO/IEC 15417: all of ASCII, and GS1-128.
  public static let code128 = Symbology(name: "code128", title: "Code 128")
  /// ISO/IEC 16388: digits, capital letters and a few signs; all of ASCII by pairs.
  public static let code39 = Symbology(name: "code39", title: "Code 39")
  /// Code 39 whose last character is the check character of modulus 43.
  public static let code39Mod43 = Symbology(name: "code39Mod43", title: "Code 39 mod 43")
  /// AIM USS-93: the characters of Code 39 in less room, with two check characters.
  public static let code93 = Symbology(name: "code93", title: "Code 93")
  /// ISO/IEC 16390, Interleaved 2 of 5: an even number of digits.
  public static let itf = Symbology(name: "itf", title: "ITF")
  /// Interleaved 2 of 5 with the 14 digits of a GTIN, its check digit right.
  public static let itf14 = Symbology(name: "itf14", title: "ITF-14")
  /// EN 798: digits and a few signs between two of four letters.
  public static let codabar = Symbology(name: "codabar", title: "Codabar")
  /// AIM USS Telepen: all of ASCII by its bits, or two digits a character.
  public static let telepen = Symbology(name: "telepen", title: "Telepen")
  /// The code on the edge of 35 mm film: its DX number, and the frame's.
  public static let dxFilmEdge = Symbology(name: "dxFilmEdge", title: "DX Film Edge")
  /// GS1 DataBar omnidirectional, truncated, stacked and stacked omnidirectional.
  public static let gs1DataBar = Symbology(name: "gs1DataBar", title: "GS1 DataBar")
  /// ISO/IEC 24724: a GTIN that begins with 0 or 1, on the smallest things.
  public static let gs1DataBarLimited = Symbology(name: "gs1DataBarLimited", title: "GS1 DataBar Limited")
  /// GS1 DataBar Expanded and Expanded Stacked.
  public static let gs1DataBarExpanded = Symbology(name: "gs1DataBarExpanded", title: "GS1 DataBar Expanded")
}
