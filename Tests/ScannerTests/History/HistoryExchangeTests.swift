import Foundation
import Scanner
import TestSupport
import Testing

private let records = [
  HistoryRecord(
    content: HistoryContent(
      origin: .read, symbology: "qr", text: "=HYPERLINK(\"http://x\",\"y\")\r\n'quoted', \u{1B}[31m🙂",
      bytes: Array("=HY".utf8), source: "/dev/video0"),
    first: Date(timeIntervalSince1970: 1_700_000_000.25), last: Date(timeIntervalSince1970: 1_700_000_001.999),
    count: 3, label: "@label", isPinned: true),
  HistoryRecord(
    content: HistoryContent(
      made: CodeRecipe(text: "hello, \"world\"", level: .high, appearance: CodeAppearance(moduleSize: 8))),
    first: Date(timeIntervalSince1970: 0), last: Date(timeIntervalSince1970: 0.001), count: 1),
  HistoryRecord(
    content: HistoryContent(origin: .read, symbology: "aztec", text: nil, bytes: [251, 255, 0]),
    first: Date(timeIntervalSince1970: -1.5), last: Date(timeIntervalSince1970: 4_000_000_000), count: 1),
  HistoryRecord(
    content: HistoryContent(origin: .read, symbology: "qr", text: "'", bytes: [39]),
    first: Date(timeIntervalSince1970: 1), last: Date(timeIntervalSince1970: 2), count: 2, label: "  =1+1"),
]

private func export(_ form: HistoryExchange) -> String {
  form.header + records.map { form.line($0) }.joined()
}

@Suite struct HistoryExchangeTests {
  @Test(arguments: HistoryExchange.allCases)
  func comesBackAsItWas(form: HistoryExchange) throws {
    #expect(try HistoryExchange.records(in: export(form)) == records)
    #expect(try HistoryExchange.records(in: "\u{FEFF}" + export(form)) == records)
    #expect(try HistoryExchange.records(in: export(form).replacing("\r\n", with: "\n")).count == records.count)
  }

  @Test func aJSONLineIsOneLine() {
    let lines = export(.jsonLines).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == records.count + 1)
    #expect(
      lines[1].hasPrefix("{\"bytes\":\"aGVsbG8sICJ3b3JsZCI=\",\"count\":1,\"first\":\"1970-01-01T00:00:00.000Z\""))
  }

  @Test("OWASP, CSV Injection", arguments: ["=1", "+1", "-1", "@x", "\t=1", "\r=1", " =1", "＝1", "|x", "%0a", "\n@x"])
  func noCellRunsAsAFormula(cell: String) {
    let line = CSVRow([cell]).line
    #expect(line.first == "'" || line.hasPrefix("\"'"))
    #expect(CSVRow.rows(in: line).map(\.cells) == [[cell]])
  }

  @Test(
    "RFC 4180 §2",
    arguments: [
      ("a,b\r\nc,d", [["a", "b"], ["c", "d"]]), ("\"a,\"\"b\"\"\",c\n", [["a,\"b\"", "c"]]),
      ("\"a\r\nb\",c\r\n", [["a\r\nb", "c"]]), ("a,\r\n", [["a", ""]]), ("", []), ("\"open", [["open"]]),
    ])
  func rows(text: String, cells: [[String]]) { #expect(CSVRow.rows(in: text).map(\.cells) == cells) }

  @Test(
    arguments: [
      ("{\"origin\":\"read\"}", 1), ("{}\n", 1), ("first,last\n", 1), ("nonsense", 1),
      ("first,last,origin,symbology,bytes\n2020-01-01T00:00:00Z,x,read,qr,\n", 2),
      ("first,last,origin,symbology,bytes\n1,2\n", 2),
      ("first,last,origin,symbology,bytes\n2020-01-01T00:00:00Z,2020-01-01T00:00:00Z,read,qr,***\n", 2),
    ])
  func whatIsNoExportIsRefused(text: String, line: Int) {
    do throws(HistoryImportFailure) {
      _ = try HistoryExchange.records(in: text)
      Issue.record("it was taken")
    } catch {
      guard case .line(line, _) = error else {
        Issue.record("\(error)")
        return
      }
    }
  }

  @Test func anEmptyFileHoldsNothing() throws { #expect(try HistoryExchange.records(in: " \n").isEmpty) }
}

@Suite struct HistoryPrivacyTests {
  private static let pass = "M1DESMARAIS/LUC       EABC123 YULFRAAC 0834 326J001A0025 100"

  @Test(
    arguments: [
      ("otpauth://totp/x?secret=ABC", Secret.oneTimePassword), ("OTPAUTH-migration://offline?data=x", .oneTimePassword),
      ("WIFI:T:WPA;S:net;P:secret;;", .wifiPassword), ("wifi:P:p\\;q;S:n;;", .wifiPassword),
      (" WIFI:S:a\\\\;P:x;;", .wifiPassword), (pass, .boardingPass), ("FIDO:/123", .login),
      ("@\n\u{1E}\rANSI 636014", .identityDocument), ("HC1:6BF", .healthRecord), ("shc:/567", .healthRecord),
    ])
  func isSecret(text: String, kind: Secret) {
    let content = HistoryContent(origin: .read, symbology: "qr", text: text, bytes: Array(text.utf8))
    #expect(Secret(in: content) == kind)
    #expect(!HistoryPrivacy().allows(content))
    #expect(HistoryPrivacy(storesSecrets: true).allows(content))
  }

  @Test(
    arguments: [
      "https://example.com/otpauth://", "WIFI:T:nopass;S:open;;", "WIFI:S:a\\;P:b;;", "WIFI:S:n;P:;;", "M1 hello",
      "MEETING AT NOON IN ROOM TWENTY-TWO, BRING THE DOCUMENTS PLEASE", "", "@\nhello",
    ])
  func isNoSecret(text: String) {
    let content = HistoryContent(origin: .read, symbology: "qr", text: text, bytes: Array(text.utf8))
    #expect(Secret(in: content) == nil)
    #expect(HistoryPrivacy().allows(content))
    #expect(!HistoryPrivacy(isPrivate: true, storesSecrets: true).allows(content))
  }

  @Test func railTicketsAreBinary() {
    let ticket = HistoryContent(origin: .read, symbology: "aztec", text: nil, bytes: Array("#UT01".utf8) + [0x80])
    #expect(Secret(in: ticket) == .boardingPass)
  }
}

@Suite("Text of strangers in the history's files")
struct HostileExchangeTests {
  private func record(_ text: String, label: String? = nil, source: String? = nil) -> HistoryRecord {
    HistoryRecord(
      content: HistoryContent(
        origin: .read, symbology: "qr", text: text, bytes: Array(text.utf8), source: source,
        recipe: CodeRecipe(text: text)),
      first: Date(timeIntervalSince1970: 0), last: Date(timeIntervalSince1970: 1), count: 1, label: label)
  }

  @Test(
    "A mark that joins a quote does not hide it",
    arguments: ["\"\u{0301},=1+1,", "a\"\u{200D},\"=cmd()", "\"\u{20DD}\r\n=2"])
  func quotes(text: String) throws {
    let line = CSVRow(["a", text, "b"]).line
    // As a reader of bytes takes it apart: inside quotes, each quote of the text is there twice.
    let quotes = line.utf8.count { $0 == UInt8(ascii: "\"") }
    #expect(quotes == 2 + 2 * text.utf8.count { $0 == UInt8(ascii: "\"") })
    #expect(CSVRow.rows(in: line).map { $0.cells.map { Array($0.utf8) } } == [["a", text, "b"].map { Array($0.utf8) }])
    #expect(
      try HistoryExchange.records(in: HistoryExchange.csv.header + HistoryExchange.csv.line(record(text))).count == 1)
  }

  @Test(
    "What has no picture before a formula's sign does not hide it",
    arguments: [
      "\u{200B}", "\u{200D}", "\u{FEFF}", "\u{202E}", "\u{2066}", "\u{7F}", "\u{0}", "\u{AD}", "\u{A0}", "\u{3000}",
      "\u{85}",
      "\u{2028}", "\u{2060}", "\u{FE0F}", "\u{0301}", "\t", "\r", "\u{E0001}", "",
    ],
    ["=", "+", "-", "@", "|", "%", "＝", "＋", "－", "＠", "﹦", "−", "=\u{0301}"])
  func unseen(before: String, sign: String) {
    let cell = before + sign + "1"
    let line = CSVRow([cell]).line
    #expect(line.utf8.starts(with: "'".utf8) || line.utf8.starts(with: "\"'".utf8))
    #expect(CSVRow.rows(in: line).map { $0.cells.map { Array($0.utf8) } } == [[Array(cell.utf8)]])
  }

  @Test(
    "An apostrophe that a mark joins is taken off all the same", arguments: ["'\u{0301}x", "''", "=\u{0301}1", "'"])
  func apostrophes(cell: String) {
    #expect(CSVRow.rows(in: CSVRow([cell]).line).map { $0.cells.map { Array($0.utf8) } } == [[Array(cell.utf8)]])
  }

  @Test("What goes out comes in again", arguments: HistoryExchange.allCases)
  func roundTrip(form: HistoryExchange) throws {
    var generator = SeededRandom(seed: 4180)
    var records: [HistoryRecord] = []
    for _ in 0..<1500 {
      let parts = (0..<3).map { _ in HostileText.text(length: 8, using: &generator) }
      records.append(
        record(
          parts[0], label: parts[1].isEmpty ? nil : parts[1], source: parts[2].isEmpty ? nil : parts[2]))
    }
    let read = try HistoryExchange.records(in: form.header + records.map { form.line($0) }.joined())
    try #require(read.count == records.count)
    for (before, after) in zip(records, read) {
      #expect(after == before)
      // Not only as characters that look alike.
      #expect(after.content.text.map { Array($0.utf8) } == before.content.text.map { Array($0.utf8) })
      #expect(after.label.map { Array($0.utf8) } == before.label.map { Array($0.utf8) })
      #expect(after.content.source.map { Array($0.utf8) } == before.content.source.map { Array($0.utf8) })
    }
  }

  @Test("No cell of a stranger's begins as a formula, and none leaves its row")
  func hostileCells() {
    var generator = SeededRandom(seed: 1)
    for _ in 0..<2000 {
      let cells = (0..<3).map { _ in HostileText.text(length: 6, using: &generator) }
      let rows = CSVRow.rows(in: CSVRow(cells).line)
      #expect(rows.map { $0.cells.map { Array($0.utf8) } } == [cells.map { Array($0.utf8) }])
      for cell in cells {
        let line = CSVRow([cell]).line
        let plain = line.unicodeScalars.drop { $0 == "\"" }
        #expect(plain.first.map { !"=+-@|%＝＋－＠".unicodeScalars.contains($0) } ?? true)
      }
    }
  }

  @Test("A recipe whose sizes cannot be drawn is not taken", arguments: ["\"moduleSize\":10", "\"quietZone\":4"])
  func recipes(size: String) throws {
    var recipe = CodeRecipe(text: "a")
    recipe.appearance.quietZone = 4
    let own = HistoryRecord(
      content: HistoryContent(made: recipe), first: Date(timeIntervalSince1970: 0),
      last: Date(timeIntervalSince1970: 0), count: 1)
    let name = size.prefix { $0 != ":" }
    for number in [Int.max, .min, -1, 1_000_000] {
      let line = HistoryExchange.jsonLines.line(own).replacing(size, with: "\(name):\(number)")
      #expect(throws: HistoryImportFailure.self) { try HistoryExchange.records(in: line) }
    }
    #expect(try HistoryExchange.records(in: HistoryExchange.jsonLines.line(own)) == [own])
  }

  @Test("JSON Lines whose lines end as on Windows") func carriageReturns() throws {
    let text = HistoryExchange.jsonLines.line(record("a")) + HistoryExchange.jsonLines.line(record("b"))
    #expect(try HistoryExchange.records(in: text.replacing("\n", with: "\r\n")).count == 2)
  }

  @Test(
    "An empty text and none are the same in either form", arguments: ["aGk=", ""],
    ["", "\"text\":\"\",\"label\":\"\","])
  func emptyTexts(bytes: String, texts: String) throws {
    let times = "\"first\":\"2026-11-21T08:15:30Z\",\"last\":\"2026-11-21T08:15:30Z\""
    let json = "{\(texts)\"bytes\":\"\(bytes)\",\"count\":1,\(times),\"origin\":\"read\",\"symbology\":\"qr\"}"
    let records = try HistoryExchange.records(in: json)
    #expect(records.map(\.content.text) == [bytes.isEmpty ? "" : nil] && records.map(\.label) == [nil])
    for form in HistoryExchange.allCases {
      #expect(try HistoryExchange.records(in: form.header + form.line(records[0])) == records)
    }
  }

  @Test("What was read with bytes and without text comes back as it was", arguments: HistoryExchange.allCases)
  func byteOrderMark(form: HistoryExchange) throws {
    let content = HistoryContent(origin: .read, symbology: "microQR", text: "", bytes: [0xFE, 0xFF], source: "")
    let own = HistoryRecord(content: content, first: .distantPast, last: .distantPast, count: 1, label: "")
    #expect(try HistoryExchange.records(in: form.header + form.line(own)) == [own])
  }

  @Test("A count that no one can have reached is taken for the most", arguments: HistoryExchange.allCases)
  func counts(form: HistoryExchange) throws {
    let text = (form.header + form.line(record("a")))
      .replacing("\"count\":1,", with: "\"count\":\(Int.max),").replacing("000Z,1,read", with: "000Z,\(Int.max),read")
    #expect(try HistoryExchange.records(in: text).map(\.count) == [1_000_000_000])
  }
}

@Test(
  "Times out of files, and times that are none",
  arguments: [
    ("2026-11-21T08:15:30.250Z", 1_795_248_930_250), ("2026-11-21T08:15:30.2Z", 1_795_248_930_200),
    ("2026-11-21T08:15:30Z", 1_795_248_930_000), ("2026-11-21T08:15:30.1e9Z", nil), ("2026-11-21T08:15:30.Z", nil),
    ("2026-11-21T08:15:30.2500Z", nil), ("2026-11-21T08:15:30.-1Z", nil), ("Z", nil), ("", nil),
    ("٢٠٢٦-11-21T08:15:30Z", nil), ("341711-01-02T08:15:30Z", 8_640_000_000_000_000),
  ] as [(String, Int64?)])
func times(text: String, milliseconds: Int64?) {
  #expect(HistoryTime.date(text).map(HistoryTime.milliseconds) == milliseconds)
}

@Test("Times beyond all calendars", arguments: [Double.infinity, -.infinity, .nan, 1e300, -1e300, 1e18])
func endlessTimes(seconds: Double) {
  let date = Date(timeIntervalSince1970: seconds)
  #expect(abs(HistoryTime.milliseconds(date)) <= 8_640_000_000_000_000)
  #expect(HistoryTime.text(HistoryTime.date(seconds < 0 ? .min : .max)).hasSuffix("Z"))
}
