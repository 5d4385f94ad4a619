import Barcodes
import Bits
import Scanner
import TestSupport
import Testing

@Suite("Texts as no careful person writes them")
struct HostileTextTests {
  @Test(
    "What no character set but Unicode has, at the end of a text",
    arguments: [
      "a\u{FEFF}", "ab\u{FEFF}", "日\u{FE0F}", "日\u{200B}", "é\u{E0100}", "99SMSTO:S:0xfile:///etc/passwd\u{FEFF}",
    ])
  func invisibleEnd(text: String) throws {
    for writer in [QRWriter(), RMQRWriter()] as [any SymbolWriter] {
      let symbol = try WrittenModules.symbol(writer.write(text), writer.symbology)
      #expect(symbol.map { Array($0.text?.unicodeScalars ?? "".unicodeScalars) } == Array(text.unicodeScalars))
    }
    #expect(throws: WriteFailure.self) { try TextEncodings.bytes(of: text, eci: TextEncodings.shiftJIS) }
  }

  @Test("A text is the same in every character set that has all of it", arguments: 0...35)
  func characterSets(eci: Int) throws {
    guard TextEncodings.isKnown(eci) else { return }
    var generator = SeededRandom(seed: UInt64(eci))
    var written = 0
    for _ in 0..<300 {
      let text = HostileText.text(length: 3, using: &generator)
      guard let bytes = try? TextEncodings.bytes(of: text, eci: eci) else { continue }
      written += 1
      let read = TextEncodings.string(bytes, eci)
      #expect(read.map { Array($0.unicodeScalars) } == Array(text.unicodeScalars), "\(text.debugDescription)")
    }
    #expect(written > 10)
  }

  @Test("Every writer writes what its own decoder reads, or says why not", arguments: Catalog.writers.map(\.symbology))
  func comesBack(symbology: Symbology) throws {
    let writer = try #require(Catalog.writers.first { $0.symbology == symbology })
    var generator = SeededRandom(seed: UInt64(symbology.name.utf8.count) << 8 | UInt64(symbology.name.utf8.first ?? 0))
    for _ in 0..<400 {
      let text = HostileText.text(length: 12, using: &generator)
      let modules: BitMatrix
      do throws(WriteFailure) { modules = try writer.write(text) } catch { continue }
      var read: DecodedSymbol?
      #expect(throws: Never.self, "\(text.debugDescription)") {
        read = try WrittenModules.symbol(modules, symbology)
      }
      let symbol = try #require(read, "\(text.debugDescription)")
      #expect(isSaid(text, by: symbol), "\(text.debugDescription) was read as \(symbol.text.debugDescription)")
    }
  }

  /// The very scalars, but for a byte order mark before them; of codes for numbers what their symbology completes.
  private func isSaid(_ text: String, by symbol: DecodedSymbol) -> Bool {
    let isMarked = text.unicodeScalars.first == "\u{FEFF}"
    let expected = isMarked ? Array(text.unicodeScalars.dropFirst()) : Array(text.unicodeScalars)
    if let read = symbol.text, Array(read.unicodeScalars) == expected { return true }
    return text.utf8.allSatisfy { $0 < 0x80 }
      && ExpectedMessage.text(text).isSaid(by: symbol, madeAs: symbol.symbology.name)
  }

  @Test("Element strings of DataBar Expanded come back from their bits")
  func elementStrings() throws {
    var generator = SeededRandom(seed: 24724)
    var written = 0
    for _ in 0..<2000 {
      let data = HostileText.text(length: 6, using: &generator)
      let message = "10" + data
      guard GS1ElementString.elements(message) != nil, let bits = try? GS1Compaction.bits(message) else { continue }
      written += 1
      #expect(GS1Compaction.text(bits) == message)
    }
    #expect(written > 20)
  }

  @Test("Accents that look like another character set are told apart", arguments: ["Ã©", "±²³´", "\u{80}\u{1}", "ÿþ"])
  func namedWhereItMatters(text: String) throws {
    for writer in [DataMatrixWriter(), AztecWriter(), PDF417Writer(), MicroPDF417Writer()] as [any SymbolWriter] {
      #expect(try WrittenModules.symbol(writer.write(text), writer.symbology)?.text == text, "\(writer.symbology)")
    }
  }

  @Test("A byte order mark is left out where it comes first, and only there")
  func byteOrderMarks() throws {
    let read = try WrittenModules.symbol(QRWriter().write("\u{FEFF}0123456789\u{FEFF}é"), .qr)?.text
    #expect(read.map { Array($0.unicodeScalars) } == Array("0123456789\u{FEFF}é".unicodeScalars))
  }
}
