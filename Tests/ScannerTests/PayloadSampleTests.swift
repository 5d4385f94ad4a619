import Barcodes
import DomainNames
import Presentation
import Scanner
import TestSupport
import Testing

private let context = PayloadContext(hostNames: IDN2HostNames(), year: 2026)

private func described(_ sample: PayloadSample, as text: String? = nil) -> PayloadDescription {
  let text = text ?? sample.text
  return PayloadDescription(
    of: DecodedSymbol(
      symbology: Symbology(name: sample.symbology, title: "Sample"), text: text, bytes: Array(text.utf8),
      symbologyIdentifier: sample.identifier), context)
}

extension PayloadSample {
  var described: PayloadDescription { ScannerTests.described(self) }
}

private func lines(of description: PayloadDescription) -> [String] {
  let rows = description.cardRows.map { "\($0.label): " + ($0.isSecret ? "•" : $0.value) }
  let offer =
    description.action.map { action in
      switch action {
      case .open(let address, _): "> \(action.verb): \(address)"
      case .save(let file): "> \(action.verb): \(file.name).\(file.ending)"
      case .join(let network): "> \(action.verb): \(network.name)"
      }
    }
  return [description.title] + rows + description.cautions.map { "! \($0)" } + (offer.map { [$0] } ?? [])
}

@Suite("Payloads as they are met in the world")
struct PayloadSampleTests {
  @Test("The card tells and offers", arguments: PayloadSample.all)
  func card(sample: PayloadSample) { #expect(lines(of: described(sample)) == sample.expected) }

  /// `swift test --attachments-path FOLDER` keeps it.
  @Test("A table of what the card shows and offers")
  func table() {
    let rows = PayloadSample.all.map { sample in
      let shown = lines(of: described(sample))
      let offer = shown.last { $0.hasPrefix("> ") }
      let cautions = shown.filter { $0.hasPrefix("! ") }
      let card = shown.filter { $0 != offer && !cautions.contains($0) }
      let cells = [
        [sample.text], card, cautions.map { String($0.dropFirst(2)) },
        offer.map { [String($0.dropFirst(2))] } ?? ["nothing"],
      ]
      return "| "
        + cells.map { cell in
          cell.map { HarmlessText.escaped($0).replacing("|", with: "\\|") }.joined(separator: "<br>")
        }.joined(separator: " | ") + " |\n"
    }
    let head = "| payload | the card shows | it warns | it offers, after a question |\n|---|---|---|---|\n"
    Attachment.record(head + rows.joined(), named: "payloads.md")
    #expect(Set(rows).count == PayloadSample.all.count)
    for action in PayloadSample.all.compactMap({ described($0).action }) { #expect(!action.question.isEmpty) }
  }

  @Test("Samples of all kinds")
  func kinds() {
    #expect(PayloadSample.all.count >= 60)
    let kinds = Set(PayloadSample.all.map { described($0).kind })
    #expect(kinds == Set(PayloadKind.allCases), "\(Set(PayloadKind.allCases).subtracting(kinds))")
  }

  /// Cuts, repeats, exchanges and strange signs at chance places: what strangers do to a payload.
  @Test("No text breaks a parser, leads to another host than it says, or acts", arguments: PayloadSample.all.indices)
  func mutations(place: Int) {
    let sample = PayloadSample.all[place]
    var random = SeededRandom(seed: UInt64(place))
    for _ in 0..<150 {
      var text = Array(sample.text.unicodeScalars)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let start = Int.random(in: 0...text.count, using: &random)
        let end = min(text.count, start + Int.random(in: 0...8, using: &random))
        let other = PayloadSample.all.randomElement(using: &random)?.text ?? ""
        switch Int.random(in: 0..<5, using: &random) {
        case 0: text.removeSubrange(start..<end)
        case 1: text.insert(contentsOf: text[start..<end], at: start)
        case 2: text.insert(contentsOf: HostileText.text(length: 3, using: &random).unicodeScalars, at: start)
        case 3: text.replaceSubrange(start..<end, with: other.unicodeScalars.prefix(40))
        default: text = Array(text[start...] + text[..<start])
        }
      }
      let mutated = String(String.UnicodeScalarView(text))
      let description = described(sample, as: mutated)
      #expect(!description.title.isEmpty)
      #expect(fault(in: description, of: mutated) == nil, "\(mutated.debugDescription)")
    }
  }

  private func fault(in description: PayloadDescription, of text: String) -> String? {
    if let link = description.link {
      // What is handed on leads where the card says: read again it is the same address with the same host.
      let again = PayloadDescription(of: symbol(link.address), context).link
      guard again?.host == link.host, again?.address == link.address else { return "another host: \(link)" }
      guard link.address.hasPrefix("https://\(link.host)") || link.address.hasPrefix("http://\(link.host)") else {
        return "the address does not begin with its host: \(link)"
      }
    }
    switch description.action {
    case .open(let address, _):
      guard address.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"\"'`\\<>".utf8.contains($0) }) else {
        return "not plain: \(address)"
      }
      guard ["http:", "https:", "mailto:", "tel:", "sms:", "geo:"].contains(where: address.hasPrefix) else {
        return "another program: \(address)"
      }
    case .save(let file):
      guard !file.name.isEmpty, !file.name.contains(where: { "/\\.\0".contains($0) || $0.isNewline }) else {
        return "no name of a file: \(file.name)"
      }
    case .join(let network):
      guard (1...32).contains(network.name.utf8.count) else { return "no network: \(network)" }
    case nil: break
    }
    if let secret = Secret(in: text), !description.hasSecrets { return "\(secret) is shown" }
    return nil
  }

  @Test("A letter and its parts name one host")
  func normalization() {
    let composed = PayloadDescription(of: symbol("https://caf\u{E9}.fr/a"), context).link
    let decomposed = PayloadDescription(of: symbol("https://cafe\u{301}.fr/a"), context).link
    #expect(composed?.host == "xn--caf-dma.fr")
    #expect(decomposed?.host == composed?.host)
    #expect(decomposed?.address == composed?.address)
    // Without the library a name beyond ASCII is none.
    #expect(PayloadDescription(of: symbol("https://caf\u{E9}.fr/a")).link == nil)
  }

  @Test(
    "The parts of an address, each by itself",
    arguments: [
      (
        "https://me@example.com:8443/a%20b?q=x%26y&utm_medium=qr#end",
        [
          "Host: example.com", "Port: 8443", "Address: https://me@example.com:8443/a%20b?q=x%26y&utm_medium=qr#end",
          "Scheme: https", "User: me", "Path: /a b", "?q: x&y", "?utm_medium: qr", "Fragment: end",
          "Tracking: utm_medium", "Without tracking: https://example.com:8443/a%20b?q=x%26y#end",
        ]
      ),
      ("https://example.com/?", ["Host: example.com", "Address: https://example.com/?", "Scheme: https", "Path: /"]),
    ])
  func anatomy(text: String, expected: [String]) {
    let rows = PayloadDescription(of: symbol(text), context).rows
    #expect(rows.map { "\($0.label): \($0.value)" } == expected)
  }

  @Test(
    "A name without a scheme is a link by its top-level domain",
    arguments: [
      ("example.com", "https://example.com"), ("Example.COM:8080/x", "https://example.com:8080/x"),
      ("m\u{FC}nchen.de", "https://xn--mnchen-3ya.de"), ("a.co.uk?x=1", "https://a.co.uk?x=1"),
      ("README.txt", nil), ("1.2.3", nil), ("v1.2", nil), ("hello.", nil), (".com", nil), ("com", nil),
      ("a b.com", nil),
      ("me@example.com", nil), ("192.168.0.1", nil), ("e.g.", nil), ("C:\\x.com", nil), ("a..com", nil),
      ("tel.example.com:x", nil),
    ])
  func bareDomains(text: String, address: String?) {
    #expect(PayloadDescription(of: symbol(text), context).link?.address == address)
  }

  @Test("Years of two digits lie from 49 years ago to 50 years ahead")
  func centuries() {
    func year(_ digits: String, in year: Int?) -> String? {
      PayloadDescription(
        of: DecodedSymbol(
          symbology: sampleSymbology, text: "17\(digits)0100", bytes: [], symbologyIdentifier: "]C1"),
        PayloadContext(hostNames: ASCIIHostNames(), year: year)
      ).rows.first?.value
    }
    #expect(year("76", in: 2026) == "2076-01")
    #expect(year("77", in: 2026) == "1977-01")
    #expect(year("01", in: 1951) == "2001-01")
    #expect(year("02", in: 1951) == "1902-01")
    #expect(year("99", in: nil) == "2099-01")
  }

  @Test("A contact and an event are files that other programs take")
  func files() {
    let contact = PayloadDescription(of: symbol("MECARD:N:Doe,John;TEL:+1;NOTE:a\\;b, c;;"), context)
    guard case .save(let card) = contact.action else {
      Issue.record("nothing to save")
      return
    }
    #expect(card.name == "John Doe")
    #expect(
      card.text
        == "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Doe;John\r\nFN:John Doe\r\nTEL:+1\r\nNOTE:a\\;b\\, c\r\nEND:VCARD\r\n")
    let again = PayloadDescription(of: symbol(card.text), context)
    #expect(again.rows.map(\.value) == ["John Doe", "+1", "a;b, c"])
    let event = PayloadDescription(of: symbol("BEGIN:VEVENT\nSUMMARY:../../x\nDTSTART:20261122\nEND:VEVENT"), context)
    guard case .save(let calendar) = event.action else {
      Issue.record("nothing to save")
      return
    }
    #expect(calendar.name == "x")
    #expect(calendar.text.hasPrefix("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n"))
    #expect(calendar.text.hasSuffix("END:VEVENT\r\nEND:VCALENDAR\r\n"))
  }
}
