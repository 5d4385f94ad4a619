import Barcodes
import Bits
import Testing

/// As long as a file that somebody takes for a text.
private let megabyte = 1_000_000

@Suite("What is too long is refused by its length")
struct TooLongTests {
  private static let anyText: [Symbology] = [
    .qr, .microQR, .rMQR, .aztec, .dataMatrix, .code128, .code39, .code39Mod43, .code93, .pdf417, .microPDF417,
    .telepen,
    .maxiCode,
  ]

  private func failure(_ symbology: Symbology, _ text: String) throws -> WriteFailure? {
    let writer = try #require(Catalog.writers.first { $0.symbology == symbology })
    do throws(WriteFailure) { _ = try writer.write(text) } catch { return error }
    return nil
  }

  @Test("A million digits or letters", arguments: anyText, ["7", "x", "A"])
  func text(symbology: Symbology, sign: String) throws {
    guard case .tooLong(let needed, let available, _) = try failure(symbology, String(repeating: sign, count: megabyte))
    else {
      Issue.record("\(symbology) took it, or gave another reason")
      return
    }
    #expect(needed > available && available > 0)
  }

  @Test(
    "A million bytes, as letters of ISO 8859-1 and of three bytes of UTF-8",
    arguments: [Symbology.qr, .microQR, .rMQR, .aztec, .dataMatrix, .code128, .pdf417, .microPDF417, .maxiCode],
    ["\u{E9}", "\u{20AC}"])
  func bytes(symbology: Symbology, sign: String) throws {
    let found = try failure(symbology, String(repeating: sign, count: megabyte / sign.utf8.count))
    if symbology == .code128, sign == "\u{20AC}" {
      #expect(found != nil)
      return
    }
    guard case .tooLong(let needed, let available, _) = found else {
      Issue.record("\(symbology) took it, or gave another reason: \(String(describing: found))")
      return
    }
    #expect(needed > available && available > 0)
  }

  @Test("Codes of numbers say how many digits they have", arguments: Catalog.writers.map(\.symbology))
  func numbers(symbology: Symbology) throws {
    switch try failure(symbology, String(repeating: "7", count: megabyte)) {
    case .tooLong(let needed, let available, _): #expect(needed > available)
    case .invalid(let sentence): #expect(sentence.contains("digits"))
    case .unencodable, nil: Issue.record("\(symbology)")
    }
  }

  @Test(
    "A megabyte of identifiers, brackets or nothing but brackets",
    arguments: ["(10)A", "10A\u{1D}", "()", "(", "[10]7"])
  func elementStrings(piece: String) throws {
    let text = String(repeating: piece, count: megabyte / piece.utf8.count)
    #expect(try failure(.gs1DataBarExpanded, text) != nil)
  }

  @Test("Bytes that are no text")
  func plainBytes() {
    #expect(throws: WriteFailure.self) { try QRWriter().symbol(bytes: [UInt8](repeating: 0xFF, count: megabyte)) }
    #expect(throws: WriteFailure.self) { try QRWriter().symbol(bytes: []) }
  }

  @Test("There is nothing to write", arguments: Catalog.writers.map(\.symbology))
  func nothing(symbology: Symbology) throws { #expect(try failure(symbology, "") != nil) }

  @Test("What is available is one symbol's, or that of as many as a message may have")
  func available() {
    let text = String(repeating: "7", count: megabyte)
    let one = 8 * QRVersion(40).dataCodewords(.medium)
    #expect(throws: WriteFailure.tooLong(needed: 3_333_334, available: one)) { try QRWriter().symbol(text) }
    #expect(throws: WriteFailure.tooLong(needed: 3_333_334, available: 16 * one)) { try QRWriter().symbols(text) }
    #expect(throws: Never.self) { try QRWriter().symbols(String(repeating: "7", count: 20_000)) }
  }

  @Test("Every sign that the kanji mode has is written in it")
  func signs() throws {
    let scalars = [0x80...0xD7FF, 0xE000...0x2FFFF].flatMap { $0 }.compactMap { Unicode.Scalar(UInt32($0)) }
    let kanji = scalars.filter { scalar in
      guard let pair = try? TextEncodings.bytes(of: String(scalar), eci: TextEncodings.shiftJIS), pair.count == 2 else {
        return false
      }
      return QRKanji.value(pair[0], pair[1]) != nil
    }
    #expect(kanji.contains("§") && kanji.contains("日") && kanji.count > 6000)
    // All of one symbol, since one that is missing has the mode refused.
    for start in stride(from: 0, to: kanji.count, by: 500) {
      let text = String(String.UnicodeScalarView(kanji[start..<min(start + 500, kanji.count)]))
      #expect(throws: Never.self) { try QRWriter(mode: .kanji).write(text) }
    }
  }

  @Test("What is needed is told also where a count has no room for it", arguments: [300, 3000, 20_000, 100_000])
  func neededBits(count: Int) {
    for versions in [1...40, 1...9] {
      let text = String(repeating: "x", count: count)
      do throws(WriteFailure) {
        _ = try QRWriter(versions: versions, level: .high).write(text)
        #expect(count == 300)
      } catch {
        guard case .tooLong(let needed, let available, _) = error else {
          Issue.record("\(error)")
          continue
        }
        #expect(needed > available)
      }
    }
  }

  @Test("The longest linear symbols that are written, and one character more")
  func rows() throws {
    // Start, check character and stop of Code 128 have 35 modules, two digits 11.
    let digits = String(repeating: "42", count: (8192 - 35) / 11)
    #expect(try Code128Writer().write(digits).width <= 8192)
    #expect(throws: WriteFailure.self) { try Code128Writer().write(digits + "42") }
    #expect(throws: WriteFailure.self) { try Code128Writer().write(String(repeating: "x", count: 1000)) }
    #expect(try Code39Writer().write(String(repeating: "A", count: 510)).width <= 8192)
    #expect(throws: WriteFailure.self) { try Code39Writer().write(String(repeating: "a", count: 510)) }
    #expect(throws: WriteFailure.self) { try Code93Writer().write(String(repeating: "a", count: 510)) }
  }
}
