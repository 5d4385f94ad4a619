import Foundation

/// How many words of `length` bits differ from a given one in at most `distance` bits.
func ball(of distance: Int, in length: Int) -> Double {
  (0...max(0, distance)).reduce(0) { $0 + exp2(log2Choose(length, $1)) }
}

/// The logarithm to base 2 of the number of ways to choose k of n.
func log2Choose(_ n: Int, _ k: Int) -> Double {
  guard k > 0, k < n else { return 0 }
  return (lgamma(Double(n + 1)) - lgamma(Double(k + 1)) - lgamma(Double(n - k + 1))) / log(2)
}

/// How improbable a repaired symbol is as a product of chance, in bits: each bit halves the chance.
///
/// A Reed–Solomon word of n codewords, c of them checks, that was repaired with e errors and f erasures: of
/// random words a share of C(n − f, e) · 256^e / 256^(c − f) would have been repaired so. An intact word has
/// 8 · c bits of evidence; one with all checks spent on erasures none at all.
package struct QREvidence: Hashable, Sendable {
  /// Evidence of the least certain block.
  package var weakestBlock = Double.infinity
  /// True where any codeword changed.
  package var isRepaired = false
  /// Of the format information.
  package var format = 0.0
  /// Of function modules that were not what the candidate was found by, such as timing patterns.
  package var pattern = 0.0
  /// Of the bits that must have a certain value: terminator and padding.
  package var structure = 0.0

  /// Evidence of one repaired block, in bits.
  package static func ofBlock(length: Int, checks: Int, errors: Int, erasures: Int, attempts: Int) -> Double {
    8 * Double(checks - erasures - errors) - log2Choose(length - erasures, errors) - log2(Double(attempts))
  }

  package mutating func add(_ block: Double, isRepaired: Bool) {
    weakestBlock = min(weakestBlock, block)
    if isRepaired { self.isRepaired = true }
  }

  /// A damaged symbol may be repaired to a wrong message, one in 2^20 where this holds for each block, which
  /// is the certainty that version 1-L has with all of its 3 errors; padding adds to it where there is but
  /// one block.
  package static let leastOfABlock = 20.0

  /// Whether the symbol may be believed.
  ///
  /// - Parameter least: bits that all evidence together must reach. A camera offers up to 10⁸ candidates an
  ///   hour of which none is a symbol (2^27): 40 leave one in 8000 such hours.
  package func suffices(blocks: Int, least: Double) -> Bool {
    let block = weakestBlock + (blocks == 1 ? structure : 0)
    return (!isRepaired || block >= Self.leastOfABlock) && weakestBlock + format + pattern + structure >= least
  }
}
