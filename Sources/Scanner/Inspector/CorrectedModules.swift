import Barcodes
import Bits

/// Which modules of a QR symbol that was read error correction changed, and how much of the correction that took.
struct CorrectedModules {
  /// Places in the sampled grid, row after row.
  let changed: Set<Int>
  /// Of the check codewords of the worst block those that are left, 1 where nothing was wrong: unused error correction
  /// (ISO/IEC 15415:2011, 7.8.8).
  let unused: Double

  /// Nil for what is no QR symbol that was read with its grid.
  init?(_ candidate: DetectionCandidate) {
    guard let grid = candidate.grid, let observation = candidate.observation, observation.symbol.symbology == .qr,
      case .string(let letter)? = observation.symbol.details["errorCorrectionLevel"],
      case .integer(let number)? = observation.symbol.details["mask"], 0...7 ~= number,
      let level = QRErrorCorrection(letter: letter), grid.modules.width == grid.modules.height,
      let version = QRVersion(side: grid.modules.width)
    else { return nil }
    let (layout, blocks) = (QRLayout(version), version.blocks(level))
    // The grid lies as the picture shows it: a mirrored symbol has its columns as rows.
    let reading = observation.isMirrored ? grid.modules.transposed : grid.modules
    let bits = QRMask(number).inverting(reading)
    var codewords = [UInt8](repeating: 0, count: version.codewords)
    for index in codewords.indices {
      for place in layout.path[8 * index..<8 * index + 8] {
        codewords[index] = codewords[index] << 1 | (bits[place] ? 1 : 0)
      }
    }
    let decoder = ReedSolomonDecoder(field: .qr, checkCount: blocks.checksPerBlock)
    var (changed, unused): (Set<Int>, Double) = ([], 1)
    for block in 0..<blocks.count {
      let places = blocks.places(of: block)
      let before = places.map { codewords[$0] }
      var word = before
      // Repaired by what else was known, such as the least sure codewords: then nothing of the correction is left.
      guard let errors = decoder.repair(&word) else {
        unused = 0
        continue
      }
      unused = min(unused, 1 - Double(2 * errors) / Double(blocks.checksPerBlock))
      for (place, difference) in zip(places, zip(before, word).map { $0 ^ $1 }) where difference != 0 {
        for bit in 0..<8 where difference >> (7 - bit) & 1 == 1 {
          let at = layout.path[8 * place + bit]
          let side = version.side
          changed.insert(observation.isMirrored ? at % side * side + at / side : at)
        }
      }
    }
    (self.changed, self.unused) = (changed, max(0, unused))
  }
}
