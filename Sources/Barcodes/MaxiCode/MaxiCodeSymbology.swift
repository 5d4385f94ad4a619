extension Symbology {
  /// ISO/IEC 16023: hexagons around a bull's eye, as parcels have them; modes 2 to 6.
  public static let maxiCode = Symbology(name: "maxiCode", title: "MaxiCode")
}
