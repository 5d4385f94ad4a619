extension Symbology {
  /// Rectangular Micro QR Code. ISO/IEC 23941:2022.
  public static let rMQR = Symbology(name: "rMQR", title: "Rectangular Micro QR Code")
}
