extension Symbology {
  /// ISO/IEC 15438, with Compact (truncated) and Macro PDF417.
  public static let pdf417 = Symbology(name: "pdf417", title: "PDF417")
  /// ISO/IEC 24728.
  public static let microPDF417 = Symbology(name: "microPDF417", title: "MicroPDF417")
}
