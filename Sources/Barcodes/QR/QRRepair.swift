import Bits

/// Codewords as they were read, in the order in which they are placed.
struct QRCodewords {
  var values: [UInt8]
  /// How sure each is, 0 to 1: the least sure of its modules. Nil takes all as equally sure.
  var confidences: [Float]?

  /// Takes eight modules for each codeword.
  ///
  /// - Parameters:
  ///   - half: a codeword of four modules, if there is one: the last of the data of Micro QR's M1 and M3. They
  ///     are its upper bits.
  ///   - inverted: whether the mask inverts a module.
  init(
    _ modules: [Bool], _ confidences: [Float]?, path: [Int], count: Int, half: Int? = nil, inverted: (Int) -> Bool
  ) {
    values = []
    values.reserveCapacity(count)
    var sure: [Float] = []
    var start = 0
    for index in 0..<count {
      let end = start + (index == half ? 4 : 8)
      var byte: UInt8 = 0
      var least: Float = 1
      for at in path[start..<end] {
        byte = byte << 1 | (modules[at] != inverted(at) ? 1 : 0)
        if let confidences { least = min(least, confidences[at]) }
      }
      values.append(index == half ? byte << 4 : byte)
      if confidences != nil { sure.append(least) }
      start = end
    }
    self.confidences = confidences == nil ? nil : sure
  }
}

/// Data that were repaired block by block.
struct QRRepairedData {
  var data: [UInt8] = []
  /// Codewords that were changed.
  var corrected = 0
  var evidence = QREvidence()
}

extension QRBlocks {
  /// Repairs each block; where errors alone do not do, the least sure codewords are taken as erasures, a few
  /// more at each attempt.
  ///
  /// Generalized minimum distance decoding (Forney, 1966).
  func repair(_ codewords: QRCodewords) throws(DecodeFailure) -> QRRepairedData {
    let decoder = ReedSolomonDecoder(field: .qr, checkCount: checksPerBlock)
    var result = QRRepairedData()
    result.data.reserveCapacity(dataCodewords)
    for block in 0..<count {
      let places = places(of: block)
      var word = places.map { codewords.values[$0] }
      if let changed = decoder.repair(&word) {
        result.evidence.add(length: word.count, checks: checksPerBlock, errors: changed, erasures: 0, attempts: 1)
        result.corrected += changed
      } else if let confidences = codewords.confidences {
        result.corrected += try repair(
          &word, places.map { confidences[$0] }, block: block, with: decoder, evidence: &result.evidence)
      } else {
        throw .errorCorrection(block: block, capacity: checksPerBlock / 2)
      }
      result.data += word.prefix(dataCount(of: block))
    }
    return result
  }

  /// Each attempt takes two erasures more, since two erasures cost as many checks as one error; the last
  /// leaves as many checks as the evidence needs.
  private func repair(
    _ word: inout [UInt8], _ confidences: [Float], block: Int, with decoder: ReedSolomonDecoder,
    evidence: inout QREvidence
  ) throws(DecodeFailure) -> Int {
    let ranked = word.indices.sorted { confidences[$0] < confidences[$1] }
    let most = checksPerBlock - 3
    var attempts = 1
    for erasures in stride(from: 1 + checksPerBlock % 2, through: most, by: 2) {
      attempts += 1
      let erased = Array(ranked.prefix(erasures))
      let before = erased.map { word[$0] }
      guard let changed = decoder.repair(&word, erasures: erased) else { continue }
      let wasRight = zip(erased, before).count { word[$0] == $1 }
      let errors = changed - (erasures - wasRight)
      evidence.add(length: word.count, checks: checksPerBlock, errors: errors, erasures: erasures, attempts: attempts)
      return changed
    }
    throw .errorCorrection(block: block, capacity: checksPerBlock / 2)
  }
}
