package import Bits

/// The 144 codewords of a symbol: a primary message with as many check codewords, and a secondary one whose codewords lie
/// in turn in two blocks. ISO/IEC 16023:2000 §4.10.
package enum MaxiCodeCodewords {
  /// Modes 2 to 6 hold so many codewords of a message; the mode is told in the first of the symbol.
  package static let modes = 2...6

  /// Data codewords of the secondary message: fewer in mode 5, whose correction is enhanced.
  static func secondaryData(mode: Int) -> Int { mode == 5 ? 68 : 84 }

  /// Codewords of a message: those of the secondary one, and where no carrier's fields take it, of the primary one.
  package static func capacity(mode: Int) -> Int { secondaryData(mode: mode) + (mode <= 3 ? 0 : 9) }

  /// x⁶ + x + 1, roots from α¹.
  private static func decoder(_ checks: Int) -> ReedSolomonDecoder {
    ReedSolomonDecoder(field: .aztec6, checkCount: checks, firstRoot: 1)
  }

  private static func encoder(_ checks: Int) -> ReedSolomonEncoder {
    ReedSolomonEncoder(field: .aztec6, checkCount: checks, firstRoot: 1)
  }

  /// Repairs the codewords of a symbol.
  ///
  /// - Parameter doubtful: indices of codewords that are probably wrong, the most doubtful first.
  /// - Returns: mode, the ten of the primary message, the data of the secondary one, and how many were wrong.
  /// - Throws: `DecodeFailure.errorCorrection` or, for a mode that there is none of, `.formatInformation`.
  package static func repair(
    _ codewords: [UInt8], doubtful: [Int] = []
  ) throws(DecodeFailure) -> (mode: Int, primary: [UInt8], secondary: [UInt8], corrected: Int) {
    let primary = try repair(codewords, at: Array(0..<20), checks: 10, doubtful, block: 0)
    var corrected = primary.corrected
    let mode = Int(primary.word[0] & 15)
    guard modes.contains(mode) else { throw .formatInformation(distance: 0) }
    let count = secondaryData(mode: mode)
    var secondary = [UInt8](repeating: 0, count: count)
    for block in 0..<2 {
      let places = Array(stride(from: 20 + block, to: 144, by: 2))
      let repaired = try repair(codewords, at: places, checks: (124 - count) / 2, doubtful, block: 1 + block)
      corrected += repaired.corrected
      for place in 0..<count / 2 { secondary[2 * place + block] = repaired.word[place] }
    }
    return (mode, Array(primary.word[..<10]), secondary, corrected)
  }

  private static func repair(
    _ codewords: [UInt8], at places: [Int], checks: Int, _ doubtful: [Int], block: Int
  ) throws(DecodeFailure) -> (word: [UInt8], corrected: Int) {
    var word = places.map { codewords[$0] }
    let own = doubtful.lazy.compactMap { places.firstIndex(of: $0) }
    guard let corrected = decoder(checks).repair(&word, doubtful: own) else {
      throw .errorCorrection(block: block, capacity: checks / 2)
    }
    return (word, corrected)
  }

  /// All codewords of a symbol.
  ///
  /// - Precondition: ten of the primary message, and as many of the secondary one as the mode has.
  package static func complete(primary: [UInt8], secondary: [UInt8]) -> [UInt8] {
    precondition(primary.count == 10 && [68, 84].contains(secondary.count), "codewords of another symbol")
    let encoder = encoder((124 - secondary.count) / 2)
    let checks = (0..<2).map { block in
      encoder.checks(for: stride(from: block, to: secondary.count, by: 2).map { secondary[$0] })
    }
    let interleaved = checks[0].indices.flatMap { [checks[0][$0], checks[1][$0]] }
    return primary + Self.encoder(10).checks(for: primary) + secondary + interleaved
  }

  // MARK: - Modules

  /// - Precondition: 30 columns and 33 rows.
  package static func codewords(in modules: BitMatrix) -> [UInt8] {
    var codewords = [UInt8](repeating: 0, count: MaxiCodeLayout.codewords)
    for (bit, place) in MaxiCodeLayout.places.enumerated() where modules[place.x, place.y] {
      codewords[bit / 6] |= 1 << UInt8(5 - bit % 6)
    }
    return codewords
  }

  /// The codewords that modules belong to, each once, in the order of the modules.
  static func indices(of modules: [(x: Int, y: Int)]) -> [Int] {
    var seen: Set<Int> = []
    return modules.compactMap { module in
      guard let index = indexAt[module.y * MaxiCodeLayout.columns + module.x], seen.insert(index).inserted else {
        return nil
      }
      return index
    }
  }

  private static let indexAt: [Int?] = {
    var indices = [Int?](repeating: nil, count: MaxiCodeLayout.columns * MaxiCodeLayout.rows)
    for (bit, place) in MaxiCodeLayout.places.enumerated() {
      indices[place.y * MaxiCodeLayout.columns + place.x] = bit / 6
    }
    return indices
  }()

  package static func modules(of codewords: [UInt8]) -> BitMatrix {
    var modules = BitMatrix(width: MaxiCodeLayout.columns, height: MaxiCodeLayout.rows)
    for (bit, place) in MaxiCodeLayout.places.enumerated() {
      modules[place.x, place.y] = codewords[bit / 6] >> UInt8(5 - bit % 6) & 1 == 1
    }
    for (place, isDark) in MaxiCodeLayout.orientation { modules[place.x, place.y] = isDark }
    for place in MaxiCodeLayout.corner { modules[place.x, place.y] = true }
    return modules
  }
}
