import Foundation
import Scanner
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
