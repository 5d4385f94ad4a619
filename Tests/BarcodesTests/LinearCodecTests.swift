import Barcodes
import Bits
import Testing

@Suite("Linear codecs: what is written is read from its widths")
struct LinearCodecTests {
  private func row(_ matrix: BitMatrix) -> [Bool] { (0..<matrix.width).map { matrix[$0, 0] } }

  private func read(_ matrix: BitMatrix, _ decoder: some LinearDecoder, _ wanted: Set<Symbology>) -> [DecodedSymbol] {
    decoder.read(BarSequence(modules: row(matrix)), wanted: wanted).map { reading in
      reading.addOn.map(reading.symbol.withAddOn) ?? reading.symbol
    }
  }

  @Test(
    "EAN and UPC, ISO/IEC 15420",
    arguments: [
      (Symbology.ean13, "4006381333931", "4006381333931", "]E0"), (.ean13, "400638133393", "4006381333931", "]E0"),
      (.ean13, "9780735200449+51299", "978073520044951299", "]E3"),
      (.ean13, "9771234567003+05", "977123456700305", "]E3"),
      (.ean8, "9031101", "90311017", "]E4"), (.upcA, "03600029145", "036000291452", "]E0"),
      (.upcA, "036000291452+12", "03600029145212", "]E3"), (.upcE, "425261", "042100005264", "]E0"),
      (.upcE, "1425261", "142100005261", "]E0"),
    ])
  func retail(symbology: Symbology, text: String, said: String, identifier: String) throws {
    let symbols = try read(EANWriter(symbology).write(text), EANReader(), [symbology])
    #expect(symbols.map(\.symbology) == [symbology])
    #expect(symbols.first?.text == said)
    #expect(symbols.first?.symbologyIdentifier == identifier)
  }

  @Test("Every first digit and every digit, as each decides the sets of the others", arguments: 0...9)
  func parities(leading: Int) throws {
    let text = String(leading) + "12345678905".map { String((Int(String($0))! + leading) % 10) }.joined()
    let symbols = try read(EANWriter(.ean13).write(text), EANReader(), [.ean13])
    #expect(symbols.first?.text?.dropLast() == Substring(text))
  }

  @Test("UPC-E in every form, from the UPC-A for which it stands. ISO/IEC 15420 Table 5", arguments: 0...9)
  func zeroSuppression(last: Int) throws {
    let expanded = EANNumber.expanded(upcE: [0, 1, 2, 3, 4, 5, last, 0]).dropLast()
    let full = EANDigits.text(expanded + [EANDigits.checkDigit(of: expanded)])
    // Three forms can say some numbers; the reader gives the number all the same.
    let symbols = try read(EANWriter(.upcE).write(full), EANReader(), [.upcE])
    #expect(symbols.first?.text == full)
  }

  @Test func aLeadingZeroIsKeptOrMadeUPCA() throws {
    let matrix = try EANWriter(.ean13).write("0036000291452")
    #expect(read(matrix, EANReader(), [.ean13]).map(\.text) == ["0036000291452"])
    #expect(read(matrix, EANReader(), [.ean13, .upcA]).map(\.text) == ["036000291452"])
    #expect(read(matrix, EANReader(), [.ean13, .upcA]).map(\.symbology) == [.upcA])
    #expect(read(matrix, EANReader(), [.ean8]).isEmpty)
  }

  @Test func booksAreNamed() throws {
    let symbols = try read(EANWriter(.ean13).write("9780441014989"), EANReader(), [.ean13])
    #expect(symbols.first?.details["isbn"] == .string("9780441014989"))
    #expect(symbols.first?.details["isbn10"] == .string("0441014984"))
  }

  @Test(
    "Code 128 in its three sets, ISO/IEC 15417",
    arguments: [
      "A", "Code 128", "1234567890", "12345", "ab\u{1}\u{2}cd", "\u{0}\u{1F}x", "Größe", "ÄÖÜäöü", "AB12CD3456", "\r\n",
      "~}|{",
    ])
  func code128(text: String) throws {
    let symbols = try read(Code128Writer().write(text), Code128Reader(), [.code128])
    #expect(symbols.map(\.text) == [text])
    #expect(symbols.first?.symbologyIdentifier == "]C0")
  }

  @Test func gs1() throws {
    let message = "010952123454321310ABC123\u{1D}21987"
    let symbols = try read(Code128Writer(isGS1: true).write(message), Code128Reader(), [.code128])
    #expect(symbols.map(\.text) == [message])
    #expect(symbols.first?.symbologyIdentifier == "]C1")
    #expect(GS1ElementString.readable(message) == "(01)09521234543213(10)ABC123(21)987")
    #expect(GS1ElementString.message(bracketed: "(01)09521234543213(10)ABC123(21)987") == message)
    #expect(GS1ElementString.readable("hello") == nil)
  }

  @Test("Digits are written in pairs")
  func code128IsShort() throws {
    // Start, five pairs, check: seven characters of 11 modules and a stop of 13.
    #expect(try Code128Writer().write("1234567890").width == 7 * 11 + 13)
  }

  @Test("Code 39 plain, full ASCII and with its check character, ISO/IEC 16388", arguments: [2, 3])
  func code39(wide: Int) throws {
    for (text, identifier) in [("CODE 39-.", "]A0"), ("lower case!", "]A4"), ("A", "]A0")] {
      let symbols = try read(Code39Writer(wide: wide).write(text), Code39Reader(), [.code39])
      #expect(symbols.map(\.text) == [text])
      #expect(symbols.first?.symbologyIdentifier == identifier)
    }
    let checked = try Code39Writer(.code39Mod43, wide: wide).write("CODE39")
    #expect(read(checked, Code39Reader(), [.code39Mod43]).map(\.text) == ["CODE39"])
    #expect(read(checked, Code39Reader(), [.code39]).map(\.text) == ["CODE39W"])
    let plain = try Code39Writer(wide: wide).write("CODE39A")
    #expect(read(plain, Code39Reader(), [.code39Mod43]).isEmpty)
  }

  @Test(
    "Code 93, AIM USS-93",
    arguments: ["CODE 93", "code 93 %$/+", "\u{0}\u{1B}\u{7F}@`", "0123456789012345678901234567890"])
  func code93(text: String) throws {
    #expect(try read(Code93Writer().write(text), Code93Reader(), [.code93]).map(\.text) == [text])
  }

  @Test("ITF, ISO/IEC 16390", arguments: [2, 3])
  func itf(wide: Int) throws {
    #expect(try read(ITFWriter(wide: wide).write("0123456789"), ITFReader(), [.itf]).map(\.text) == ["0123456789"])
    let carton = try ITFWriter(.itf14, wide: wide).write("1540014128876")
    #expect(read(carton, ITFReader(), [.itf, .itf14]).map(\.text) == ["15400141288763"])
    #expect(read(carton, ITFReader(), [.itf, .itf14]).map(\.symbology) == [.itf14])
    #expect(read(carton, ITFReader(), [.itf]).map(\.symbology) == [.itf])
  }

  @Test("Codabar, EN 798", arguments: ["A12345B", "C-$:/.+0D", "D9876543210C"])
  func codabar(text: String) throws {
    #expect(try read(CodabarWriter().write(text), CodabarReader(), [.codabar]).map(\.text) == [text])
  }

  @Test("Codabar of characters that differ in their widths is chance", arguments: [Float(1.05), 1.15, 1.9])
  func scatter(change: Float) throws {
    let text = "A$60137+3-0A"
    let widths = BarSequence(modules: row(try CodabarWriter().write(text))).widths
    // Each second character is larger, as no print has it.
    var edges: [Float] = [0]
    for (place, width) in widths.enumerated() {
      edges.append(edges[place] + width * ((place / 8).isMultiple(of: 2) ? 1 : change))
    }
    let bars = BarSequence(edges: edges, leading: 20, trailing: 20)
    let said = CodabarReader().read(bars, wanted: [.codabar]).map { $0.symbol.text }
    #expect(said == (change < 1.5 ? [text] : []))
  }

  @Test(
    "A short Codabar whose gaps differ by more than a narrow width and a half is chance", arguments: [Float(1.3), 1.7])
  func gaps(differ: Float) throws {
    let text = "B2--A"
    var edges: [Float] = [0]
    for (place, width) in BarSequence(modules: row(try CodabarWriter().write(text))).widths.enumerated() {
      edges.append(edges[place] + width + (place == 7 ? differ : 0))
    }
    let said = CodabarReader().read(BarSequence(edges: edges, leading: 20, trailing: 20), wanted: [.codabar])
    #expect(said.map { $0.symbol.text } == (differ < 1.5 ? [text] : []))
  }

  /// The bars of a row, a pixel a module, seen askew: the last module is `growth` times as wide as the first one.
  private func askew(_ matrix: BitMatrix, growth: Float) -> BarSequence {
    let flat = BarSequence(modules: row(matrix))
    let length = flat.edges[flat.edges.count - 1]
    let r = 1 / growth.squareRoot() - 1
    let edges = flat.edges.map { edge in length * edge / length / (1 + r - r * edge / length) }
    return BarSequence(edges: edges, leading: 20, trailing: 20 * growth)
  }

  @Test("Symbols that are seen askew from near", arguments: [Float(0.4), 0.6, 1.6, 2.5])
  func askew(growth: Float) throws {
    func said(_ matrix: BitMatrix, _ decoder: some LinearDecoder) -> [String?] {
      decoder.read(askew(matrix, growth: growth), wanted: linearSymbologies).map { $0.symbol.text }
    }
    #expect(try said(EANWriter(.ean8).write("9031101"), EANReader()) == ["90311017"])
    #expect(try said(EANWriter(.upcE).write("425261"), EANReader()) == ["042100005264"])
    #expect(
      try said(DataBarWriter(.gs1DataBarLimited).write("15012345678907"), DataBarLimitedReader())
        == ["0115012345678907"])
    #expect(try said(CodabarWriter().write("A1234567B"), CodabarReader()) == ["A1234567B"])
    #expect(try said(Code39Writer().write("CODE39"), Code39Reader()) == ["CODE39"])
  }

  @Test(
    "An ITF whose wide elements are less than twice as wide is not read from its end as another one",
    arguments: ["19165375", "250335", "137888", "758575", "191345"])
  func itfFromItsEnd(text: String) throws {
    var edges: [Float] = [0]
    for width in BarSequence(modules: row(try ITFWriter(wide: 2).write(text))).widths {
      edges.append(edges[edges.count - 1] + (width == 1 ? 1 : 1.7))
    }
    let bars = BarSequence(edges: edges, leading: 20, trailing: 20)
    let said = [bars, bars.reversed].map { ITFReader().read($0, wanted: [.itf]).map { $0.symbol.text } }
    #expect(said == [[text], []])
  }

  @Test(
    "Narrow and wide elements of a ratio of 2 whose bars have spread, or shrunk",
    arguments: [Float(-0.55), -0.4, 0.4, 0.55])
  func spread(modules: Float) throws {
    func said(_ matrix: BitMatrix, _ decoder: some LinearDecoder) -> [String?] {
      let flat = BarSequence(modules: row(matrix))
      let edges = flat.edges.enumerated().map { $1 + ($0.isMultiple(of: 2) ? -modules / 2 : modules / 2) }
      return decoder.read(BarSequence(edges: edges, leading: 20, trailing: 20), wanted: linearSymbologies)
        .map { $0.symbol.text }
    }
    for start in ["A", "B", "C", "D"] {
      let text = "\(start)12345678A"
      #expect(try said(CodabarWriter(wide: 2).write(text), CodabarReader()) == [text])
    }
    #expect(try said(Code39Writer(wide: 2).write("CODE39"), Code39Reader()) == ["CODE39"])
  }

  @Test("GS1 DataBar Limited, ISO/IEC 24724 §6", arguments: ["01234567890128", "15012345678907", "00000000000000"])
  func limited(gtin: String) throws {
    let matrix = try DataBarWriter(.gs1DataBarLimited).write(gtin)
    #expect(matrix.width == 79)
    #expect(read(matrix, DataBarLimitedReader(), [.gs1DataBarLimited]).map(\.text) == ["01" + gtin])
  }

  @Test("Widths of every number of a DataBar group are its own. ISO/IEC 24724 Annex B")
  func dataBarWidths() {
    for needsNarrow in [false, true] {
      let widths = DataBarWidths(elements: 4, sum: 10, widest: 5, needsNarrow: needsNarrow)
      var seen: Set<[Int]> = []
      for number in 0..<widths.count {
        let sequence = widths.widths(number)
        #expect(sequence.reduce(0, +) == 10 && sequence.max()! <= 5 && (!needsNarrow || sequence.min() == 1))
        #expect(widths.number(sequence) == number)
        seen.insert(sequence)
      }
      #expect(seen.count == widths.count)
    }
  }

  @Test("A wrong check digit is not written, nor what has no code")
  func refusals() {
    #expect(throws: WriteFailure.self) { try EANWriter(.ean13).write("4006381333932") }
    #expect(throws: WriteFailure.self) { try EANWriter(.ean8).write("1234") }
    #expect(throws: WriteFailure.self) { try EANWriter(.upcE).write("012345678905") }
    #expect(throws: WriteFailure.unencodable("A")) { try EANWriter(.upcA).write("A") }
    #expect(throws: WriteFailure.unencodable("€")) { try Code128Writer().write("€") }
    #expect(throws: WriteFailure.unencodable("é")) { try Code39Writer().write("é") }
    #expect(throws: WriteFailure.self) { try ITFWriter().write("123") }
    #expect(throws: WriteFailure.self) { try CodabarWriter().write("12A34") }
    #expect(throws: WriteFailure.self) { try DataBarWriter(.gs1DataBarLimited).write("21234567890127") }
    #expect(throws: WriteFailure.self) { try DataBarExpandedWriter().write("no identifiers") }
  }

  @Test("What readers take for chance is not written, and the shortest that they believe is")
  func shortest() throws {
    for text in ["", "12"] { #expect(throws: WriteFailure.self) { try ITFWriter().write(text) } }
    for text in ["", "$", "34", "A34B"] { #expect(throws: WriteFailure.self) { try CodabarWriter().write(text) } }
    #expect(try read(ITFWriter().write("1234"), ITFReader(), [.itf]).map(\.text) == ["1234"])
    #expect(try read(CodabarWriter().write("A345B"), CodabarReader(), [.codabar]).map(\.text) == ["A345B"])
  }

  @Test("One digit changed is not read: its check digit is wrong")
  func checkDigits() throws {
    for place in 1...12 {
      var digits = EANDigits.digits("4006381333931")!
      digits[place] = (digits[place] + 3) % 10
      #expect(!EANDigits.isValid(digits), "digit \(place)")
    }
    var changed = row(try Code128Writer().write("CHECK"))
    // A character's bars exchanged for another one's: the sum no longer fits.
    let other = row(try Code128Writer().write("CHACK"))
    changed.replaceSubrange(33..<44, with: other[33..<44])
    #expect(Code128Reader().read(BarSequence(modules: changed), wanted: [.code128]).isEmpty)
  }

  @Test("Without a quiet zone nothing is read", arguments: [Float(0.5), 1])
  func quietZones(modules: Float) throws {
    for (row, decoder) in [
      (row(try EANWriter(.ean8).write("9031101")), EANReader() as any LinearDecoder),
      (row(try ITFWriter().write("123456")), ITFReader()), (row(try CodabarWriter().write("A12345B")), CodabarReader()),
      (row(try Code39Writer().write("ABC")), Code39Reader()),
    ] {
      let bars = BarSequence(modules: row, quiet: modules)
      #expect(decoder.read(bars, wanted: linearSymbologies).isEmpty)
    }
  }

  @Test("Widths of chance neither crash nor say much")
  func hostile() {
    var state: UInt64 = 42
    func random(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    let decoders: [any LinearDecoder] = [
      EANReader(), Code128Reader(), Code39Reader(), Code93Reader(), ITFReader(), CodabarReader(),
      DataBarLimitedReader(),
    ]
    var readings = 0
    for _ in 0..<2000 {
      var at: Float = 0
      var edges: [Float] = []
      for _ in 0..<2 * (1 + random(60)) {
        // Now and then none, or a jump.
        at += Float(random(12) == 0 ? random(60) : random(4)) + Float(random(100)) / 100
        edges.append(at)
      }
      let bars = BarSequence(edges: edges, leading: Float(random(40)), trailing: Float(random(40)))
      for decoder in decoders { readings += decoder.read(bars, wanted: linearSymbologies).count }
    }
    #expect(readings <= 2)
    for decoder in decoders {
      #expect(decoder.read(BarSequence(edges: [], leading: 0, trailing: 0), wanted: linearSymbologies).isEmpty)
      let flat = BarSequence(edges: [Float](repeating: 3, count: 120), leading: 0, trailing: 0)
      #expect(decoder.read(flat, wanted: linearSymbologies).isEmpty)
    }
  }
}
