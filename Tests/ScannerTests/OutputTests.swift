import Barcodes
import Foundation
import Geometry
import Scanner
import Testing

private func result(_ observations: [Observation], source: String = "a.png") -> ScanResult {
  ScanResult(source: source, report(observations, frame: Size(1280, 720)), isStream: false)
}

private func line(_ output: any ScanOutput, _ result: ScanResult) -> String {
  String(decoding: output.bytes(for: result), as: UTF8.self)
}

@Test(
  "what a terminal would act on is spelled out",
  arguments: [
    ("plain", "plain"),
    ("two\nlines\r\n\t", #"two\nlines\r\n\t"#),
    ("\u{1B}[2J\u{07}", #"\x1B[2J\x07"#),
    ("\u{9B}31m", #"\u{009B}31m"#),  // the one-character escape sequence of ECMA-48
    ("abc\u{202E}gpj.exe", #"abc\u{202E}gpj.exe"#),  // turns the direction of reading
    ("a\u{2028}b\u{FEFF}c", #"a\u{2028}b\u{FEFF}c"#),
    (#"C:\new"#, #"C:\\new"#),
    ("\u{0}", #"\x00"#),
    ("日本語 مرحبا 👩‍👧 naïve", "日本語 مرحبا 👩‍👧 naïve"),  // the family keeps its joiner
  ])
func harmless(text: String, shown: String) {
  #expect(HarmlessText.escaped(text) == shown)
  #expect(line(TextOutput(), result([observation(text)])) == shown + "\n")
}

@Test func bytesThatAreNoTextAreSpelledOut() {
  let binary = observation(nil, bytes: [0x41, 0x00, 0xFF, 0x5C])
  #expect(line(TextOutput(), result([binary])) == #"A\x00\xFF\\"# + "\n")
  #expect(RawOutput(terminator: 0).bytes(for: result([binary])) == [0x41, 0x00, 0xFF, 0x5C, 0])
}

@Test func textNamesItsSourceAmongSeveral() {
  let two = result([observation("A"), observation("B")], source: "x\u{1B}.png")
  #expect(line(TextOutput(namesSources: true), two) == "x\\x1B.png: A\nx\\x1B.png: B\n")
  #expect(line(TextOutput(), result([])).isEmpty)
}

@Test func rawIsAsItIs() {
  let text = observation("a\nb\u{1B}")
  #expect(line(RawOutput(terminator: 0x0A), result([text])) == "a\nb\u{1B}\n")
  #expect(line(RawOutput(terminator: 0), result([text, text])) == "a\nb\u{1B}\0a\nb\u{1B}\0")
}

@Test func anObjectAPicture() {
  let seen = Observation(
    symbol: DecodedSymbol(
      symbology: sampleSymbology, text: "https://example.com", bytes: Array("https://example.com".utf8),
      symbologyIdentifier: "]Q1",
      structuredAppend: StructuredAppend(index: 1, count: 3, identifier: "2A"),
      details: ["version": .integer(3), "errorCorrectionLevel": .string("M"), "isGS1": .boolean(false)]),
    corners: Quadrilateral(Point(10, 20.126), Point(110.5, 20), Point(110, 120), Point(10, 120)),
    isMirrored: false, isInverted: true)
  #expect(
    line(JSONOutput(), result([seen])) == """
      {"source":"a.png","width":1280,"height":720,"milliseconds":2,"observations":[\
      {"symbology":"sample","text":"https://example.com","bytes":"aHR0cHM6Ly9leGFtcGxlLmNvbQ==",\
      "corners":[[10,20.13],[110.5,20],[110,120],[10,120]],"bounds":[10,20,100.5,100],\
      "mirrored":false,"inverted":true,"details":{"errorCorrectionLevel":"M","isGS1":false,"version":3,\
      "structuredAppend":{"index":1,"count":3,"identifier":"2A"},"symbologyIdentifier":"]Q1"}}]}

      """)
}

@Test func aLineOfJSONIsOneLineAndParses() throws {
  let hostile = "\"\\\n\r\u{0}\u{1B}\u{7F}\u{9B}\u{2028}\u{202E}\u{E0041}👩‍👧/é"
  let text = line(JSONOutput(), result([observation(hostile)], source: "\n\"x"))
  #expect(text.filter { $0.isNewline } == "\n")
  #expect(text.dropLast().unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
  let parsed = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  let first = try #require((parsed["observations"] as? [[String: Any]])?.first)
  #expect(first["text"] as? String == hostile)
  #expect(parsed["source"] as? String == "\n\"x")
}

@Test func bytesWithoutTextHaveNullForText() {
  let text = line(JSONOutput(), result([observation(nil, bytes: [0xFF])]))
  #expect(text.contains(#""text":null,"bytes":"/w==""#))
}

@Test func anUnreadableSourceIsAnObjectWithAnError() {
  let failed = ScanResult(source: "b.png", .unreadable("b.png: no such file"))
  #expect(line(JSONOutput(), failed) == #"{"source":"b.png","error":"b.png: no such file"}"# + "\n")
  #expect(line(TextOutput(), failed).isEmpty)
  for output in OutputCatalog.allCases {
    let writer = output.output(namesSources: false)
    #expect(writer.reportsFailures == !writer.bytes(for: failed).isEmpty)
  }
}

@Test func aDocumentsPagesAreNumbered() {
  let observations = [observation("ticket")]
  let page = ScanResult(
    source: "a.pdf", report(observations, frame: Size(1280, 720)), page: ScanPage(number: 2, dotsPerInch: 400),
    isStream: false)
  #expect(line(JSONOutput(), page).hasPrefix(#"{"source":"a.pdf","page":2,"dotsPerInch":400,"width":1280,"#))
  #expect(line(TextOutput(namesSources: true), page) == "a.pdf#page=2: ticket\n")
  let failed = ScanResult(source: "a.pdf", page: ScanPage(number: 3), .unreadable("damaged"))
  #expect(line(JSONOutput(), failed) == #"{"source":"a.pdf","page":3,"error":"damaged"}"# + "\n")
}

@Test func framesOfAStreamAreNumbered() {
  let frame = ScanResult(source: "cam", report([], sequence: 42), isStream: true)
  #expect(line(JSONOutput(), frame).hasPrefix(#"{"source":"cam","sequence":42,"width":640,"#))
}

@Test(
  "numbers", arguments: [(1.0, "1"), (1.5, "1.5"), (-0.004, "0"), (2.0 / 3, "0.67"), (1e300, "1e+300"), (.nan, "null")])
func numbers(value: Double, text: String) { #expect(JSONValue.number(value, decimals: 2).description == text) }

@Test func symbologiesAreChosenByName() throws {
  let other = Symbology(name: "otherCode", title: "Other Code")
  let available = [sampleSymbology, other]
  #expect(try SymbologyChoice("all", available: available) == .all)
  #expect(try SymbologyChoice("sample, OTHERCODE", available: available) == .named([sampleSymbology, other]))
  #expect(throws: SettingFailure.self) { try SymbologyChoice("sample,nonsense", available: available) }
  #expect(throws: SettingFailure.self) { try SymbologyChoice("", available: available) }
  #expect(SymbologyChoice.all.symbologies(among: [other]) == [other])
  #expect("\(SymbologyChoice.named([sampleSymbology, other]))" == "otherCode,sample")
}
