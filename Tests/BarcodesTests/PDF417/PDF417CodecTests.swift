import Barcodes
import Bits
import Scanner
import Testing

@Suite struct PDF417PatternTests {
  @Test("Every codeword has a pattern of its own, in its cluster", arguments: 0..<3)
  func patterns(cluster: Int) throws {
    for value in 0..<929 {
      let found = try #require(PDF417Patterns.codeword(PDF417Patterns.pattern(value, cluster: cluster)))
      #expect(found.value == value)
      #expect(found.cluster == cluster)
    }
  }

  @Test func startAndStopHaveTheirWidths() {
    #expect(PDF417Patterns.start.reduce(0, +) == 17)
    #expect(PDF417Patterns.stop.reduce(0, +) == 18)
  }

  @Test func rowAddressPatternsAreTenModules() {
    for widths in MicroPDF417Variant.sidePatterns + MicroPDF417Variant.middlePatterns {
      #expect(widths.count == 6)
      #expect(widths.reduce(0, +) == 10)
    }
    #expect(MicroPDF417Variant.sidePatterns.count == 52)
    #expect(MicroPDF417Variant.middlePatterns.count == 52)
  }
}

@Suite struct PrimeReedSolomonTests {
  @Test("Errors and erasures up to capacity", arguments: [2, 4, 8, 16, 64, 512])
  func repairs(checks: Int) {
    let code = PrimeReedSolomon(checkCount: checks)
    var generator = SeededRandom(seed: UInt64(checks))
    for _ in 0..<5 {
      let count = Int.random(in: 1...min(400, 928 - checks), using: &generator)
      let data = (0..<count).map { _ in Int.random(in: 0..<929, using: &generator) }
      let word = data + code.checks(for: data)
      let erased = Int.random(in: 0...checks, using: &generator)
      let places = Array(word.indices.shuffled(using: &generator).prefix(erased + (checks - erased) / 2))
      var damaged = word
      for place in places { damaged[place] = (damaged[place] + Int.random(in: 1..<929, using: &generator)) % 929 }
      #expect(code.repair(&damaged, erasures: Array(places.prefix(erased))) != nil)
      #expect(damaged == word)
    }
  }

  @Test func leavesAloneWhatIsTooMuch() {
    let code = PrimeReedSolomon(checkCount: 8)
    let word = [1, 2, 3, 4, 5] + code.checks(for: [1, 2, 3, 4, 5])
    var damaged = word
    #expect(code.repair(&damaged, erasures: Array(0..<9)) == nil)
    #expect(damaged == word)
  }
}

@Suite struct PDF417MessageTests {
  static let texts: [String] = [
    "A", "HELLO WORLD", "Hello, World: 1234567890123456 and more!", "aB1;cD2<eF3", "\u{1}\u{2}\u{3}\u{4}\u{5}\u{6}",
    "Größe über Maß", "漢字", String(repeating: "9", count: 100), "x=1;y=[2]{3}\ttab\r\nline",
    "\u{80}\u{81}\u{82}\u{83}\u{84}\u{85}\u{86}",
  ]

  @Test("Text → codewords → text", arguments: texts)
  func roundTrip(text: String) throws {
    let isLatin = text.unicodeScalars.allSatisfy { $0.value < 256 }
    let bytes = isLatin ? text.unicodeScalars.map { UInt8($0.value) } : Array(text.utf8)
    let codewords = PDF417Encoder.codewords(bytes, eci: isLatin ? nil : 26)
    #expect(try PDF417Message(reading: codewords).bytes == bytes)
  }

  @Test("Random bytes of every kind come back")
  func randomRoundTrips() throws {
    var generator = SeededRandom(seed: 417)
    for _ in 0..<400 {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 1...5, using: &generator) {
        let range: ClosedRange<UInt8> =
          [48...57, 65...90, 97...122, 32...126, 0...255].randomElement(using: &generator) ?? 0...255
        for _ in 0..<Int.random(in: 1...20, using: &generator) {
          bytes.append(UInt8.random(in: range, using: &generator))
        }
      }
      #expect(try PDF417Message(reading: PDF417Encoder.codewords(bytes)).bytes == bytes)
    }
  }

  @Test func interpretationsMayStandBetweenGroupsOfBytes() throws {
    // 901, five codewords for six bytes, ECI 26, five more for six, then a byte: groups are counted over the ECI.
    let group = [1, 620, 89, 74, 846]
    let message = try PDF417Message(reading: [901] + group + [927, 26] + group + [65])
    #expect(message.segments.map(\.eci) == [nil, 26])
    #expect(message.segments.map(\.bytes.count) == [6, 7])
    #expect(message.bytes.last == 65)
    // Without that byte the second group is five bytes of their own, and 620 is none.
    #expect(throws: DecodeFailure.self) { try PDF417Message(reading: [901] + group + [927, 26] + group) }
  }

  @Test func formatsOfMicroPDF417AreWrittenOut() throws {
    // ISO/IEC 24728:2006 §5.4.1.5. In submode Mixed 12 is 1, 27 latches to Lower.
    #expect(
      try PDF417Message(reading: [916, 1, 624, 434, 632, 282, 200], isMicro: true).text
        == "[)>\u{1E}05\u{1D}000213298174000\u{1E}\u{4}")
    #expect(
      try PDF417Message(reading: [917, 30 + 2, 903, 90 + 4], isMicro: true).text
        == "[)>\u{1E}06\u{1D}12\u{1D}34\u{1E}\u{4}")
    // They are MicroPDF417's alone, and what stands for a Code 128 symbol is not guessed.
    #expect(throws: DecodeFailure.self) { try PDF417Message(reading: [916, 1, 624, 434, 632, 282, 200]) }
    #expect(throws: DecodeFailure.self) { try PDF417Message(reading: [908, 1, 2], isMicro: true) }
  }

  @Test("Hostile codewords end in a message or an error, never a trap")
  func survivesAnything() {
    var generator = SeededRandom(seed: 15438)
    for _ in 0..<20_000 {
      let count = Int.random(in: 0...40, using: &generator)
      let codewords = (0..<count).map { _ in
        Bool.random(using: &generator)
          ? Int.random(in: 0..<929, using: &generator) : Int.random(in: 895..<929, using: &generator)
      }
      for isMicro in [false, true] {
        if let message = try? PDF417Message(reading: codewords, isMicro: isMicro) {
          #expect(message.bytes.count <= 3 * count + 18)
        }
      }
    }
  }
}

/// Codewords out of the modules that a writer drew.
private func codeword(_ modules: BitMatrix, _ x: Int, _ y: Int) -> Int? {
  PDF417Patterns.codeword((0..<17).reduce(0) { $0 << 1 | (modules[x + $1, y] ? 1 : 0) })?.value
}

@Suite struct PDF417WriterTests {
  @Test("Every level, clean and damaged to capacity", arguments: 0...8)
  func levels(level: Int) throws {
    let text = "Level \(level) of PDF417"
    let modules = try PDF417Writer(columns: 8, level: level).write(text)
    let layout = try #require(PDF417Layout(columns: 8, rows: modules.height / 3, level: level))
    var codewords: [Int?] = []
    for row in 0..<layout.rows {
      #expect(codeword(modules, 17, 3 * row) == layout.leftIndicator(row: row))
      for column in 0..<8 { codewords.append(codeword(modules, 34 + 17 * column, 3 * row)) }
      #expect(codeword(modules, 34 + 17 * 8, 3 * row) == layout.rightIndicator(row: row))
    }
    #expect(codewords.allSatisfy { $0 != nil })
    #expect(try PDF417Decoder.decode(codewords, layout).text == text)
    var generator = SeededRandom(seed: UInt64(level))
    for place in codewords.indices.shuffled(using: &generator).prefix(max(0, layout.checkCodewords - 2)) {
      codewords[place] = nil
    }
    #expect(try PDF417Decoder.decode(codewords, layout).text == text)
  }

  @Test("Row indicators tell every layout", arguments: [(1, 3, 0), (30, 30, 8), (5, 90, 4), (10, 31, 5)])
  func indicators(columns: Int, rows: Int, level: Int) throws {
    let layout = try #require(PDF417Layout(columns: columns, rows: rows, level: level))
    var votes = PDF417LayoutVotes()
    for row in 0..<rows { votes.add(layout.rightIndicator(row: row), cluster: row % 3, isRight: true) }
    #expect(votes.layout == layout)
    votes = PDF417LayoutVotes()
    for row in 0..<rows { votes.add(layout.leftIndicator(row: row), cluster: row % 3, isRight: false) }
    #expect(votes.layout == layout)
  }

  @Test("Every variant of MicroPDF417 comes back", arguments: MicroPDF417Variant.all)
  func micro(variant: MicroPDF417Variant) throws {
    let modules = try MicroPDF417Writer(columns: variant.columns, rows: variant.rows).write("A1")
    #expect(modules.width == variant.width)
    var codewords: [Int?] = []
    for row in 0..<variant.rows {
      for column in 0..<variant.columns {
        let afterMiddle = variant.columns >= 3 && column >= variant.columnsBeforeMiddle
        codewords.append(codeword(modules, 10 + 17 * column + (afterMiddle ? 10 : 0), 2 * row))
      }
    }
    #expect(try PDF417Decoder.decode(codewords, variant).text == "A1")
  }

  @Test func macroSymbolsKnowTheirPlace() throws {
    let part = StructuredAppend(index: 1, count: 2, identifier: "017053")
    let modules = try PDF417Writer(columns: 4, level: 2, structuredAppend: part).write("second half")
    let layout = try #require(PDF417Layout(columns: 4, rows: modules.height / 3, level: 2))
    let codewords = (0..<layout.rows).flatMap { row in
      (0..<4).map { codeword(modules, 34 + 17 * $0, 3 * row) }
    }
    let symbol = try PDF417Decoder.decode(codewords, layout)
    #expect(symbol.text == "second half")
    #expect(symbol.structuredAppend == part)
    #expect(symbol.details["lastSegment"] == .boolean(true))
  }

  @Test func refusesWhatDoesNotFit() {
    #expect(throws: WriteFailure.self) { try PDF417Writer().write(String(repeating: "\u{E9}", count: 3000)) }
    #expect(throws: WriteFailure.self) { try PDF417Writer(level: 9).write("a") }
    #expect(throws: WriteFailure.self) { try MicroPDF417Writer().write(String(repeating: "\u{E9}", count: 500)) }
  }
}
