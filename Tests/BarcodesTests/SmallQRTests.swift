import Barcodes
import Bits
import Scanner
import Testing

// MARK: - Micro QR

/// ISO/IEC 18004:2024 Annex I.3: 01234567 in M2-L with mask 1.
private let annexI3 = """
  #######.#.#.#
  #.....#.###.#
  #.###.#..##.#
  #.###.#..####
  #.###.#.###..
  #.....#.#...#
  #######..####
  .........##..
  ##.#....#...#
  .##.#.#.#.#.#
  ###..#######.
  ...#.#....##.
  ###.#..##.###
  """

@Test("ISO/IEC 18004:2024 Annex I.3: the Micro QR symbol of 01234567") func annexI3Symbol() throws {
  let modules = try #require(BitMatrix(picture: annexI3))
  let symbol = try MicroQRDecoder.decode(modules)
  #expect(symbol.text == "01234567")
  #expect(symbol.symbology == .microQR)
  #expect(symbol.details["version"] == .string("M2"))
  #expect(symbol.details["mask"] == .integer(1))
  #expect(try MicroQRWriter(boostsLevel: false).write("01234567") == modules)
}

@Test(
  "Micro QR: every version, level and mask; ISO/IEC 18004:2024 Table 7's last digit fits",
  arguments: [
    (1, QRErrorCorrection.low, 5), (2, .low, 10), (2, .medium, 8), (3, .low, 23), (3, .medium, 18), (4, .low, 35),
    (4, .medium, 30), (4, .quartile, 21),
  ]) func microRoundTrip(number: Int, level: QRErrorCorrection, digits: Int) throws
{
  for maskIndex in 0...3 {
    for count in [1, digits / 2, digits] {
      let text = String((0..<count).map { Character(String(($0 * 7 + count) % 10)) })
      let writer = MicroQRWriter(versions: number...number, level: level, boostsLevel: false, maskIndex: maskIndex)
      let symbol = try MicroQRDecoder.decode(try writer.write(text))
      #expect(symbol.text == text)
      #expect(symbol.details["mask"] == .integer(maskIndex))
    }
    let writer = MicroQRWriter(versions: number...number, level: level)
    #expect(throws: WriteFailure.self) { try writer.write(String(repeating: "1", count: digits + 1)) }
  }
}

@Test(
  "Micro QR offers letters from M2, bytes and kanji from M3",
  arguments: [("12345", 1), ("123456", 2), ("AB", 2), ("a", 3), ("点茗", 3), ("lower case", 4)]) func microVersions(
    text: String, number: Int
  ) throws
{
  let symbol = try MicroQRWriter().symbol(text)
  #expect(symbol.version == MicroQRVersion(number))
  #expect(try MicroQRDecoder.decode(symbol.modules).text == text)
}

@Test(
  "Micro QR: errors are repaired as far as ISO/IEC 18004:2024 Table 9 says",
  arguments: [
    (2, QRErrorCorrection.low, 1), (2, .medium, 2), (3, .low, 2), (3, .medium, 4), (4, .low, 3), (4, .medium, 5),
    (4, .quartile, 7),
  ]) func microDamage(number: Int, level: QRErrorCorrection, most: Int) throws
{
  var numbers = SeededRandom(seed: UInt64(number))
  let version = MicroQRVersion(number)
  let layout = MicroQRLayout(version)
  let sound = try MicroQRWriter(versions: number...number, level: level, boostsLevel: false).write("12345678")
  for _ in 0..<20 {
    var damaged = sound
    // The first codewords, which have eight modules also where one has four.
    for codeword in (0..<version.codewords / 2).shuffled(using: &numbers).prefix(min(most, version.codewords / 2)) {
      let at = layout.path[8 * codeword + 5]
      damaged[at % version.side, at / version.side].toggle()
    }
    #expect(try MicroQRDecoder.decode(damaged).text == "12345678")
  }
}

@Test("Micro QR: checks made with another half codeword are no hindrance where the message ends before it")
func microForeignHalf() throws {
  let version = MicroQRVersion(3)
  let blocks = version.blocks(.medium)
  // The checks are linear: those of the other bits alone are what they differ by.
  var other = [UInt8](repeating: 0, count: blocks.dataCodewords)
  other[blocks.dataCodewords - 1] = 0xF
  let checks = ReedSolomonEncoder(field: .qr, checkCount: blocks.checksPerBlock).checks(for: other)
  let path = MicroQRLayout(version).path
  func foreign(_ text: String) throws -> BitMatrix {
    var modules = try MicroQRWriter(versions: 3...3, level: .medium, boostsLevel: false).write(text)
    for (index, check) in checks.enumerated() {
      for bit in 0..<8 where check >> UInt8(7 - bit) & 1 == 1 {
        let at = path[8 * (blocks.dataCodewords + index) - 4 + bit]
        modules[at % version.side, at / version.side].toggle()
      }
    }
    return modules
  }
  #expect(try MicroQRDecoder.decode(foreign("ezik")).text == "ezik")
  #expect(throws: DecodeFailure.self) { try MicroQRDecoder.decode(foreign("123456789012345678")) }
}

@Test("Micro QR: noise around a true finder is never a symbol", arguments: MicroQRVersion.all) func microNoise(
  version: MicroQRVersion
) {
  var numbers = SeededRandom(seed: 4)
  for _ in 0..<3000 {
    var modules = MicroQRLayout(version).template
    for y in 0..<version.side {
      for x in 0..<version.side where x > 7 || y > 7 { modules[x, y] = Bool.random(using: &numbers) }
    }
    #expect(throws: DecodeFailure.self) { try MicroQRDecoder.decode(modules) }
  }
}

// MARK: - rMQR

@Test("rMQR: what is written is read, in all 32 sizes and both levels", arguments: RMQRVersion.all) func rmqrRoundTrip(
  version: RMQRVersion
) throws {
  let layout = RMQRLayout(version)
  #expect(layout.path.count / 8 == version.codewords)
  for level in RMQRVersion.levels {
    let bytes = version.blocks(level).dataCodewords - 2
    for text in ["7", "AZ", String(repeating: "b", count: max(1, bytes / 2)), String(repeating: "9", count: bytes)] {
      let modules = try RMQRWriter(versions: [version], level: level, boostsLevel: false).write(text)
      let symbol = try RMQRDecoder.decode(modules)
      #expect(symbol.text == text)
      #expect(symbol.details["version"] == .string(version.name))
      #expect(symbol.details["errorCorrectionLevel"] == .string(level.letter))
    }
    #expect(throws: WriteFailure.self) {
      try RMQRWriter(versions: [version], level: level).write(String(repeating: "b", count: bytes + 2))
    }
  }
}

@Test("rMQR: the least area that holds the text is taken") func rmqrSize() throws {
  #expect(try RMQRWriter().symbol("12").version.name == "R11x27")
  #expect(try RMQRWriter(versions: [RMQRVersion(31), RMQRVersion(4)]).symbol("12").version.name == "R7x139")
  let text = String(repeating: "日本語", count: 10)
  #expect(try RMQRDecoder.decode(try RMQRWriter().write(text)).text == text)
}

@Test("rMQR: each block is repaired, and each copy of the format information is enough", arguments: [4, 9, 15, 21, 31])
func rmqrDamage(number: Int) throws {
  var numbers = SeededRandom(seed: UInt64(number))
  let version = RMQRVersion(number)
  let layout = RMQRLayout(version)
  for level in RMQRVersion.levels {
    let sound = try RMQRWriter(versions: [version], level: level, boostsLevel: false).write("rMQR")
    let blocks = version.blocks(level)
    for lost in 0...1 {
      var damaged = sound
      for block in 0..<blocks.count {
        for place in blocks.places(of: block).shuffled(using: &numbers).prefix(blocks.checksPerBlock / 2) {
          let at = layout.path[8 * place]
          damaged[at % version.width, at / version.width].toggle()
        }
      }
      for place in RMQRFormatInfo.places(width: version.width, height: version.height)[lost].prefix(8) {
        damaged[place.x, place.y].toggle()
      }
      #expect(try RMQRDecoder.decode(damaged).text == "rMQR")
    }
  }
}

@Test("rMQR: the finder's copy tells the version", arguments: RMQRVersion.all) func rmqrVersionFromFormat(
  version: RMQRVersion
) {
  for level in RMQRVersion.levels {
    let info = RMQRFormatInfo(version: version, level: level)
    let nearest = RMQRFormatInfo.nearest(besideFinder: info.words[0] ^ 0b1000_0100_0001)
    #expect(nearest.info == info)
    #expect(nearest.distance == 3)
  }
}
