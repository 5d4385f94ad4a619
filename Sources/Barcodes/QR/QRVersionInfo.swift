package import Bits

/// The version as the symbol states it twice, from version 7 on. ISO/IEC 18004:2024 §7.10.
package enum QRVersionInfo {
  /// 6 bits of version and 12 of error correction. ISO/IEC 18004:2024 Annex D.
  package static func word(_ version: QRVersion) -> Int { BCHCode.version.words[version.number] }

  /// The modules of both copies, most significant bit first: at the top right, and at the bottom left.
  package static func places(side: Int) -> [[(x: Int, y: Int)]] {
    let copy = (0..<18).map { bit in (x: side - 9 - bit % 3, y: 5 - bit / 3) }
    return [copy, copy.map { (x: $0.y, y: $0.x) }]
  }

  /// The version whose word is nearest to one of the copies, and in how many bits it differs from it.
  ///
  /// Up to 3 wrong bits are within the code's correction (its distance is 8).
  package static func nearest(in modules: BitMatrix) -> (version: QRVersion, distance: Int)? {
    guard modules.width == modules.height, modules.width >= QRVersion(7).side else { return nil }
    var best: (version: QRVersion, distance: Int)?
    for places in places(side: modules.width) {
      let read = places.reduce(0) { $0 << 1 | (modules[$1.x, $1.y] ? 1 : 0) }
      for number in 7...40 {
        let distance = (word(QRVersion(number)) ^ read).nonzeroBitCount
        if distance < best?.distance ?? 19 { best = (QRVersion(number), distance) }
      }
    }
    return best
  }
}
