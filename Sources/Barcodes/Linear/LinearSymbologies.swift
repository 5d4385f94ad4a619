extension Symbology {
  public static let ean13 = Symbology(name: "ean13", title: "EAN-13")
  public static let ean8 = Symbology(name: "ean8", title: "EAN-8")
  public static let upcA = Symbology(name: "upcA", title: "UPC-A")
  public static let upcE = Symbology(name: "upcE", title: "UPC-E")
  public static let code128 = Symbology(name: "code128", title: "Code 128")
  public static let code39 = Symbology(name: "code39", title: "Code 39")
  /// Code 39 whose last character is the check character of modulus 43.
  public static let code39Mod43 = Symbology(name: "code39Mod43", title: "Code 39 mod 43")
  public static let code93 = Symbology(name: "code93", title: "Code 93")
  public static let itf = Symbology(name: "itf", title: "ITF")
  /// Interleaved 2 of 5 with the 14 digits of a GTIN, its check digit right.
  public static let itf14 = Symbology(name: "itf14", title: "ITF-14")
  public static let codabar = Symbology(name: "codabar", title: "Codabar")
  /// GS1 DataBar omnidirectional, truncated, stacked and stacked omnidirectional.
  public static let gs1DataBar = Symbology(name: "gs1DataBar", title: "GS1 DataBar")
  public static let gs1DataBarLimited = Symbology(name: "gs1DataBarLimited", title: "GS1 DataBar Limited")
  /// GS1 DataBar Expanded and Expanded Stacked.
  public static let gs1DataBarExpanded = Symbology(name: "gs1DataBarExpanded", title: "GS1 DataBar Expanded")
}
