package import Bits

/// A QR Code symbol as it was written.
package struct QRSymbol: Hashable, Sendable {
  /// Without a quiet zone; four light modules belong around it (ISO/IEC 18004:2024 §5.3.8).
  package let modules: BitMatrix
  package let version: QRVersion
  package let level: QRErrorCorrection
  package let mask: QRMask
  /// The modes of the message's segments, in order.
  package let modes: [QRMode]
  /// Bits that the message takes, of `8 * version.dataCodewords(level)`.
  package let messageBits: Int
}

extension QRSymbol {
  /// - Precondition: the message fits.
  init(_ message: QRMessage, version: QRVersion, level: QRErrorCorrection, mask forced: QRMask?) {
    let dialect = QRDialect.qr(version)
    let layout = QRLayout(version)
    let data = message.codewords(in: dialect, capacity: 8 * version.dataCodewords(level))
    let codewords = version.blocks(level).protect(data)

    // The symbol without a mask, and where a mask applies.
    var bare = layout.template.rowMajor
    for (bit, at) in layout.path.prefix(8 * codewords.count).enumerated() {
      bare[at] = codewords[bit >> 3] >> UInt8(7 - bit & 7) & 1 == 1
    }
    let unmasked = QRModuleLines(side: version.side, bare)
    let area = QRModuleLines(side: version.side, layout.isFunction.map { !$0 })

    var best: (score: Int, mask: QRMask, modules: QRModuleLines)?
    for mask in forced.map({ [$0] }) ?? QRMask.all {
      var masked = unmasked.masked(mask, area: area)
      QRFormatInfo(level: level, mask: mask).draw(into: &masked)
      let score = forced == nil ? QRPenalty.score(masked) : 0
      if score < best?.score ?? .max { best = (score, mask, masked) }
    }
    guard let best else { preconditionFailure("there is a mask") }
    self.init(
      modules: best.modules.matrix, version: version, level: level, mask: best.mask,
      modes: message.segments.map(\.mode), messageBits: message.bitCount(in: dialect) ?? 0)
  }
}

extension QRFormatInfo {
  func draw(into modules: inout QRModuleLines) {
    let word = word()
    for places in Self.places(side: modules.side) {
      for (bit, place) in places.enumerated() { modules.set(place.x, place.y, word >> (14 - bit) & 1 == 1) }
    }
  }
}
