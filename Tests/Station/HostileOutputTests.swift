import Barcodes
import DesktopBus
import Foundation
import Presentation
import Scanner
import Station
import TestSupport
import Testing

/// What codes say to harm those who get them, given to every place that scans go to. Those with a receiver of their own have their
/// test beside the others of it; this one sees to it that none is missing.
@Suite struct HostileOutputTests {
  /// Where each kind's test is.
  private static let tests: [String: String] = [
    "stdout": "HostileOutputTests.aStreamGetsALineEach", "file": "FileOutputTests.hostileCodesAreALineEach",
    "program": "ProgramOutputTests.hostileCodesAreDataAndNothingElse",
    "webhook": "WebhookTests.hostileCodesStayInTheBody", "mqtt": "MQTTTests.hostileCodesStayInTheirTopicAndPayload",
    "dbus": "HostileOutputTests.aBusCarriesThemAsTheyAre",
    "keyboard": "KeyboardOutputTests.hostileCodesPressNoKeysOfTheirOwn",
  ]

  @Test func everyKindOfOutputHasItsTest() throws {
    // What the settings say they know.
    let (_, problems) = StationSettings.read(
      SettingsDocument(entries: [
        .init(path: "output[0]", value: .table, line: 1, column: 1),
        .init(path: "output[0].kind", value: .string("none"), line: 2, column: 1),
      ]), SecretReader(credentials: nil, read: { _ in throw CocoaError(.fileReadNoSuchFile) }))
    let words = try #require(problems.first { $0.reason.hasPrefix("kind:") }).reason
    let kinds = words.matches(of: /"([a-z]+)"/).map { String($0.1) }
    #expect(Set(kinds) == Set(Self.tests.keys))
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    for test in Self.tests.values {
      let parts = test.split(separator: ".").map(String.init)
      let text = try String(contentsOf: folder.appending(path: "\(parts[0]).swift"), encoding: .utf8)
      #expect(text.contains("func \(parts[1])("), "\(test)")
    }
  }

  @Test(arguments: LineFormat.allCases)
  func aStreamGetsALineEach(format: LineFormat) throws {
    let folder = try StationFolder()
    let path = folder.path + "/stream"
    try Data().write(to: URL(filePath: path))
    let output = StreamOutput(try FileHandle(forWritingTo: URL(filePath: path)), format: format)
    let scans = HostileScans.all()
    for scan in scans { _ = try output.deliver(scan) }
    try HostileLines.expect(try String(contentsOf: URL(filePath: path), encoding: .utf8), format, of: scans)
  }

  /// What the bus is given is the scan as JSON, without a NUL, which would end it, or anything else that a terminal obeys.
  @Test(.enabled(if: PrivateBus.isAvailable)) func aBusCarriesThemAsTheyAre() throws {
    let bus = try PrivateBus("import time; print(flush=True); time.sleep(1000)")
    let listener = try DesktopBus(.at(bus.address))
    let signal = BusSignal(
      path: "/org/viewfinder/Station", interface: "org.viewfinder.Station", member: "Scanned")
    for scan in HostileScans.all() {
      let text = ScanDocument.value(for: scan).description
      #expect(text.unicodeScalars.allSatisfy { !HarmlessText.isHarmful($0) })
      // By the same connection: the bus takes its request to listen before what it says.
      let heard = try listener.wait(for: signal, milliseconds: 30_000) { (speaker) throws(BusFailure) in
        try speaker.emit(signal, [.string(text)])
        return false
      } until: { _ in
        true
      }
      #expect(heard == [.string(text)])
    }
  }

  /// The window, whatever the settings have it show of a code.
  @Test(arguments: ShownText.allCases) func theWindowShowsHarmlessText(shown: ShownText) {
    for scan in HostileScans.all() {
      let symbol = DecodedSymbol(
        symbology: .qr, text: scan.text, bytes: scan.bytes, symbologyIdentifier: scan.symbologyIdentifier)
      let outcomes: [ScanIntake.Outcome] = [
        .accepted(1, scan.key), .repeated, .refused(.symbology("qr")), .notStored(.diskFull(path: scan.text ?? "")),
        .switched(profile: scan.text ?? ""),
      ]
      for outcome in outcomes {
        let verdict = StationVerdict(outcome, of: symbol, shown: shown, awaitsAnswer: false)
        let words = [verdict.title, verdict.words ?? "", verdict.text ?? ""]
        #expect(words.allSatisfy { $0.unicodeScalars.allSatisfy { !HarmlessText.isHarmful($0) } }, "\(words)")
      }
    }
  }

  /// Neither form of the status tells what codes say; an output's name and its trouble are told, and end no line.
  @Test func theStatusEndsNoLine() {
    for scan in HostileScans.all() {
      let text = scan.text ?? ""
      let plain = Self.status("file", "quiet")
      let status = Self.status(text, text)
      // Counted as bytes: Swift takes \r\n for one character.
      func lines(_ text: String) -> Int { text.utf8.count { $0 == 10 } }
      #expect(lines(status.prometheus) == lines(plain.prometheus))
      #expect(!status.prometheus.utf8.contains(0) && !status.prometheus.utf8.contains(13))
      #expect(status.document.description.unicodeScalars.allSatisfy { !HarmlessText.isHarmful($0) })
    }
  }

  private static func status(_ name: String, _ trouble: String) -> StationStatus {
    StationStatus(
      station: name, counts: ScanIntake.Counts(), camera: "running: \(name)", framesLetGo: 0,
      acknowledgements: LatencyCounts(),
      outputs: [.init(name: name, delivered: 1, setAside: 0, trouble: trouble, waiting: 0, oldest: nil)],
      time: Date(timeIntervalSince1970: 0))
  }
}

/// Whether lines say what scans said, and nothing else.
enum HostileLines {
  static func expect(_ text: String, _ format: LineFormat, of scans: [AcceptedScan]) throws {
    if format == .csv {
      let rows = CSVRow.rows(in: text)
      #expect(rows.map { $0.cells[4] } == scans.map { $0.text ?? $0.bytes.hexadecimal })
      return
    }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(lines.count == scans.count)
    #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || !HarmlessText.isHarmful($0) })
    guard format == .json else { return }
    struct Line: Decodable {
      let key: String
      let text: String?
      let bytes: Data
    }
    for (line, scan) in zip(lines, scans) {
      let read = try JSONDecoder().decode(Line.self, from: Data(line.utf8))
      #expect(read.key == scan.key.description)
      #expect(read.text.map { Array($0.utf8) } == scan.text.map { Array($0.utf8) })
      #expect(Array(read.bytes) == scan.bytes)
    }
  }
}
