extension Symbology {
  /// QR Code, Model 2, and Model 1 for reading. ISO/IEC 18004:2024.
  public static let qr = Symbology(name: "qr", title: "QR Code")
}
