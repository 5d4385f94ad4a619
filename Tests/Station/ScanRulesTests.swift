import Barcodes
import Scanner
import Station
import TestSupport
import Testing

@Suite struct ScanRulesTests {
  private let today = CalendarDay(year: 2026, month: 11, day: 22)

  private func refusal(_ text: String?, bytes: [UInt8] = [], _ change: (inout ScanRules) throws -> Void) rethrows
    -> ScanRefusal?
  {
    var rules = ScanRules()
    try change(&rules)
    let symbol = DecodedSymbol(
      symbology: .qr, text: text, bytes: text.map { Array($0.utf8) } ?? bytes, symbologyIdentifier: "]Q1")
    return rules.refusal(of: symbol, today: today)
  }

  @Test func noRulesAcceptAll() {
    #expect(refusal("") { _ in } == nil)
    #expect(refusal(nil, bytes: [0xFF]) { _ in } == nil)
  }

  @Test func eachRuleRefusesByItsName() throws {
    #expect(refusal("x") { $0.symbologies = [.ean13] } == .symbology("QR Code"))
    #expect(refusal("x") { $0.symbologies = [.qr] } == nil)
    #expect(refusal("日本") { $0.length = 3...3 } == .length(2, allowed: 3...3))
    #expect(refusal("日本語") { $0.length = 3...3 } == nil)
    #expect(refusal("ab") { $0.prefixes = ["b", "c"] } == .prefix)
    #expect(refusal("ab") { $0.prefixes = ["b", "a"] } == nil)
    #expect(refusal("ab") { $0.suffixes = ["a"] } == .suffix)
    #expect(refusal("ab") { $0.suffixes = ["ab"] } == nil)
    #expect(try refusal("a1") { $0.pattern = try LinearPattern("\\d+") } == .pattern)
    #expect(try refusal("11") { $0.pattern = try LinearPattern("\\d+") } == nil)
    // What is no text is of no form.
    #expect(try refusal(nil, bytes: [0x31]) { $0.pattern = try LinearPattern(".*") } == .pattern)
  }

  @Test(
    "GS1 General Specifications §7.9.1; ISO/IEC 7812-1; ISO 13616",
    arguments: [
      (CheckDigit.gs1, "4006381333931", true), (.gs1, "4006381333932", false), (.gs1, "96385074", true),
      (.gs1, "5", false), (.gs1, "400638133393x", false), (.luhn, "4539578763621486", true),
      (.luhn, "4539578763621487", false), (.luhn, "79927398713", true), (.mod97, "WEST12345698765432GB82", true),
      (.mod97, "WEST12345698765432GB83", false), (.mod97, "", false), (.mod97, "é", false),
    ])
  func checkDigits(kind: CheckDigit, text: String, isRight: Bool) {
    #expect(refusal(text) { $0.checkDigit = kind } == (isRight ? nil : .checkDigit))
  }

  @Test(
    arguments: [
      ("0109521234543213", nil), ("0109521234543214", .checkDigit), ("hello", .notGS1),
      ("10ABC", .missesIdentifier("01")),
      ("010952123454321317261122", nil),
      ("010952123454321317261121", .expired(CalendarDay(year: 2026, month: 11, day: 21))),
      // The month's last day.
      ("010952123454321317261100", nil),
      ("010952123454321317240200", .expired(CalendarDay(year: 2024, month: 2, day: 29))),
      ("010952123454321317261301", .badDate(identifier: "17", data: "261301")),
      ("010952123454321311260230", .badDate(identifier: "11", data: "260230")),
      // 51 years ahead are the last century, 50 are not.
      ("010952123454321317770101", .expired(CalendarDay(year: 1977, month: 1, day: 1))),
      ("010952123454321317760101", nil),
    ] as [(String, ScanRefusal?)])
  func gs1(text: String, expected: ScanRefusal?) {
    #expect(refusal(text) { $0.gs1 = GS1Rule(required: ["01"], refusesExpired: true) } == expected)
  }

  @Test(
    "GS1 General Specifications §3.2, §7.11",
    arguments: [
      ("10ABC-1", nil), ("10ABCDEFGHIJKLMNOPQRST", nil), ("10ABCDEFGHIJKLMNOPQRSTU", "10"), ("10日本", "10"),
      ("10A#1", "10"), ("10A B", "10"),
      ("3712345678", nil), ("37123456789", "37"), ("3712A", "37"), ("3103001500", nil), ("392212A", "3922"),
      ("39129781000", nil), ("391297", "3912"), ("8010A#1", nil),
      // A company's own, and one that is not given out.
      ("99what ever?", "99"), ("99what-ever?", nil), ("7099what-ever?", nil),
    ] as [(String, String?)])
  func gs1Forms(text: String, wrong: String?) {
    #expect(refusal(text) { $0.gs1 = GS1Rule() } == wrong.map { .badForm(identifier: $0) })
  }

  @Test func listsAreLookedUpAsTheyAre() {
    let list = CodeList(Array("abc\r\n\nd e\n日本\nlast".utf8))
    #expect(list.count == 4)
    for code in ["abc", "d e", "日本", "last"] {
      #expect(refusal(code) { $0.allowed = list } == nil)
      #expect(refusal(code) { $0.refused = list } == .onRefusedList)
    }
    for code in ["", "ab", "abcd", "ABC", "d", "las", "abc\r", "\n"] {
      #expect(refusal(code) { $0.allowed = list } == .notOnAllowedList)
      #expect(refusal(code) { $0.refused = list } == nil)
    }
  }

  /// A lookup compares some twenty hashes: it goes by the logarithm, whatever the machine.
  @Test func manyLinesAreFoundAndNoOthers() {
    var bytes: [UInt8] = []
    for number in 0..<100_000 { bytes += Array("\(number * 3)\n".utf8) }
    let list = CodeList(bytes)
    #expect(list.count == 100_000)
    for number in stride(from: 0, to: 300_000, by: 7) {
      #expect(list.contains("\(number)".utf8) == number.isMultiple(of: 3))
    }
  }

  @Test func refusalsQuoteNothingHarmful() {
    #expect("\(ScanRefusal.badDate(identifier: "17", data: "\u{1B}[2J"))" == "(17)\\x1B[2J is no date")
  }

  @Test func noHostileCodeTraps() throws {
    let pattern = try LinearPattern("[A-Z]+-(\\d|x)*")
    var random = SeededRandom(seed: 4)
    for _ in 0..<500 {
      let text = HostileText.text(length: 30, using: &random)
      for kind in CheckDigit.allCases { _ = refusal(text) { $0.checkDigit = kind } }
      _ = refusal(text) { $0.gs1 = GS1Rule(required: ["01"], refusesExpired: true) }
      _ = refusal("0109521234543213" + "17" + text) { $0.gs1 = GS1Rule(refusesExpired: true) }
      _ = refusal(text) { $0.pattern = pattern }
      _ = refusal(text) { $0.allowed = CodeList(Array(text.utf8)) }
    }
  }
}
