import Barcodes
import Bits
import Testing

@Test(
  "Model 1: every module of a codeword is its own, and none of a finder's or the timing patterns'",
  arguments: QRModel1.versions) func model1Path(number: Int)
{
  let version = QRVersion(number)
  let side = version.side
  let path = QRModel1.path(side: side)
  #expect(Set(path).count == path.count)
  for level in QRErrorCorrection.allCases { #expect(path.count >= 8 * QRModel1.blocks(version, level).codewords) }
  for at in path {
    let (y, x) = at.quotientAndRemainder(dividingBy: side)
    #expect(x != 6 && y != 6)
    #expect(!(x < 9 && y < 9) && !(x >= side - 8 && y < 9) && !(x < 9 && y >= side - 8))
  }
}

@Test("Model 1 symbols are read, and say that they are", arguments: [1, 2, 4, 6, 9, 14]) func model1(number: Int) throws
{
  let version = QRVersion(number)
  for level in QRErrorCorrection.allCases {
    let text = "MODEL 1"
    var modules = written(text, version, level, QRMask(number % 8))
    let symbol = try QRDecoder.decode(modules)
    #expect(symbol.text == text)
    #expect(symbol.symbologyIdentifier == "]Q0")
    #expect(symbol.details["model"] == .integer(1))
    #expect(!QRFormatInfo.looksMirrored(modules))
    // As many wrong codewords in each block as it corrects, all at its end.
    let blocks = QRModel1.blocks(version, level)
    let wrong = min(blocks.checksPerBlock / 2, blocks.dataCount(of: 0)) - 2
    for block in 0..<blocks.count {
      for place in 0..<wrong {
        let at = QRModel1.path(side: version.side)[8 * ((block + 1) * blocks.dataCount(of: 0) - 1 - place)]
        modules[at % version.side, at / version.side].toggle()
      }
    }
    #expect(try QRDecoder.decode(modules).text == text)
  }
}

/// A Model 1 symbol, its message after four bits that the corner's pattern takes.
private func written(_ text: String, _ version: QRVersion, _ level: QRErrorCorrection, _ mask: QRMask) -> BitMatrix {
  let blocks = QRModel1.blocks(version, level)
  let message = QRMessage(segments: [.alphanumeric(Array(text.utf8))])
  var writer = BitWriter()
  writer.append(0, bits: 4)
  for byte in message.codewords(in: .qr(version), capacity: 8 * blocks.dataCodewords - 8) {
    writer.append(Int(byte), bits: 8)
  }
  writer.append(0, bits: 4)
  // Block after block, not interleaved: data first, then checks.
  let data = blocks.dataCodewords / blocks.count
  let pieces = (0..<blocks.count).map { Array(writer.bytes[$0 * data..<($0 + 1) * data]) }
  let encoder = ReedSolomonEncoder(field: .qr, checkCount: blocks.checksPerBlock)
  let codewords = pieces.flatMap { $0 } + pieces.flatMap { encoder.checks(for: $0[...]) }
  var modules = QRLayout(version).template
  let path = QRModel1.path(side: version.side)
  for (index, codeword) in codewords.enumerated() {
    for bit in 0..<8 {
      let (y, x) = path[8 * index + bit].quotientAndRemainder(dividingBy: version.side)
      modules[x, y] = (codeword >> UInt8(7 - bit) & 1 == 1) != mask.inverts(x: x, y: y)
    }
  }
  let word = QRFormatInfo(level: level, mask: mask).word(pattern: QRFormatInfo.patternOfModel1)
  for places in QRFormatInfo.places(side: version.side) {
    for (bit, place) in places.enumerated() { modules[place.x, place.y] = word >> (14 - bit) & 1 == 1 }
  }
  return modules
}
