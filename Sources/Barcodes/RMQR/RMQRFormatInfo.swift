package import Bits
import Foundation

/// Version and level, as the symbol states them twice. ISO/IEC 23941:2022 §7.9.
package struct RMQRFormatInfo: Hashable, Sendable {
  package let version: RMQRVersion
  /// M or H.
  package let level: QRErrorCorrection

  package init(version: RMQRVersion, level: QRErrorCorrection) {
    self.version = version
    self.level = level
  }

  /// What is added to the word beside the finder, and to the one beside the finder's sub-pattern.
  private static let patterns = [0b01_1111_1010_1011_0010, 0b10_0000_1010_0111_1011]

  /// The 18 bits of both copies as they are placed.
  package var words: [Int] {
    let word = BCHCode.version.words[(level == .high ? 1 : 0) << 5 | version.number]
    return Self.patterns.map { word ^ $0 }
  }

  /// The modules of both copies, most significant bit first, in columns of five beside the finder at the top
  /// left, and before the sub-pattern at the bottom right, where the last three lie in a row above it.
  package static func places(width: Int, height: Int) -> [[(x: Int, y: Int)]] {
    let beside = (0..<18).map { (x: 8 + $0 / 5, y: 1 + $0 % 5) }
    let before = (0..<18).map { bit in
      bit < 15 ? (x: width - 8 + bit / 5, y: height - 6 + bit % 5) : (x: width - 5 + bit - 15, y: height - 6)
    }
    return [beside.reversed(), before.reversed()]
  }

  package func draw(into modules: inout BitMatrix) {
    for (word, places) in zip(words, Self.places(width: modules.width, height: modules.height)) {
      for (bit, place) in places.enumerated() { modules[place.x, place.y] = word >> (17 - bit) & 1 == 1 }
    }
  }
}

/// A reading of rMQR's format information, with what speaks for it.
package struct RMQRFormatCandidate: Hashable, Sendable {
  package let info: RMQRFormatInfo
  /// Bits in which the nearer of both copies differs.
  package let distance: Int
  /// Bits in which both copies together differ, of 36.
  package let totalDistance: Int

  /// As for `QRFormatCandidate`: of 36 bits, 64 words.
  package var evidence: Double { 36 - 6 - log2(ball(of: totalDistance, in: 36)) }
}

extension RMQRFormatInfo {
  /// The readings that fit the symbol's size, likeliest first.
  package static func candidates(in modules: BitMatrix, confidences: [Float]? = nil) -> [RMQRFormatCandidate] {
    guard let version = RMQRVersion(width: modules.width, height: modules.height) else { return [] }
    let copies = places(width: modules.width, height: modules.height)
    let read = copies.map { places in places.reduce(0) { $0 << 1 | (modules[$1.x, $1.y] ? 1 : 0) } }
    let weights = copies.map { places in places.map { confidences?[$0.y * modules.width + $0.x] ?? 1 } }
    let all = RMQRVersion.levels.map { level in
      let info = RMQRFormatInfo(version: version, level: level)
      let differing = zip(info.words, read).map { $0 ^ $1 }
      let distances = differing.map(\.nonzeroBitCount)
      var cost: Float = 0
      for (bits, weights) in zip(differing, weights) {
        for (bit, weight) in weights.enumerated() where bits >> (17 - bit) & 1 == 1 { cost += weight }
      }
      let candidate = RMQRFormatCandidate(
        info: info, distance: min(distances[0], distances[1]), totalDistance: distances[0] + distances[1])
      return (candidate, cost)
    }
    return all.sorted { $0.1 < $1.1 }.map(\.0)
  }

  /// The version that the copy beside the finder states, for a symbol whose size is not known yet.
  ///
  /// - Parameter word: that copy's 18 bits.
  /// - Returns: the nearest version and level, and in how many bits it differs: up to 3 are corrected.
  package static func nearest(besideFinder word: Int) -> (info: RMQRFormatInfo, distance: Int) {
    let (data, distance) = BCHCode.version.nearest(to: word ^ patterns[0])
    return (RMQRFormatInfo(version: RMQRVersion(data & 31), level: data >> 5 == 1 ? .high : .medium), distance)
  }
}
