import Barcodes
import Foundation
import Scanner
import Station
import TOMLFile
import Testing

@Suite struct StationSettingsTests {
  private let secrets = SecretReader(
    credentials: "/credentials",
    read: { path in
      guard let text = ["/secret": "s3cret\n", "/credentials/broker": "from systemd", "/empty": "\n"][path] else {
        throw CocoaError(.fileReadNoSuchFile)
      }
      return Data(text.utf8)
    })

  private func read(_ text: String) -> (StationSettings, [String]) {
    do throws(SettingsProblem) {
      let (station, problems) = StationSettings.read(try TOMLFile.document(text), secrets)
      return (station, problems.map(\.description))
    } catch {
      return (StationSettings(), ["\(error)"])
    }
  }

  @Test func aWholeStationIsRead() throws {
    let (station, problems) = read(
      """
      [station]
      name = "gate 1"

      [camera]
      format = "1280x720@30"
      [scan]
      symbologies = ["qr", "ean13"]
      duplicate-window = 2.5
      hold = true

      [outbox]
      scans = 500
      path = "/var/lib/gate/outbox.sqlite"

      [[output]]
      kind = "file"
      path = "/var/log/scans.csv"
      format = "csv"
      rotate-bytes = 100_000
      sync = false

      [[output]]
      kind = "webhook"
      url = "https://example.com/scans"
      secret-file = "/secret"
      headers = ["X-Gate: 1"]
      timeout = 3
      verdict = true
      retry-longest = 10

      [[output]]
      kind = "mqtt"
      name = "plant"
      host = "broker.example.com"
      version = "3.1.1"
      user = "gate"
      password-credential = "broker"
      topic = "scans/{symbology}"

      [[output]]
      kind = "program"
      path = "/usr/local/bin/take"
      arguments = ["--", "{text}"]

      [[output]]
      kind = "stdout"
      """)
    #expect(problems == [])
    #expect(station.name == "gate 1")
    #expect(station.limits.scans == 500)
    #expect(station.outbox == "/var/lib/gate/outbox.sqlite")
    #expect(station.settings.scanning.duplicateWindow == .milliseconds(2500))
    #expect(station.settings.symbologies.description == "ean13,qr")
    #expect(station.outputs.map(\.name) == ["file", "webhook", "plant", "program", "stdout"])
    var file = FileOutput.Options(path: "/var/log/scans.csv")
    file.format = .csv
    file.rotation = 100_000
    file.syncs = false
    #expect(station.outputs[0].kind == .file(file))
    #expect(
      station.outputs[1].kind
        == .webhook(
          WebhookSettings(
            url: "https://example.com/scans", secret: Array("s3cret".utf8), headers: ["X-Gate: 1"],
            timeLimit: .seconds(3), givesVerdict: true)))
    #expect(station.outputs[1].backOff.longest == .seconds(10))
    guard case .mqtt(let mqtt) = station.outputs[2].kind else {
      Issue.record("\(station.outputs[2])")
      return
    }
    #expect(mqtt.password == "from systemd")
    #expect(mqtt.port == 8883 && mqtt.usesTLS && mqtt.version == .mqtt311)
    #expect(mqtt.client == "viewfinder-gate%201")
    #expect(mqtt.stateTopic == "viewfinder/gate%201/state")
    #expect(mqtt.metricsTopic == "viewfinder/gate%201/metrics")
    #expect(
      station.outputs[3].kind
        == .program(
          .init(path: "/usr/local/bin/take", arguments: [try ScanTemplate("--"), try ScanTemplate("{text}")])))
  }

  @Test(arguments: [
    ("[station]\nname = 5\n", "2:8: name: not a text in quotes"),
    ("[station]\nnme = \"x\"\n", "2:7: there is no setting “nme” here"),
    ("[outbox]\nscans = 0\n", "2:9: scans: not a whole number between 1 and 10000000"),
    ("[scan]\n  mode = \"often\"\n", "2:10: scan.mode: “often” is not known: once, oncePerCode, continuous"),
    ("[scan]\nhold = 3.5\n", "2:8: scan.hold: “3.5” is not yes or no"),
    ("[camera]\ncolour = 1\n", "2:10: there is no setting “camera.colour”"),
    ("[[output]]\nname = \"a\"\n", "1:1: kind is missing"),
    (
      "\n[[output]]\nkind = \"fax\"\n",
      "3:8: kind: not one of \"stdout\", \"file\", \"program\", \"webhook\", \"mqtt\", "
        + "\"dbus\", \"keyboard\""
    ),
    ("[[output]]\nkind = \"file\"\n", "1:1: path is missing"),
    (
      "[[output]]\nkind = \"file\"\npath = \"scans\"\n",
      "3:8: path: not an absolute path, such as \"/etc/viewfinder/key\""
    ),
    (
      "[[output]]\nkind = \"webhook\"\nurl = \"ftp://x\"\n",
      "3:7: url: not an address that begins with https:// or http://"
    ),
    (
      "[[output]]\nkind = \"webhook\"\nurl = \"https://x\"\nsecret = \"abc\"\n",
      "4:10: a secret has no place in this file: give secret-file or secret-credential"
    ),
    (
      "[[output]]\nkind = \"webhook\"\nurl = \"https://x\"\nsecret-file = \"/nowhere\"\n",
      "4:15: “/nowhere” is not a file that can be read"
    ),
    (
      "[[output]]\nkind = \"webhook\"\nurl = \"https://x\"\nsecret-credential = \"../x\"\n",
      "4:21: “../x” is not a credential's name"
    ),
    (
      "[[output]]\nkind = \"webhook\"\nurl = \"https://x\"\nheaders = [\"A: b\\r\\nC: d\"]\n",
      "4:11: headers: not of the form “Name: value”"
    ),
    (
      "[[output]]\nkind = \"mqtt\"\nhost = \"h\"\ntopic = \"{nothing}\"\n",
      "4:9: topic: “{nothing}” is not known: {key}, {station}, {time}, {symbology}, {symbologyIdentifier}, {text}, "
        + "{bytes}, {source}, {profile}, {json}"
    ),
    (
      "[[output]]\nkind = \"stdout\"\n[[output]]\nkind = \"stdout\"\n",
      "3:1: there is an output “stdout” already: give it a name"
    ),
  ])
  func eachErrorHasItsPlace(text: String, problem: String) {
    #expect(read(text).1 == [problem])
  }

  @Test(arguments: ["[station", "a = ", "a = \"\u{1}\"", "a = 1\na = 2", "\u{0}", String(repeating: "[", count: 5000)])
  func whatIsNoTOMLHasItsPlace(text: String) {
    let (station, problems) = read(text)
    #expect(station == StationSettings())
    #expect(problems.count == 1)
    #expect(problems.first?.wholeMatch(of: /\d+:\d+: .+/) != nil, "\(problems)")
  }

  @Test func severalErrorsAreToldInTheirOrder() {
    let (station, problems) = read("[outbox]\nscans = -1\n[scan]\nmode = 1\n[station]\nname = \"kept\"\nx = 1\n")
    #expect(problems.map { $0.prefix(2) } == ["2:", "4:", "7:"])
    #expect(station.name == "kept")
  }

  @Test func rulesAreRead() throws {
    let (station, problems) = read(
      """
      [rules]
      symbologies = ["qr", "ean13"]
      length-least = 4
      length-most = 20
      prefixes = ["A", "B"]
      pattern = '[AB]\\d+'
      check-digit = "luhn"
      gs1-required = ["01"]
      refused-file = "/secret"
      """)
    #expect(problems == [])
    #expect(station.rules.symbologies == [.qr, .ean13])
    #expect(station.rules.length == 4...20)
    #expect(station.rules.prefixes == ["A", "B"])
    #expect(station.rules.pattern?.source == "[AB]\\d+")
    #expect(station.rules.checkDigit == .luhn)
    #expect(station.rules.gs1 == GS1Rule(required: ["01"]))
    #expect(station.rules.refused?.contains("s3cret".utf8) == true)
    #expect(read("[rules]\npattern = '('\n").1 == ["2:11: pattern: “(” is not a pattern: a ( has no )"])
    #expect(read("[rules]\nallowed-file = '/none'\n").1 == ["2:16: allowed-file: “/none” cannot be read"])
  }

  @Test func aNULInATextIsKept() throws {
    let document = try TOMLFile.document("a = \"x\\u0000y\"")
    #expect(document.entries == [.init(path: "a", value: .string("x\0y"), line: 1, column: 5)])
  }
}
