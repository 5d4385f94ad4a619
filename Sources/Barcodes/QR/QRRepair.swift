import Bits

/// Codewords as they were read, in the order in which they are placed.
struct QRCodewords {
  var values: [UInt8]
  /// How sure each is, 0 to 1: the least sure of its modules. Nil takes all as equally sure.
  var confidences: [Float]?

  /// Takes eight modules for each codeword.
  ///
  /// - Parameters:
  ///   - modules: row after row, without the mask.
  ///   - half: a codeword of four modules, if there is one: the last of the data of Micro QR's M1 and M3. They
  ///     are its upper bits.
  init(_ modules: [Bool], _ confidences: [Float]?, path: [Int], count: Int, half: Int? = nil) {
    values = []
    values.reserveCapacity(count)
    var sure: [Float] = []
    var start = 0
    for index in 0..<count {
      let end = start + (index == half ? 4 : 8)
      var byte: UInt8 = 0
      var least: Float = 1
      for at in path[start..<end] {
        byte = byte << 1 | (modules[at] ? 1 : 0)
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
      var best = Attempt(decoder, word, erasures: [], number: 1)
      if best?.isCertain != true, let confidences = codewords.confidences {
        best = attempts(decoder, word, places.map { confidences[$0] }, after: best)
      }
      guard let best else { throw .errorCorrection(block: block, capacity: checksPerBlock / 2) }
      result.evidence.add(best.evidence, isRepaired: best.changed > 0)
      result.corrected += best.changed
      word = best.word
      result.data += word.prefix(dataCount(of: block))
    }
    return result
  }

  /// Takes ever more of the least sure codewords as erasures: two more at each attempt, since two erasures cost
  /// as many checks as one error. The first success of which one can be certain counts; else the best one.
  private func attempts(_ decoder: ReedSolomonDecoder, _ word: [UInt8], _ confidences: [Float], after first: Attempt?)
    -> Attempt?
  {
    let ranked = word.indices.sorted { confidences[$0] < confidences[$1] }
    var best = first
    var number = 1
    // With fewer than three checks left no repair has enough evidence.
    for erasures in stride(from: 1 + checksPerBlock % 2, through: checksPerBlock - 3, by: 2) {
      number += 1
      guard let attempt = Attempt(decoder, word, erasures: Array(ranked.prefix(erasures)), number: number) else {
        continue
      }
      if attempt.evidence > best?.evidence ?? -.infinity { best = attempt }
      if attempt.isCertain { break }
    }
    return best
  }

  /// A block that was repaired.
  private struct Attempt {
    let word: [UInt8]
    /// Codewords that are not as they were read.
    let changed: Int
    /// In bits; see `QREvidence`.
    let evidence: Double

    var isCertain: Bool { changed == 0 || evidence >= QREvidence.leastOfABlock }

    /// - Parameter number: of the attempt, from 1: each makes a chance success likelier.
    init?(_ decoder: ReedSolomonDecoder, _ received: [UInt8], erasures: [Int], number: Int) {
      var word = received
      guard let changed = decoder.repair(&word, erasures: erasures) else { return nil }
      let errors = changed - erasures.count { word[$0] != received[$0] }
      self.word = word
      self.changed = changed
      evidence = QREvidence.ofBlock(
        length: word.count, checks: decoder.checkCount, errors: errors, erasures: erasures.count, attempts: number)
    }
  }
}
