package import Bits

/// The first QR Code, of 1994, which is read but no longer written: versions 1 to 14, without alignment patterns,
/// its codewords in blocks of eight modules. AIM ITS 97-001, ISO/IEC 18004:2000 Annex M.
package enum QRModel1 {
  package static let versions = 1...14

  /// Check codewords of a block, blocks, and data codewords of a block, for each of L, M, Q and H.
  /// ISO/IEC 18004:2000 Table M.4.
  private static let table: [[(checks: Int, blocks: Int, data: Int)]] = [
    [(7, 1, 19), (10, 1, 16), (13, 1, 13), (17, 1, 9)],
    [(10, 1, 36), (16, 1, 30), (22, 1, 24), (30, 1, 16)],
    [(15, 1, 57), (28, 1, 44), (36, 1, 36), (48, 1, 24)],
    [(20, 1, 80), (40, 1, 60), (50, 1, 50), (66, 1, 34)],
    [(26, 1, 108), (52, 1, 82), (66, 1, 68), (44, 2, 23)],
    [(34, 1, 136), (32, 2, 53), (42, 2, 43), (56, 2, 29)],
    [(42, 1, 170), (40, 2, 66), (52, 2, 54), (46, 3, 24)],
    [(24, 2, 104), (48, 2, 80), (64, 2, 64), (56, 3, 29)],
    [(30, 2, 123), (60, 2, 93), (50, 3, 52), (68, 3, 34)],
    [(34, 2, 145), (68, 2, 111), (58, 3, 61), (58, 4, 31)],
    [(40, 2, 168), (40, 4, 64), (52, 4, 52), (54, 5, 29)],
    [(46, 2, 192), (46, 4, 73), (58, 4, 61), (62, 5, 33)],
    [(36, 3, 144), (52, 4, 83), (66, 4, 69), (58, 6, 32)],
    [(40, 3, 163), (60, 4, 92), (60, 5, 62), (66, 6, 35)],
  ]

  /// - Precondition: the version is one of Model 1.
  package static func blocks(_ version: QRVersion, _ level: QRErrorCorrection) -> QRBlocks {
    let row = table[version.number - 1][level.rawValue]
    return QRBlocks(codewords: row.blocks * (row.checks + row.data), checksPerBlock: row.checks, count: row.blocks)
  }

  /// The modules of all codewords, as indices in row-major order, first bit first.
  ///
  /// A codeword fills a block of modules from its lower right: two wide beside the finders at the right and at
  /// the left, four wide between them. Columns of blocks follow each other from the right, each from below.
  /// Extension patterns take the place of some blocks at the right and at the lower side.
  /// ISO/IEC 18004:2000 §M.3.
  package static func path(side: Int) -> [Int] {
    let columns = side / 4 + 3
    var path: [Int] = []
    func place(_ x: Int, _ y: Int, width: Int) {
      for bit in 0..<8 { path.append((y - bit / width) * side + x - bit % width) }
    }
    for column in 0..<columns {
      let fromLeft = columns - 1 - column
      if column < 2 {
        let count = (side - 8) / 4
        for block in 0..<count where column == 1 || block % 2 == 1 || block == 0 || block == count - 1 {
          place(side - 1 - 2 * column, side - 1 - 4 * block, width: 2)
        }
      } else if fromLeft < 4 {
        // The third column from the left is beyond the timing pattern.
        for block in 0..<(side - 16) / 4 {
          place(2 * fromLeft + (fromLeft == 3 ? 2 : 1), side - 9 - 4 * block, width: 2)
        }
      } else {
        let count = side / 2
        for block in 0..<(column == 2 ? count - 4 : count) where block > 0 || column % 2 == 0 || fromLeft == 4 {
          // The timing pattern lies between the third block from above and the fourth.
          place(side - 5 - 4 * (column - 2), side - 1 - 2 * block - (block >= count - 3 ? 1 : 0), width: 4)
        }
      }
    }
    return path
  }

  /// Reads a symbol whose format information says that it is of Model 1.
  package static func decode(
    _ modules: BitMatrix, _ confidences: [Float]?, _ version: QRVersion, _ format: QRFormatCandidate
  ) throws(DecodeFailure) -> DecodedSymbol {
    let blocks = blocks(version, format.info.level)
    var codewords = QRCodewords(
      format.info.mask.inverting(modules), confidences, path: path(side: version.side), count: blocks.codewords)
    // Four modules of the first block are the lower right corner's pattern and carry nothing.
    codewords.values[0] &= 0xF
    var repaired = try blocks.repair(interleaved(codewords, blocks))
    var reader = BitReader(repaired.data)
    _ = reader.read(4)
    let message = try QRMessage(reading: reader, in: .qr(version))
    repaired.evidence.format = format.evidence
    repaired.evidence.structure = Double(message.regularBits)
    guard repaired.evidence.suffices(blocks: blocks.count, least: QRDecoder.leastEvidence) else {
      throw .errorCorrection(block: 0, capacity: blocks.checksPerBlock / 2)
    }
    return try message.symbol(
      .qr, identifier: "]Q0",
      details: [
        "model": .integer(1), "version": .integer(version.number),
        "errorCorrectionLevel": .string(format.info.level.letter), "mask": .integer(format.info.mask.number),
        "correctedCodewords": .integer(repaired.corrected),
      ])
  }

  /// The codewords as Model 2 would have them: Model 1 places the data of all blocks one after another, then the
  /// checks of all blocks.
  private static func interleaved(_ codewords: QRCodewords, _ blocks: QRBlocks) -> QRCodewords {
    var result = codewords
    for block in 0..<blocks.count {
      let data = blocks.dataCount(of: block)
      for (index, place) in blocks.places(of: block).enumerated() {
        let source =
          index < data
          ? block * data + index : blocks.dataCodewords + block * blocks.checksPerBlock + index - data
        result.values[place] = codewords.values[source]
        if let confidences = codewords.confidences { result.confidences?[place] = confidences[source] }
      }
    }
    return result
  }
}
