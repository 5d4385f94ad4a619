import Barcodes
import Bits
import Testing

@Suite("MaxiCode, ISO/IEC 16023")
struct MaxiCodeCodecTests {
  private func read(_ text: String, _ writer: MaxiCodeWriter = MaxiCodeWriter()) throws -> DecodedSymbol {
    try MaxiCodeDecoder.decode(writer.modules(of: text))
  }

  @Test("Every module belongs to one bit, and none to the rings, the orientation or beyond a short row")
  func layout() {
    let places = MaxiCodeLayout.places
    #expect(places.count == 864)
    #expect(Set(places).count == 864)
    for place in places {
      let columns = place.y.isMultiple(of: 2) ? 30 : 29
      #expect(place.y >= 0 && place.y < 33)
      #expect(place.x >= 0 && place.x < columns)
    }
    let drawn = MaxiCodeCodewords.modules(of: [UInt8](repeating: 0, count: 144))
    var dark = 0
    for y in 0..<33 {
      for x in 0..<30 where drawn[x, y] {
        dark += 1
        let isDatum = places.contains { $0.x == x && $0.y == y }
        #expect(!isDatum)
      }
    }
    #expect(dark == 13)
  }

  @Test("A symbol that another writer drew, with every kind of shift and latch between A and B")
  func golden() throws {
    let symbol = try MaxiCodeDecoder.decode(Self.modules(Self.shifts))
    #expect(symbol.text == "ABCDabcdAabcABabcABCabcABCDaABCabABCabcABCéa")
    #expect(symbol.details["mode"] == .integer(4))
    #expect(symbol.details["correctedCodewords"] == .integer(0))
    #expect(symbol.symbologyIdentifier == "]U0")
  }

  @Test("A lock in a set of accented letters, and nine digits as a number in it")
  func lock() throws {
    #expect(try MaxiCodeMessage(reading: [60, 60, 0, 1, 2, 3, 31, 7, 22, 60, 52, 21, 58, 49]).text == "ÀÁÂÃ1234567891")
  }

  @Test(
    "What is written is read",
    arguments: [
      "A", "Viewfinder 2026", "abc ABC 123", "123456789", "12345678901234567890", "ÀÈ éèê ÄÖÜäöüß",
      "\u{0}\u{1}\u{1F}\u{7F}",
      "Übergrößenträger", "日本語", "x\u{1E}y\u{1D}z\u{1C}", "\r\n", "AbAbAbAAbbAAAbbb", "ÀàÀàÀÀààÀÀÀààà\u{2}a",
    ])
  func roundTrip(text: String) throws {
    let symbol = try read(text)
    #expect(symbol.text == text)
    for mode in 4...6 {
      let symbol = try read(text, MaxiCodeWriter(mode: mode))
      #expect(symbol.text == text)
      #expect(symbol.details["mode"] == .integer(mode))
    }
  }

  @Test("Every byte alone, and between letters of each set")
  func bytes() throws {
    for byte in UInt8.min...UInt8.max {
      for text in ["", "A", "abc", "ÀÁÂÃ", "éèêë", "\u{1}\u{2}\u{3}\u{4}"].map({
        $0 + String(UnicodeScalar(byte)) + "A"
      }) {
        #expect(try read(text).text == text)
      }
    }
  }

  @Test("Up to what a symbol holds", arguments: [("A", 93), ("7", 138), ("é", 91)])
  func capacity(letter: String, most: Int) throws {
    for count in [most - 1, most] {
      let text = String(repeating: letter, count: count)
      #expect(try read(text).text == text)
    }
    #expect(throws: WriteFailure.self) { try read(String(repeating: letter, count: most + 1)) }
    #expect(throws: WriteFailure.self) { try read(String(repeating: "A", count: 78), MaxiCodeWriter(mode: 5)) }
  }

  @Test(
    "A carrier's fields, Annex B",
    arguments: [
      (
        "[)>\u{1E}01\u{1D}96152382802\u{1D}840\u{1D}001\u{1D}1Z00004951\u{1D}UPSN\u{1E}\u{4}", 2, "152382802", "840",
        "001"
      ),
      ("[)>\u{1E}01\u{1D}96000123\u{1D}056\u{1D}999\u{1D}x", 2, "000123", "056", "999"),
      ("[)>\u{1E}01\u{1D}96B1050 \u{1D}056\u{1D}999\u{1D}CEN", 3, "B1050", "056", "999"),
    ])
  func carrier(text: String, mode: Int, postcode: String, country: String, service: String) throws {
    let symbol = try read(text)
    #expect(symbol.text == text)
    #expect(symbol.symbologyIdentifier == "]U1")
    #expect(symbol.details["mode"] == .integer(mode))
    #expect(symbol.details["postcode"] == .string(postcode))
    #expect(symbol.details["country"] == .string(country))
    #expect(symbol.details["serviceClass"] == .string(service))
  }

  @Test("A text that only resembles a carrier's is written as it is")
  func noCarrier() throws {
    for text in [
      "[)>\u{1E}01\u{1D}961234567890\u{1D}840\u{1D}001\u{1D}", "[)>\u{1E}06\u{1D}123\u{1D}840\u{1D}001\u{1D}",
      "[)>\u{1E}01\u{1D}96123\u{1D}84\u{1D}001\u{1D}", "[)>\u{1E}01\u{1D}96",
    ] {
      let symbol = try read(text)
      #expect(symbol.text == text)
      #expect(symbol.details["mode"] == .integer(4))
    }
    #expect(throws: WriteFailure.self) { try read("no carrier", MaxiCodeWriter(mode: 2)) }
  }

  @Test("ECI and structured append")
  func eci() throws {
    let symbol = try read("Ελληνικά", MaxiCodeWriter(eci: 9))
    #expect(symbol.text == "Ελληνικά")
    #expect(symbol.symbologyIdentifier == "]U2")
    let part = StructuredAppend(index: 1, count: 3, identifier: "")
    #expect(try read("part", MaxiCodeWriter(structuredAppend: part)).structuredAppend == part)
    #expect(try MaxiCodeMessage(reading: [UInt8](repeating: 33, count: 20)).structuredAppend == nil)
    for (number, codes) in [
      (31, [31]), (32, [32, 32]), (1023, [47, 63]), (1024, [48, 16, 0]), (999_999, [59, 52, 8, 63]),
    ] {
      // Eight bits of no known meaning say the interpretation's number by what is missing.
      let message = try MaxiCodeMessage(reading: [27] + codes.map { UInt8($0) } + [1])
      #expect(message.segments.map(\.eci) == [number])
    }
  }

  @Test("As many wrong codewords as the checks repair, and no more", arguments: [4, 5])
  func damage(mode: Int) throws {
    let text = "Damaged on the way 12345"
    let codewords = MaxiCodeCodewords.codewords(in: try MaxiCodeWriter(mode: mode).modules(of: text))
    // Per block: the primary one, and those of even and odd codewords behind it.
    let capacity = [5, mode == 5 ? 14 : 10, mode == 5 ? 14 : 10]
    for extra in 0...1 {
      for block in 0..<3 {
        var damaged = codewords
        for number in 0..<capacity[block] + extra { damaged[block == 0 ? number : 19 + block + 2 * number] ^= 21 }
        let symbol = try? MaxiCodeDecoder.decode(MaxiCodeCodewords.modules(of: damaged))
        if extra == 0 { #expect(symbol?.text == text) } else { #expect(symbol?.text != text) }
      }
    }
  }

  @Test("The drawing has every module where it was")
  func drawing() throws {
    let modules = try MaxiCodeWriter().modules(of: "Hexagons")
    let drawing = MaxiCodeDrawing.draw(modules)
    let seen = try #require(MaxiCodeDrawing.modules(in: drawing))
    for place in MaxiCodeLayout.places { #expect(seen[place.x, place.y] == modules[place.x, place.y]) }
    #expect(drawing.width == 240 && drawing.height == 233)
  }

  private static func modules(_ rows: [String]) -> BitMatrix {
    var modules = BitMatrix(width: 30, height: 33)
    for (y, row) in rows.enumerated() { for (x, module) in row.enumerated() { modules[x, y] = module == "1" } }
    return modules
  }

  private static let shifts = [
    "110000000011000000000011000011", "010000000001000000000001000000", "111010011100100110011110100101",
    "000000001100000000110000000000", "000000000110000000110000000010", "110110101100110110111101101100",
    "110000110000000000001100000000", "110000010000000000000100000000", "111001101001111001111010011110",
    "010101010011000000001000001100", "000000000001000010001000011111", "101010100110000000010010101000",
    "010101000010000000000001010101", "000000001000000000101000000000", "101010100000000000010010101010",
    "010101011000000000001101010110", "000000001000000000001000000001", "101010001000000000001010101000",
    "010101001100000000001001010111", "000000111000000000011000000010", "101010101000000000001110101000",
    "010101010110000000010101010100", "000000001110001111001100000001", "101010101111000001101110101000",
    "010101010101010101011101000110", "000000000000000000000000000110", "101010101010101010101101100100",
    "000010001010001010000101010000", "101000000111100010010001111100", "101001111000010101010110110010",
    "011101111110011111011100001000", "110001000010011110111101111000", "011010011011111110001000000010",
  ]
}
