package import Bits

/// A Micro QR Code symbol as it was written.
package struct MicroQRSymbol: Hashable, Sendable {
  /// Without a quiet zone; two light modules belong around it (ISO/IEC 18004:2024 §5.3.8).
  package let modules: BitMatrix
  package let version: MicroQRVersion
  package let level: QRErrorCorrection
  /// 0 to 3.
  package let maskIndex: Int
}

/// Writes Micro QR Code symbols: at most 35 digits, 21 letters or 15 bytes. ISO/IEC 18004:2024 §7.
package struct MicroQRWriter: SymbolWriter {
  /// The versions to choose from; the smallest that holds the text is taken.
  package var versions: ClosedRange<Int>
  /// The level that the symbol has at least; M1 has `low` alone, and detects errors only.
  package var level: QRErrorCorrection
  /// Raises the level as far as the version has room.
  package var boostsLevel: Bool
  /// 0 to 3; nil takes the one that the standard's rule prefers.
  package var maskIndex: Int?
  /// The only mode to write the text in; nil takes those that need the fewest bits.
  package var mode: QRMode?

  package var symbology: Symbology { .microQR }

  /// - Precondition: the versions are in 1…4 and the mask in 0…3.
  package init(
    versions: ClosedRange<Int> = 1...4, level: QRErrorCorrection = .low, boostsLevel: Bool = true,
    maskIndex: Int? = nil, mode: QRMode? = nil
  ) {
    precondition(versions.lowerBound >= 1 && versions.upperBound <= 4, "Micro QR Code version out of range")
    precondition(0...3 ~= maskIndex ?? 0, "mask out of range")
    self.versions = versions
    self.level = level
    self.boostsLevel = boostsLevel
    self.maskIndex = maskIndex
    self.mode = mode
  }

  package func write(_ text: String) throws(WriteFailure) -> BitMatrix { try symbol(text).modules }

  /// The symbol of a text.
  ///
  /// - Throws: `WriteFailure` where the text is empty or does not fit.
  package func symbol(_ text: String) throws(WriteFailure) -> MicroQRSymbol {
    guard !text.isEmpty else { throw .invalid("there is no text to write") }
    // Digits by three are the densest.
    try CapacityLimit(available: MicroQRVersion(4).dataBits(.low), densest: (10, 3)).check(text.unicodeScalars.count)
    let segmentation = try QRSegmentation(text, eci: TextEncodings.utf8, marksFNC1: false, mode: mode)
    var failure = WriteFailure.invalid("the versions allowed have no level \(level.letter)")
    for version in versions.map(MicroQRVersion.init) {
      let levels = version.levels.filter { $0 >= level }
      guard let least = levels.first else { continue }
      let dialect = version.dialect
      guard let segments = segmentation.segments(in: dialect) else {
        failure = .invalid("\(version.name) has no mode for this text")
        continue
      }
      let message = QRMessage(segments: segments)
      let available = version.dataBits(least)
      // A count that its field cannot hold is too long as well.
      let needed = message.bitCount(in: dialect)
      guard let bits = needed, bits <= available else {
        failure = .tooLong(needed: needed ?? 8 * segmentation.bytes.count, available: available)
        continue
      }
      let roomiest = levels.last { bits <= version.dataBits($0) } ?? least
      return MicroQRSymbol(
        message, version: version, level: boostsLevel ? roomiest : least, maskIndex: maskIndex)
    }
    throw failure
  }
}

extension MicroQRSymbol {
  /// - Precondition: the message fits.
  init(_ message: QRMessage, version: MicroQRVersion, level: QRErrorCorrection, maskIndex: Int?) {
    let data = message.codewords(in: version.dialect, capacity: version.dataBits(level))
    let codewords = version.blocks(level).protect(data)
    let layout = MicroQRLayout(version)
    var bits: [Bool] = []
    for (index, codeword) in codewords.enumerated() {
      let isHalf = version.endsInHalfCodeword && index == data.count - 1
      for bit in (isHalf ? 4..<8 : 0..<8).reversed() { bits.append(codeword >> UInt8(bit) & 1 == 1) }
    }

    let drawn = (maskIndex.map { [$0] } ?? Array(0...3)).map { index in
      var modules = layout.template
      for (at, bit) in zip(layout.path, bits) {
        let (y, x) = at.quotientAndRemainder(dividingBy: version.side)
        modules[x, y] = bit != MicroQRFormatInfo.masks[index].inverts(x: x, y: y)
      }
      let info = MicroQRFormatInfo(version: version, level: level, maskIndex: index)
      info.draw(into: &modules)
      return MicroQRSymbol(modules: modules, version: version, level: level, maskIndex: index)
    }
    guard let best = drawn.max(by: { Self.score($0.modules) < Self.score($1.modules) }) else {
      preconditionFailure("there is a mask")
    }
    self = best
  }

  /// How well the sides that have no timing pattern stand out against the ground: dark modules of the right
  /// column and of the bottom row, the lesser counting sixteen times. ISO/IEC 18004:2024 §7.8.3.2.
  private static func score(_ modules: BitMatrix) -> Int {
    let last = modules.width - 1
    let right = (1...last).count { modules[last, $0] }
    let bottom = (1...last).count { modules[$0, last] }
    return 16 * min(right, bottom) + max(right, bottom)
  }
}
