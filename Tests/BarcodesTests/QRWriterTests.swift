import Barcodes
import Bits
import Testing

/// A text that takes about `share` of a version's bytes, with characters of every mode but kanji.
private func filler(_ version: QRVersion, _ level: QRErrorCorrection, share: Double) -> String {
  let count = max(1, Int(Double(version.dataCodewords(level)) * share) - 3)
  return String((0..<count).map { Character(Unicode.Scalar(UInt8(33 + ($0 * 31 + version.number) % 90))) })
}

@Test("What is written is read: every version, level and mask", arguments: QRVersion.all) func everyVersion(
  version: QRVersion
) throws {
  for level in QRErrorCorrection.allCases {
    for mask in QRMask.all {
      let text = filler(version, level, share: mask.number % 2 == 0 ? 1 : 0.4)
      let writer = QRWriter(
        versions: version.number...version.number, level: level, boostsLevel: false, mask: mask, mode: .byte)
      let symbol = try QRDecoder.decode(try writer.write(text))
      #expect(symbol.text == text)
      #expect(symbol.details["version"] == .integer(version.number))
      #expect(symbol.details["errorCorrectionLevel"] == .string(level.letter))
      #expect(symbol.details["mask"] == .integer(mask.number))
    }
  }
}

@Test("Every mode, in each of the three ranges of versions", arguments: [1, 9, 10, 26, 27, 40]) func everyMode(
  number: Int
) throws {
  let texts: [(QRMode, String)] = [
    (.numeric, "0123456789012"), (.numeric, "7"), (.numeric, "42"), (.alphanumeric, "A B$%*+-./:Z"),
    (.alphanumeric, "X"), (.byte, "aé日"), (.kanji, "点茗日本"),
  ]
  for (mode, text) in texts {
    let written = try QRWriter(versions: number...number, level: .low, mode: mode).symbol(text)
    #expect(written.modes == [mode])
    #expect(try QRDecoder.decode(written.modules).text == text)
  }
}

@Test("ISO/IEC 18004:2024 §7.4.6: the kanji 点 and 茗 are 0D9F and 1AAA") func kanjiValues() throws {
  #expect(QRKanji.value(0x93, 0x5F) == 0xD9F)
  #expect(QRKanji.value(0xE4, 0xAA) == 0x1AAA)
  for value in 0..<1 << 13 {
    if let bytes = QRKanji.bytes(value) { #expect(QRKanji.value(bytes[0], bytes[1]) == value) }
  }
}

@Test(
  "Capacities of version 40-L and 1-H, to the last character. ISO/IEC 18004:2024 Table 7",
  arguments: [
    (40, QRErrorCorrection.low, QRMode.numeric, "7", 7089), (40, .low, .alphanumeric, "A", 4296),
    (40, .low, .byte, "a", 2953), (40, .low, .kanji, "日", 1817), (1, .high, .numeric, "7", 17),
    (1, .high, .alphanumeric, "A", 10), (1, .high, .byte, "a", 7), (1, .high, .kanji, "日", 4),
  ]) func capacity(number: Int, level: QRErrorCorrection, mode: QRMode, character: String, most: Int) throws
{
  let writer = QRWriter(versions: number...number, level: level, mask: QRMask(0), mode: mode)
  let text = String(repeating: character, count: most)
  #expect(try QRDecoder.decode(try writer.write(text)).text == text)
  #expect(throws: WriteFailure.self) { try writer.write(text + character) }
}

@Test("Segments take no more bits than any other cut into modes") func optimalSegments() throws {
  let dialect = QRDialect.qr(QRVersion(1))
  for text in [
    "1234567a", "ABC123456def", "A1B2C3D4567890", "a1234567890A", "日本12", "日本語a", "12345ABCDE67890ab", "::::a1",
  ] {
    let written = try QRWriter(versions: 1...9, level: .low, boostsLevel: false).symbol(text)
    #expect(written.messageBits == fewestBits(Array(text.unicodeScalars), dialect), "\(text)")
  }
}

/// Every cut into modes, tried.
private func fewestBits(_ scalars: [Unicode.Scalar], _ dialect: QRDialect) -> Int {
  guard !scalars.isEmpty else { return 0 }
  var best = Int.max
  for length in 1...scalars.count {
    let run = scalars[..<length]
    var segments: [QRSegment] = [.byte(Array(String(String.UnicodeScalarView(run)).utf8))]
    if run.allSatisfy({ "0"..."9" ~= $0 }) { segments.append(.numeric(run.map { UInt8($0.value) })) }
    if run.allSatisfy({ $0.isASCII && QRAlphanumeric.values[Int($0.value)] >= 0 }) {
      segments.append(.alphanumeric(run.map { UInt8($0.value) }))
    }
    if run.allSatisfy({ $0.value >= 0x4E00 }) { segments.append(.kanji([UInt8](repeating: 0x93, count: 2 * length))) }
    let head = segments.compactMap { $0.bitCount(in: dialect) }.min() ?? 0
    let rest = fewestBits(Array(scalars[length...]), dialect)
    best = min(best, head + rest)
  }
  return best
}

@Test("The level rises as far as the version has room, and no further") func boost() throws {
  let symbol = try QRWriter(level: .low).symbol("HELLO WORLD")
  #expect(symbol.version == QRVersion(1))
  #expect(symbol.level == .quartile)
  #expect(try QRWriter(level: .low, boostsLevel: false).symbol("HELLO WORLD").level == .low)
}

@Test("A message over several symbols is told apart and put together") func structuredAppend() throws {
  let text = String(repeating: "The quick brown fox. ", count: 20)
  for symbols in [try QRWriter(versions: 1...5).symbols(text), try QRWriter().symbols(text, count: 3)] {
    let read = try symbols.map { try QRDecoder.decode($0.modules) }
    #expect(read.map { $0.text ?? "" }.joined() == text)
    #expect(read.map { $0.structuredAppend?.index } == Array(0..<symbols.count))
    #expect(read.allSatisfy { $0.structuredAppend?.count == symbols.count })
    #expect(Set(read.map { $0.structuredAppend?.identifier }) == [String(text.utf8.reduce(0, ^))])
  }
  #expect(try QRWriter().symbols(text).count == 1)
  #expect(throws: WriteFailure.self) { try QRWriter(versions: 1...1).symbols(text) }
}

@Test(
  "FNC1: GS stays GS in every mode, and the identifier says which rules hold",
  arguments: [
    (QRWriter.Marking.gs1, "0104912345123459\u{1D}15970331%X", "]Q3", ""),
    (.industry("37"), "AA%12\u{1D}x", "]Q5", "37"), (.industry("a"), "12", "]Q5", "a"),
  ]) func fnc1(marking: QRWriter.Marking, text: String, identifier: String, prefix: String) throws
{
  for mode in [nil, QRMode.byte] {
    let symbol = try QRDecoder.decode(try QRWriter(mode: mode, marking: marking).write(text))
    #expect(symbol.text == prefix + text)
    #expect(symbol.symbologyIdentifier == identifier)
  }
}

@Test(
  "ECI names the set of the bytes",
  arguments: [(26, "Ünïcode 日本"), (3, "Latin é"), (9, "Ελλάδα"), (20, "日本 ｱ"), (28, "繁體"), (25, "wide")]) func eci(
    number: Int, text: String
  ) throws
{
  let symbol = try QRDecoder.decode(try QRWriter(mode: .byte, eci: number).write(text))
  #expect(symbol.text == text)
  #expect(symbol.symbologyIdentifier == "]Q2")
}

@Test("ECI numbers of one, two and three bytes", arguments: [0, 127, 128, 16383, 16384, 999_999]) func eciNumbers(
  number: Int
) throws {
  var writer = BitWriter()
  QRSegment.eci(number).append(to: &writer, in: .qr(QRVersion(1)))
  #expect(writer.count == QRSegment.eci(number).bitCount(in: .qr(QRVersion(1))))
  var reader = BitReader(writer.bytes, count: writer.count)
  #expect(reader.read(4) == 7)
  #expect(try QRSegment(.eci, reading: &reader, in: .qr(QRVersion(1))) == .eci(number))
}

@Test("Texts that cannot be written say why") func refusals() {
  #expect(throws: WriteFailure.invalid("there is no text to write")) { try QRWriter().write("") }
  #expect(throws: WriteFailure.unencodable("x")) { try QRWriter(mode: .numeric).write("12x") }
  #expect(throws: WriteFailure.unencodable("日")) { try QRWriter(mode: .byte, eci: 3).write("a日") }
  #expect(throws: WriteFailure.tooLong(needed: 8 * 3000 + 20, available: 8 * 2956)) {
    try QRWriter(level: .low, mode: .byte).write(String(repeating: "a", count: 3000))
  }
  #expect(throws: WriteFailure.self) { try QRWriter(marking: .industry("3x")).write("1") }
}

// MARK: - Mask penalty

@Test("The penalty of whole lines is that of module by module", arguments: [1, 2, 7, 12, 40]) func penalty(number: Int)
  throws
{
  for mask in QRMask.all {
    let text = String(repeating: "7", count: number * 5)
    let modules = try QRWriter(versions: number...number, level: .low, mask: mask).write(text)
    #expect(QRPenalty.score(modules) == slowPenalty(modules))
  }
  #expect(QRPenalty.score(BitMatrix(side: 21)) == slowPenalty(BitMatrix(side: 21)))
}

/// ISO/IEC 18004:2024 Table 11, as it is written.
private func slowPenalty(_ modules: BitMatrix) -> Int {
  let side = modules.width
  var score = 0
  for grid in [modules, modules.transposed] {
    for y in 0..<side {
      let row = (0..<side).map { grid[$0, y] }
      var start = 0
      for x in 1...side where x == side || row[x] != row[start] {
        if x - start >= 5 { score += 3 + x - start - 5 }
        start = x
      }
      let wide = [Bool](repeating: false, count: 4) + row + [Bool](repeating: false, count: 4)
      for x in 4...side - 3 where Array(wide[x..<x + 7]) == [true, false, true, true, true, false, true] {
        if !wide[x - 4..<x].contains(true) || !wide[x + 7..<x + 11].contains(true) { score += 40 }
      }
    }
  }
  var dark = 0
  for y in 0..<side {
    for x in 0..<side {
      if modules[x, y] { dark += 1 }
      guard x + 1 < side, y + 1 < side else { continue }
      if Set([modules[x, y], modules[x + 1, y], modules[x, y + 1], modules[x + 1, y + 1]]).count == 1 { score += 3 }
    }
  }
  let percent = Double(dark) * 100 / Double(side * side)
  return score + 10 * Int(abs(percent - 50) / 5)
}

@Test("ISO 8859-1 is named and taken where it makes the symbol smaller, and only there") func latin1() throws {
  let text = "éßàüàøññàñéçøßßüüßßñéñßS"
  let wide = try QRWriter(boostsLevel: false, eci: 26).symbol(text)
  let chosen = try QRWriter(boostsLevel: false).symbol(text)
  #expect(chosen.version < wide.version)
  #expect(try QRDecoder.decode(chosen.modules).text == text)
  // Where UTF-8 has room it is what more readers expect.
  #expect(try !QRWriter(boostsLevel: false).symbol("é").modes.contains(.eci))
  #expect(try !QRWriter(boostsLevel: false).symbol(text + "東").modes.contains(.eci))
}
