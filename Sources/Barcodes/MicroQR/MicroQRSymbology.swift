extension Symbology {
  /// Micro QR Code, M1 to M4. ISO/IEC 18004:2024.
  public static let microQR = Symbology(name: "microQR", title: "Micro QR Code")
}
