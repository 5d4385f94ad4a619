import Barcodes
import Bits
import Scanner
import Testing

@Suite struct DataMatrixSizeTests {
  @Test("Every size's codewords fill its mapping matrix", arguments: DataMatrixSize.all)
  func capacity(size: DataMatrixSize) {
    #expect(size.codewords == size.mappingRows * size.mappingColumns / 8)
    #expect(size.checkCodewords % size.blocks == 0)
    #expect(size.rows % 2 == 0 && size.columns % 2 == 0)
  }

  @Test("Every codeword bit has one module", arguments: DataMatrixSize.all)
  func placement(size: DataMatrixSize) {
    var seen = [Int](repeating: 0, count: 8 * size.codewords)
    DataMatrixPlacement(size).forEach(in: size) { _, _, place in
      if let place, place < seen.count { seen[place] += 1 }
    }
    #expect(seen.allSatisfy { $0 == 1 })
  }
}

@Suite struct DataMatrixMessageTests {
  /// Codewords by hand after ISO/IEC 16022:2006 §5.2 and Annex O.
  @Test(arguments: [
    ([142, 164, 186] as [UInt8], "123456"),
    ([230, 91, 11, 91, 11, 91, 11, 254], "AIMAIMAIM"),
    ([239, 91, 11, 91, 11, 91, 11, 254], "aimaimaim"),
    ([66, 235, 1, 67], "A\u{80}B"),
    ([236, 66, 129], "[)>\u{1E}05\u{1D}A\u{1E}\u{04}"),
    ([237, 66, 129], "[)>\u{1E}06\u{1D}A\u{1E}\u{04}"),
    ([240, 16, 21, 1], "DATA"),
  ])
  func reads(codewords: [UInt8], text: String) throws {
    #expect(try DataMatrixMessage(reading: codewords).text == text)
  }

  @Test func marksGS1AndKeepsSeparators() throws {
    let message = try DataMatrixMessage(reading: [232, 131, 66, 232, 67])
    #expect(message.marking == .gs1)
    #expect(message.bytes == Array("01A\u{1D}B".utf8))
  }

  @Test func namesTheIndustry() throws {
    #expect(try DataMatrixMessage(reading: [66, 232, 67]).marking == .industry)
    #expect(try DataMatrixMessage(reading: [131, 232, 67]).marking == .industry)
    #expect(try DataMatrixMessage(reading: [66, 67, 232, 67]).marking == .none)
  }

  @Test func tellsStructuredAppend() throws {
    let message = try DataMatrixMessage(reading: [233, 0x1D, 1, 2, 232, 66])
    #expect(message.structuredAppend == StructuredAppend(index: 1, count: 4, identifier: "258"))
    #expect(message.marking == .gs1)
  }

  @Test("Hostile codewords end in a message or an error, never a trap")
  func survivesAnything() {
    var generator = SeededRandom(seed: 16022)
    for _ in 0..<20_000 {
      let count = Int.random(in: 0...40, using: &generator)
      var codewords = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
      // Half of them begin with a latch, so that every encodation meets noise.
      if Bool.random(using: &generator), !codewords.isEmpty {
        codewords[0] = [230, 231, 233, 238, 239, 240, 241].randomElement(using: &generator) ?? 230
      }
      if let message = try? DataMatrixMessage(reading: codewords) {
        #expect(message.bytes.count <= 4 * count + 9)
      }
    }
  }
}

@Suite struct DataMatrixWriterTests {
  static let texts: [String] = [
    "A", "12345678901234567890", "HELLO WORLD OF CAPITALS 123", "hello world of small letters",
    "Mixed Case with 123456 digits, and signs!?", "ABC>DEF*GHI\rJKL MNO", "..//--..//--,,;;..//--",
    "Größe über Maß", "\u{0}\u{1}\u{7F}\u{80}\u{FF}", "漢字とかな", "[)>\u{1E}06\u{1D}ABC\u{1D}DEF\u{1E}\u{04}",
    "aA0!\u{E9}bB1\"\u{E8}", "EDIFACT/IS-HERE.IT'S", "AAAAAAAAAAB", "AAAAAAAAAB", "abcabcab", "0A1B2C3D4E5F",
  ]

  @Test("Text → modules → text", arguments: texts)
  func roundTrip(text: String) throws {
    for shape in [DataMatrixWriter.Shape.square, .extendedRectangle] {
      let symbol = try DataMatrixDecoder.decode(DataMatrixWriter(shape: shape).write(text))
      #expect(symbol.text == text)
    }
  }

  @Test("Random texts of every kind of character come back")
  func randomRoundTrips() throws {
    let alphabets = [
      "0123456789", "ABCDEFGHIJ 012", "abcdefghij 012", "AB>*\r 01", "./-+AB12", "\u{80}\u{99}\u{FE}a1A",
    ]
    var generator = SeededRandom(seed: 21471)
    for _ in 0..<400 {
      var text = ""
      for _ in 0..<Int.random(in: 1...5, using: &generator) {
        let alphabet = Array(alphabets[Int.random(in: 0..<alphabets.count, using: &generator)])
        for _ in 0..<Int.random(in: 1...9, using: &generator) {
          text.append(alphabet[Int.random(in: 0..<alphabet.count, using: &generator)])
        }
      }
      #expect(try DataMatrixDecoder.decode(DataMatrixWriter().write(text)).text == text)
    }
  }

  @Test(
    "The encodation is the shortest",
    arguments: [
      // 26 digits fit 13 codewords: 16 × 16 has 12, 18 × 18 has 18.
      (String(repeating: "7", count: 24), 16), (String(repeating: "7", count: 26), 18),
      // C40: 15 capitals in 1 + 10 codewords; without it 15.
      ("ABCDEFGHIJKLMNO", 16), ("abcdefghijklmno", 16),
    ])
  func isShort(text: String, side: Int) throws {
    #expect(try DataMatrixWriter().write(text).width == side)
  }

  @Test("Every size, clean and damaged to its correction capacity", arguments: DataMatrixSize.all)
  func correctsToCapacity(size: DataMatrixSize) throws {
    let writer = DataMatrixWriter(shape: .modules(rows: size.rows, columns: size.columns))
    let text = String(repeating: "Az9", count: max(1, size.dataCodewords / 5))
    let modules = try writer.write(text)
    #expect(try DataMatrixDecoder.decode(modules).text == text)

    let placement = DataMatrixPlacement(size)
    var codewords = placement.codewords(of: modules, size)
    var generator = SeededRandom(seed: UInt64(size.rows * 1000 + size.columns))
    let capacity = size.checkCodewords / size.blocks / 2
    for block in 0..<size.blocks {
      let places = Array(stride(from: block, to: size.codewords, by: size.blocks)).shuffled(using: &generator)
      for place in places.prefix(capacity) { codewords[place] ^= UInt8.random(in: 1...255, using: &generator) }
    }
    let damaged = placement.symbol(of: codewords, size)
    let symbol = try DataMatrixDecoder.decode(damaged)
    #expect(symbol.text == text)
    #expect(symbol.details["correctedCodewords"] == .integer(capacity * size.blocks))
  }

  @Test func gs1HasItsIdentifier() throws {
    let symbol = try DataMatrixDecoder.decode(DataMatrixWriter(isGS1: true).write("0104912345123459\u{1D}10ABC"))
    #expect(symbol.symbologyIdentifier == "]d2")
    #expect(symbol.text == "0104912345123459\u{1D}10ABC")
  }

  @Test func extensionsHaveTheirIdentifier() throws {
    let modules = try DataMatrixWriter(shape: .modules(rows: 8, columns: 48)).write("abc")
    #expect(try DataMatrixDecoder.decode(modules).symbologyIdentifier == "]d7")
  }

  @Test func structuredAppendComesBack() throws {
    let modules = try DataMatrixWriter(structuredAppend: (2, 5, (7, 9))).write("part")
    let symbol = try DataMatrixDecoder.decode(modules)
    #expect(symbol.structuredAppend == StructuredAppend(index: 2, count: 5, identifier: "1801"))
    #expect(symbol.text == "part")
  }

  @Test func refusesWhatDoesNotFit() {
    #expect(throws: WriteFailure.self) { try DataMatrixWriter().write(String(repeating: "\u{E9}", count: 3000)) }
    #expect(throws: WriteFailure.self) { try DataMatrixWriter(shape: .modules(rows: 9, columns: 9)).write("a") }
  }
}
