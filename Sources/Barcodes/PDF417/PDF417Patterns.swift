/// Codewords as modules and back.
package enum PDF417Patterns {
  /// Modules of a codeword. ISO/IEC 15438:2015 §5.3.1.
  package static let width = 17
  /// Bar and space widths, bar first. §5.3.2 Table 1.
  package static let start = [8, 1, 1, 1, 1, 1, 1, 3]
  package static let stop = [7, 1, 1, 3, 1, 1, 1, 2, 1]

  /// The 17 modules of a codeword as bits, the first highest.
  package static func pattern(_ codeword: Int, cluster: Int) -> Int { forward[cluster][codeword] }

  /// The codeword with these modules, and its cluster (0, 1 or 2, for 0, 3 and 6), if there is one.
  package static func codeword(_ pattern: Int) -> (value: Int, cluster: Int)? {
    guard pattern >> 16 == 1, pattern & 1 == 0 else { return nil }
    let entry = Int(backward[pattern >> 1 & 0x7FFF])
    return entry < 0 ? nil : (entry % 929, entry / 929)
  }

  /// The modules of widths, a dark run first.
  package static func modules(_ widths: [Int]) -> [Bool] {
    widths.enumerated().flatMap { Array(repeating: $0.offset % 2 == 0, count: $0.element) }
  }

  private static let forward: [[Int]] = PDF417PatternTable.clusters.map { text in
    let digits = text.utf8.filter { $0 != 10 }.map(digit)
    return stride(from: 0, to: digits.count - 2, by: 3).map { i -> Int in
      let middle: Int = digits[i] << 10 | digits[i + 1] << 5 | digits[i + 2]
      return 1 << 16 | middle << 1
    }
  }

  /// A digit of base 32: `A`…`Z`, then `2`…`7`.
  private static func digit(_ sign: UInt8) -> Int { sign < 65 ? Int(sign) - 24 : Int(sign) - 65 }

  private static let backward: [Int16] = {
    var result = [Int16](repeating: -1, count: 1 << 15)
    for (cluster, patterns) in forward.enumerated() {
      for (value, pattern) in patterns.enumerated() { result[pattern >> 1 & 0x7FFF] = Int16(cluster * 929 + value) }
    }
    return result
  }()

  /// The codeword of a cluster whose modules fit grey values best: a value counts for a dark module where it
  /// is positive, for a light one where it is negative.
  ///
  /// - Returns: the codeword, and by how much it fits better than the next best, as a part of a perfect fit.
  package static func likeliest(_ darkness: [Double], cluster: Int) -> (value: Int, margin: Double) {
    // The first module is dark and the last one light; the others are three times five, and what 32 patterns of five
    // come to is added up once.
    var fits = [Float](repeating: 0, count: 96)
    for part in 0..<3 {
      for bits in 0..<32 {
        for module in 0..<5 {
          let value = Float(darkness[1 + 5 * part + module])
          fits[32 * part + bits] += bits >> (4 - module) & 1 == 1 ? value : -value
        }
      }
    }
    var best = (value: 0, fit: -Float.infinity)
    var second = -Float.infinity
    for (value, pattern) in forward[cluster].enumerated() {
      let fit = fits[pattern >> 11 & 31] + fits[32 + pattern >> 6 & 31] + fits[64 + pattern >> 1 & 31]
      if fit > best.fit {
        second = best.fit
        best = (value, fit)
      } else if fit > second {
        second = fit
      }
    }
    let whole = darkness.reduce(0) { $0 + abs($1) }
    return (best.value, whole > 0 ? Double(best.fit - second) / whole : 0)
  }
}
