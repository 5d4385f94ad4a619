package import Bits

/// A Rectangular Micro QR Code symbol as it was written.
package struct RMQRSymbol: Hashable, Sendable {
  /// Without a quiet zone; two light modules belong around it (ISO/IEC 23941:2022 §5.3.10).
  package let modules: BitMatrix
  package let version: RMQRVersion
  /// M or H.
  package let level: QRErrorCorrection
}

/// Writes Rectangular Micro QR Code symbols: at most 361 digits or 150 bytes. ISO/IEC 23941:2022 §7.
package struct RMQRWriter: SymbolWriter {
  /// The versions to choose from; of those that hold the text the one of the least area is taken.
  package var versions: [RMQRVersion]
  /// The level that the symbol has at least: M up to `medium`, H above.
  package var level: QRErrorCorrection
  /// Raises the level where the version has room.
  package var boostsLevel: Bool
  /// The only mode to write the text in; nil takes those that need the fewest bits.
  package var mode: QRMode?
  /// The character set to name before the data; nil names none and writes bytes in UTF-8.
  package var eci: Int?
  /// The text is GS1 element strings; a field of variable length that another follows ends with GS (0x1D).
  package var isGS1 = false

  package var symbology: Symbology { .rMQR }

  package init(
    versions: [RMQRVersion] = RMQRVersion.all, level: QRErrorCorrection = .medium, boostsLevel: Bool = true,
    mode: QRMode? = nil, eci: Int? = nil
  ) {
    self.versions = versions
    self.level = level
    self.boostsLevel = boostsLevel
    self.mode = mode
    self.eci = eci
  }

  package func write(_ text: String) throws(WriteFailure) -> BitMatrix { try symbol(text).modules }

  /// The symbol of a text.
  ///
  /// - Throws: `WriteFailure` where the text is empty or does not fit.
  package func symbol(_ text: String) throws(WriteFailure) -> RMQRSymbol {
    guard !text.isEmpty else { throw .invalid("there is no text to write") }
    // Digits by three are the densest.
    let most = RMQRVersion.all.map { 8 * $0.blocks(.medium).dataCodewords }.max() ?? 0
    try CapacityLimit(available: most, densest: (10, 3)).check(text.unicodeScalars.count)
    let segmentation = try QRSegmentation(text, eci: eci ?? TextEncodings.utf8, marksFNC1: isGS1, mode: mode)
    let head = (eci.map { [QRSegment.eci($0)] } ?? []) + (isGS1 ? [.fnc1First] : [])
    let least: QRErrorCorrection = level <= .medium ? .medium : .high
    let levels: [QRErrorCorrection] = boostsLevel && least == .medium ? [.high, .medium] : [least]
    var failure = WriteFailure.invalid("no version of rMQR is allowed")
    for version in versions.sorted(by: { $0.width * $0.height < $1.width * $1.height }) {
      let available = 8 * version.blocks(least).dataCodewords
      let message = segmentation.segments(in: version.dialect).map { QRMessage(segments: head + $0) }
      let bits = message?.bitCount(in: version.dialect)
      guard let message, let bits, bits <= available else {
        failure = .tooLong(needed: bits ?? 8 * segmentation.bytes.count, available: available)
        continue
      }
      let chosen = levels.first { bits <= 8 * version.blocks($0).dataCodewords } ?? least
      return RMQRSymbol(message, version: version, level: chosen)
    }
    throw failure
  }
}

extension RMQRSymbol {
  /// - Precondition: the message fits.
  init(_ message: QRMessage, version: RMQRVersion, level: QRErrorCorrection) {
    let blocks = version.blocks(level)
    let codewords = blocks.protect(message.codewords(in: version.dialect, capacity: 8 * blocks.dataCodewords))
    let layout = RMQRLayout(version)
    var modules = layout.template
    for (bit, at) in layout.path.enumerated() {
      let (y, x) = at.quotientAndRemainder(dividingBy: version.width)
      // Remainder bits are zero before the mask.
      let value = bit < 8 * codewords.count && codewords[bit >> 3] >> UInt8(7 - bit & 7) & 1 == 1
      modules[x, y] = value != RMQRLayout.mask.inverts(x: x, y: y)
    }
    RMQRFormatInfo(version: version, level: level).draw(into: &modules)
    self.init(modules: modules, version: version, level: level)
  }
}
