import Barcodes
import Bits
import Scanner
import Testing

@Suite struct AztecSizeTests {
  @Test(
    "ISO/IEC 24778:2008 Table 1",
    arguments: [
      (true, 1, 15, 104), (true, 4, 27, 608), (false, 1, 19, 128), (false, 4, 31, 704), (false, 5, 37, 960),
      (false, 12, 67, 3648), (false, 20, 101, 8640), (false, 32, 151, 19968),
    ])
  func sides(isCompact: Bool, layers: Int, side: Int, bits: Int) {
    let size = AztecSize(isCompact: isCompact, layers: layers)
    #expect(size.side == side)
    #expect(size.bits == bits)
  }

  @Test("No module carries two bits, and none of them belongs to the core", arguments: AztecSize.all)
  func path(size: AztecSize) {
    var seen: Set<Int> = []
    for place in size.path + size.modePath {
      #expect(seen.insert(place.y * size.side + place.x).inserted)
      #expect(max(abs(place.x - size.center), abs(place.y - size.center)) >= size.coreRadius)
    }
    #expect(size.path.count == size.bits)
  }
}

@Suite struct AztecModeMessageTests {
  @Test("Mode messages come back, damaged to capacity", arguments: AztecSize.all)
  func roundTrip(size: AztecSize) {
    let mode = AztecModeMessage(size: size, dataCodewords: min(size.codewords - 3, size.isCompact ? 30 : 1000))
    var bits = mode.bits
    #expect(AztecModeMessage(bits: bits, isCompact: size.isCompact) == mode)
    // Two words of five or three of six checks.
    for word in 0..<(size.isCompact ? 2 : 3) { bits[4 * word + word].toggle() }
    #expect(AztecModeMessage(bits: bits, isCompact: size.isCompact) == mode)
  }

  @Test func runes() {
    for value in 0...255 { #expect(AztecRune.value(bits: AztecRune.bits(value: value)) == value) }
  }
}

@Suite struct AztecCodewordTests {
  @Test("Stuffing never makes words of one kind of bit, and comes back", arguments: [6, 8, 10, 12])
  func stuffing(wordSize: Int) throws {
    var generator = SeededRandom(seed: UInt64(wordSize))
    for _ in 0..<200 {
      let density = [0.02, 0.5, 0.98].randomElement(using: &generator) ?? 0.5
      let bits = (0..<Int.random(in: 1...200, using: &generator)).map { _ in
        Double.random(in: 0..<1, using: &generator) < density
      }
      let words = AztecCodewords.stuff(bits, wordSize: wordSize)
      #expect(words.allSatisfy { $0 > 0 && $0 < (1 << wordSize) - 1 })
      let back = try #require(AztecCodewords.unstuff(words, wordSize: wordSize))
      #expect(back.starts(with: bits))
    }
  }

  @Test("What only doubtful places can repair is left alone when time is over")
  func repairLooksAtTheClock() throws {
    let size = try #require(AztecSize.all.first { !$0.isCompact && $0.layers == 4 })
    let mode = AztecModeMessage(size: size, dataCodewords: size.codewords / 2)
    let data = (0..<mode.dataCodewords).map { $0 % 200 + 1 }
    var bits = AztecCodewords.layerBits(data, size)
    // Two thirds of the check codewords: too many to be found, as each takes two, and few enough to be told of.
    let checks = size.codewords - mode.dataCodewords
    let wrong = Array(0..<checks * 2 / 3)
    for word in wrong { bits[size.bits % size.wordSize + word * size.wordSize].toggle() }
    #expect(throws: DecodeFailure.self) { try AztecCodewords.repair(bits, mode) }
    #expect(try AztecCodewords.repair(bits, mode, doubtful: wrong).data == data)
    var asked = 0
    #expect(throws: DecodeFailure.self) {
      try AztecCodewords.repair(bits, mode, doubtful: wrong) {
        asked += 1
        return true
      }
    }
    #expect(asked == 1)
  }

  @Test("Hostile bits end in a message or an error, never a trap")
  func survivesAnything() {
    var generator = SeededRandom(seed: 24778)
    for _ in 0..<20_000 {
      let bits = (0..<Int.random(in: 0...300, using: &generator)).map { _ in Bool.random(using: &generator) }
      if let message = try? AztecMessage(reading: bits) { #expect(message.bytes.count <= bits.count) }
    }
  }
}

@Suite struct AztecWriterTests {
  @Test(
    "Text → modules → text",
    arguments: [
      "A", "HELLO WORLD", "hello world", "Mixed Case, with: signs. And\r\nlines", "1234567890.,1234",
      "\u{1}\u{2}\u{1B}\u{7F}@\\^_`|~", "Größe über Maß", "漢字とかな", "a1B2c3!?{}[]<>", "\u{0}\u{FF}\u{80}",
      String(repeating: "\u{E9}", count: 40), String(repeating: "x", count: 300),
    ])
  func roundTrip(text: String) throws {
    #expect(try AztecDecoder.decode(AztecWriter().write(text)).text == text)
  }

  @Test("Random texts of every kind of character come back")
  func randomRoundTrips() throws {
    let alphabets = [
      "0123456789,.", "ABCDEFG HIJ", "abcdefg hij", ". , : \r\n", "@\\^_|~\u{1}\u{1C}", "!\"#{}[]", "\u{80}\u{FE}",
    ]
    var generator = SeededRandom(seed: 778)
    for _ in 0..<400 {
      var text = ""
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        let alphabet = Array(alphabets[Int.random(in: 0..<alphabets.count, using: &generator)])
        for _ in 0..<Int.random(in: 1...8, using: &generator) {
          text.append(alphabet[Int.random(in: 0..<alphabet.count, using: &generator)])
        }
      }
      #expect(try AztecDecoder.decode(AztecWriter().write(text)).text == text)
    }
  }

  @Test("Every size, clean and damaged to its correction capacity", arguments: AztecSize.all)
  func correctsToCapacity(size: AztecSize) throws {
    let shape: AztecWriter.Shape = size.isCompact ? .compact(layers: size.layers) : .full(layers: size.layers)
    let text = String(repeating: "Az", count: max(1, size.bits / 40))
    var modules = try AztecWriter(shape: shape).write(text)
    #expect(modules.width == size.side)
    #expect(try AztecDecoder.decode(modules).text == text)

    let mode = try #require(
      AztecModeMessage(bits: size.modePath.map { modules[$0.x, $0.y] }, isCompact: size.isCompact))
    var generator = SeededRandom(seed: UInt64(size.bits))
    let offset = size.bits % size.wordSize
    let path = size.path
    for word in Array(0..<size.codewords).shuffled(using: &generator).prefix((size.codewords - mode.dataCodewords) / 2)
    {
      let place = path[offset + word * size.wordSize + Int.random(in: 0..<size.wordSize, using: &generator)]
      modules[place.x, place.y].toggle()
    }
    #expect(try AztecDecoder.decode(modules).text == text)
  }

  @Test func gs1HasItsIdentifier() throws {
    let symbol = try AztecDecoder.decode(AztecWriter(isGS1: true).write("0104912345123459\u{1D}10ABC"))
    #expect(symbol.symbologyIdentifier == "]z1")
    #expect(symbol.text == "0104912345123459\u{1D}10ABC")
  }

  @Test func runesSayTheirNumber() throws {
    let symbol = try AztecDecoder.decode(AztecWriter().writeRune(25))
    #expect(symbol.text == "025")
    #expect(symbol.symbologyIdentifier == "]zC")
  }

  @Test func structuredAppendComesBack() throws {
    let part = StructuredAppend(index: 1, count: 3, identifier: "ID")
    let symbol = try AztecDecoder.decode(AztecWriter(structuredAppend: part).write("part"))
    #expect(symbol.structuredAppend == part)
    #expect(symbol.text == "part")
  }

  @Test func refusesWhatDoesNotFit() {
    #expect(throws: WriteFailure.self) { try AztecWriter().write(String(repeating: "\u{E9}", count: 4000)) }
    #expect(throws: WriteFailure.self) { try AztecWriter(shape: .compact(layers: 5)).write("a") }
  }
}
