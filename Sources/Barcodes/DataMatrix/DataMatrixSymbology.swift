extension Symbology {
  /// ISO/IEC 16022 (ECC 200) with the rectangular extension of ISO/IEC 21471.
  public static let dataMatrix = Symbology(name: "dataMatrix", title: "Data Matrix")
}
