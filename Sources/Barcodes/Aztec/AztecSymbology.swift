extension Symbology {
  /// ISO/IEC 24778: compact and full symbols, and runes.
  public static let aztec = Symbology(name: "aztec", title: "Aztec Code")
}
