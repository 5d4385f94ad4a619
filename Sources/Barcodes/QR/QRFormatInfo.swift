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
  /// What both copies of a symbol's format information read.
  private struct Words {
    /// Around the finder at the top left, and apart from it.
    private(set) var around = 0
    private(set) var apart = 0

    init(in modules: BitMatrix, mirrored: Bool = false) {
      let words = places(side: modules.width).map { places in
        places.reduce(0) { $0 << 1 | ((mirrored ? modules[$1.y, $1.x] : modules[$1.x, $1.y]) ? 1 : 0) }
      }
      (around, apart) = (words[0], words[1])
    }

    /// Ones where the copies are not as a word has it.
    func differing(from word: Int) -> Words {
      var result = self
      result.around ^= word
      result.apart ^= word
      return result
    }

    /// Ones in the copy that has fewer, and in both together.
    var nearer: Int { min(around.nonzeroBitCount, apart.nonzeroBitCount) }
    var total: Int { around.nonzeroBitCount + apart.nonzeroBitCount }

    /// Bits of both in which the word that they most likely mean differs.
    func distance(pattern: Int) -> Int {
      (0..<32).map { differing(from: QRFormatInfo(data: $0).word(pattern: pattern)) }
        .min { ($0.rank, $0.total) < ($1.rank, $1.total) }!.total
    }

    /// Within a distance of 2 a copy is nearer to its word than half way to any other (7 bits away), whatever became
    /// of the other copy.
    var rank: Int { min(nearer, 3) }
  }

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
    let words = Words(in: modules)
    let weights = copies.map { places in places.map { confidences?[$0.y * side + $0.x] ?? 1 } }
    let all = (0..<32).map { data in
      let info = QRFormatInfo(data: data)
      let differing = words.differing(from: info.word(pattern: pattern))
      // Bits that agree count for the word, those that differ against it.
      func cost(_ bits: Int, _ weights: [Float]) -> Float {
        weights.indices.reduce(0) { $0 + (bits >> (14 - $1) & 1 == 1 ? weights[$1] : -weights[$1]) }
      }
      return QRFormatCandidate(
        info: info, distance: differing.nearer, totalDistance: differing.total,
        cost: cost(differing.around, weights[0]) + cost(differing.apart, weights[1]))
    }
    // See `Words.rank`.
    let sorted = all.sorted { (min($0.distance, 3), $0.cost) < (min($1.distance, 3), $1.cost) }
    return Array(sorted.prefix(limit))
  }

  /// Whether the modules read more like a mirrored symbol than like one seen from the front: by the distance
  /// of the format information, of either model, rows and columns exchanged or not.
  package static func looksMirrored(_ modules: BitMatrix) -> Bool {
    func distance(_ words: Words) -> Int {
      let model2 = words.distance(pattern: pattern)
      guard model2 > mostOfModel1, modules.width <= QRVersion(QRModel1.versions.upperBound).side else { return model2 }
      let model1 = words.distance(pattern: patternOfModel1)
      return model1 <= mostOfModel1 ? model1 : model2
    }
    return distance(Words(in: modules, mirrored: true)) < distance(Words(in: modules))
  }

  /// Wrong bits of both copies up to which Model 1 is believed: of all words of 30 bits one in 7000 is so near to
  /// one of its 32.
  private static let mostOfModel1 = 3
}
