package import Imaging

extension Detector {
  /// Reads a few drawn symbols and forgets them, so that the first frame finds ready what a process makes once: tables, the
  /// metadata of types, pages of code. Of the 1.3 ms of a process's first QR Code it saves 0.4; a later one takes 0.7.
  ///
  /// Takes some milliseconds: to be called where a file is still being decoded, or a camera opened. It changes no result.
  public func prepare() {
    for specimen in Self.specimens where options.symbologies.contains(specimen.symbology) {
      guard let frame = specimen.frame else { continue }
      _ = detect(in: frame)
    }
    reset()
  }

  /// One or two a family, as each takes paths of its own.
  package static let specimens = [
    Specimen(symbology: .qr, text: "https://example.com/"),
    Specimen(symbology: .ean13, text: "4006381333931"),
    Specimen(symbology: .code128, text: "Code 128"),
    Specimen(symbology: .dataMatrix, text: "Data Matrix"),
    Specimen(symbology: .pdf417, text: "PDF417"),
    Specimen(symbology: .aztec, text: "Aztec"),
  ]

  /// A symbol to be drawn and read.
  package struct Specimen: Sendable {
    package let symbology: Symbology
    package let text: String

    /// Light around the symbol, in modules: as much as the widest quiet zone asks for, EAN's.
    private static let quiet = 11
    /// Pixels along a module's side: plain to see.
    private static let module = 3
    /// Rows of a linear symbol, in modules.
    private static let barHeight = 24

    /// The symbol on white; nil where it cannot be written.
    package var frame: Frame? {
      guard let symbol = try? symbology.write(text) else { return nil }
      let rows = symbol.height == 1 ? Self.barHeight : symbol.height
      let (width, height) = ((symbol.width + 2 * Self.quiet) * Self.module, (rows + 2 * Self.quiet) * Self.module)
      var pixels = [UInt8](repeating: 255, count: width * height)
      for y in 0..<rows * Self.module {
        let row = symbol.height == 1 ? 0 : y / Self.module
        let start = (y + Self.quiet * Self.module) * width + Self.quiet * Self.module
        for x in 0..<symbol.width * Self.module where symbol[x / Self.module, row] { pixels[start + x] = 0 }
      }
      return try? Frame(format: .grey, width: width, height: height, bytes: pixels)
    }
  }
}
