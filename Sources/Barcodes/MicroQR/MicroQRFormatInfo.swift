package import Bits

/// Version, level and mask, as the symbol states them once. ISO/IEC 18004:2024 §7.9.2.
package struct MicroQRFormatInfo: Hashable, Sendable {
  package let version: MicroQRVersion
  package let level: QRErrorCorrection
  /// 0 to 3.
  package let maskIndex: Int

  /// Micro QR's masks among QR's. ISO/IEC 18004:2024 Table 10.
  package static let masks = [1, 4, 6, 7].map(QRMask.init)

  package var mask: QRMask { Self.masks[maskIndex] }

  package init(version: MicroQRVersion, level: QRErrorCorrection, maskIndex: Int) {
    self.version = version
    self.level = level
    self.maskIndex = maskIndex
  }

  /// Every version with each of its levels, by symbol number. ISO/IEC 18004:2024 Table 13.
  private static let symbols: [(version: MicroQRVersion, level: QRErrorCorrection)] =
    MicroQRVersion.all.flatMap { version in version.levels.map { (version, $0) } }

  /// From 5 data bits.
  private init(data: Int) {
    (version, level) = Self.symbols[data >> 2]
    maskIndex = data & 3
  }

  /// What is added to each word.
  private static let pattern = 0b100_0100_0100_0101

  /// The 15 bits as they are placed.
  package var word: Int {
    let symbol = Self.symbols.firstIndex { $0.version == version && $0.level == level } ?? 0
    return BCHCode.format.words[symbol << 2 | maskIndex] ^ Self.pattern
  }

  /// The modules, most significant bit first: below the finder, then beside it.
  package static let places: [(x: Int, y: Int)] = (1...8).map { ($0, 8) } + (1...7).reversed().map { (8, $0) }

  package func draw(into modules: inout BitMatrix) {
    for (bit, place) in Self.places.enumerated() { modules[place.x, place.y] = word >> (14 - bit) & 1 == 1 }
  }

  /// The readings that fit the symbol's size, likeliest first, with the bits in which each differs.
  package static func candidates(
    in modules: BitMatrix, confidences: [Float]? = nil
  ) -> [(info: MicroQRFormatInfo, distance: Int)] {
    let read = places.reduce(0) { $0 << 1 | (modules[$1.x, $1.y] ? 1 : 0) }
    let weights = places.map { confidences?[$0.y * modules.width + $0.x] ?? 1 }
    let fitting = (0..<32).map(MicroQRFormatInfo.init(data:)).filter { $0.version.side == modules.width }
    let costs = fitting.map { info in
      let differing = info.word ^ read
      var cost: Float = 0
      for (bit, weight) in weights.enumerated() where differing >> (14 - bit) & 1 == 1 { cost += weight }
      return cost
    }
    return fitting.indices.sorted { costs[$0] < costs[$1] }
      .map { (fitting[$0], (fitting[$0].word ^ read).nonzeroBitCount) }
  }
}
