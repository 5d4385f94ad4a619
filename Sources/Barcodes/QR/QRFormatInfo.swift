package import Bits
import Foundation

/// Which level and which mask, as the symbol states it twice. ISO/IEC 18004:2024 §7.9.
package struct QRFormatInfo: Hashable, Sendable {
  package let level: QRErrorCorrection
  package let mask: QRMask

  package init(level: QRErrorCorrection, mask: QRMask) {
    self.level = level
    self.mask = mask
  }

  /// From 5 data bits.
  package init(data: Int) {
    level = QRErrorCorrection(indicator: data >> 3)
    mask = QRMask(data & 7)
  }

  /// What is added to each word, so that none is all light. ISO/IEC 18004:2024 §7.9.1.
  package static let pattern = 0b101_0100_0001_0010
  /// The same for Model 1. AIM ITS 97-001.
  package static let patternOfModel1 = 0b010_1000_0010_0101

  /// The 15 bits as they are placed.
  package func word(pattern: Int = pattern) -> Int {
    BCHCode.format.words[level.indicator << 3 | mask.number] ^ pattern
  }

  /// The modules of both copies, most significant bit first: around the finder at the top left; below the
  /// one at the top right and beside the one at the bottom left.
  package static func places(side: Int) -> [[(x: Int, y: Int)]] {
    let around: [(x: Int, y: Int)] =
      (0...5).map { ($0, 8) } + [(7, 8), (8, 8), (8, 7)] + (0...5).reversed().map { (8, $0) }
    let apart: [(x: Int, y: Int)] = (1...7).map { (8, side - $0) } + (1...8).reversed().map { (side - $0, 8) }
    return [around, apart]
  }

  package func draw(into modules: inout BitMatrix) {
    let word = word()
    for places in Self.places(side: modules.width) {
      for (bit, place) in places.enumerated() { modules[place.x, place.y] = word >> (14 - bit) & 1 == 1 }
    }
  }
}

/// What a symbol's format information may say, with what speaks for it.
package struct QRFormatCandidate: Hashable, Sendable {
  package let info: QRFormatInfo
  /// Bits in which the nearer of both copies differs.
  package let distance: Int
  /// Bits in which both copies together differ, of 30.
  package let totalDistance: Int
  /// Confidences of the bits that differ, less those of the bits that agree, over both copies.
  package let cost: Float

  /// How improbable it is, in bits, that modules of no symbol are as near to some word as these: 30 bits,
  /// of which `32 · Σ C(30, i)` up to the distance are as near.
  package var evidence: Double { 30 - 5 - log2(ball(of: totalDistance, in: 30)) }
}

extension QRFormatInfo {
  /// The likeliest readings of a symbol's format information, best first, at most `limit`.
  ///
  /// Hard distance comes first where one copy is intact or nearly so, as a spot may have covered the other;
  /// else the softly weighed sum over both copies decides.
  ///
  /// - Parameters:
  ///   - confidences: how sure each module is, row after row; nil takes all as sure.
  ///   - modules: a square of at least 21 modules.
  package static func candidates(
    in modules: BitMatrix, confidences: [Float]? = nil, pattern: Int = pattern, limit: Int = 3
  ) -> [QRFormatCandidate] {
    let side = modules.width
    let copies = places(side: side)
    let words = copies.map { places in places.reduce(0) { $0 << 1 | (modules[$1.x, $1.y] ? 1 : 0) } }
    let weights = copies.map { places in places.map { confidences?[$0.y * side + $0.x] ?? 1 } }
    let all = (0..<32).map { data in
      let info = QRFormatInfo(data: data)
      let differing = words.map { $0 ^ info.word(pattern: pattern) }
      let distances = differing.map(\.nonzeroBitCount)
      var cost: Float = 0
      for (bits, weights) in zip(differing, weights) {
        for (bit, weight) in weights.enumerated() { cost += bits >> (14 - bit) & 1 == 1 ? weight : -weight }
      }
      return QRFormatCandidate(
        info: info, distance: min(distances[0], distances[1]), totalDistance: distances[0] + distances[1], cost: cost)
    }
    // Within a distance of 2 a copy is nearer to its word than half way to any other (7 bits away), whatever
    // became of the other copy.
    let sorted = all.sorted { a, b in
      let (nearA, nearB) = (a.distance <= 2 ? a.distance : 3, b.distance <= 2 ? b.distance : 3)
      return nearA != nearB ? nearA < nearB : a.cost < b.cost
    }
    return Array(sorted.prefix(limit))
  }

  /// Whether the modules read more like a mirrored symbol than like one seen from the front: by the distance
  /// of the format information, of either model, rows and columns exchanged or not.
  package static func looksMirrored(_ modules: BitMatrix) -> Bool {
    func distance(_ modules: BitMatrix) -> Int {
      let model2 = candidates(in: modules, limit: 1)[0].totalDistance
      guard model2 > mostOfModel1, modules.width <= QRVersion(QRModel1.versions.upperBound).side else { return model2 }
      let model1 = candidates(in: modules, pattern: patternOfModel1, limit: 1)[0].totalDistance
      return model1 <= mostOfModel1 ? model1 : model2
    }
    return distance(modules.transposed) < distance(modules)
  }

  /// Wrong bits of both copies up to which Model 1 is believed: of all words of 30 bits one in 7000 is so near to
  /// one of its 32.
  private static let mostOfModel1 = 3
}
