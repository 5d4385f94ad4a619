import ArgumentParser
import Barcodes
import DomainNames
import Foundation
import Scanner

/// What a code's text would show and offer, without a code.
struct PayloadCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "payload",
    abstract: "Tell what the window would show of a text and offer to do with it. Nothing is done.",
    discussion: """
      A line each: what it is, its fields, cautions after “!”, and after “>” what is offered, which the window does only after a \
      question. Secrets are dots unless --secrets is given.

      Exit status: 0, or 2 for wrong usage.
      """)

  @Argument(help: "The text; several words are joined by blanks. - is standard input, a text a line.")
  var text: [String]

  @Option(help: ArgumentHelp("The code that says it: qr, ean13 ….", valueName: "name"))
  var symbology = "qr"

  @Option(
    help: ArgumentHelp(
      "What the reader says of its kind (ISO/IEC 15424), such as ]Q3 for GS1 element strings.", valueName: "identifier")
  )
  var identifier: String?

  @Flag(help: "Show passwords and keys.")
  var secrets = false

  func validate() throws {
    guard kind != nil else {
      throw ValidationError(
        "--symbology: “\(HarmlessText.escaped(symbology))” is none of \(Catalog.available.map(\.name).sorted().joined(separator: ", "))"
      )
    }
  }

  private var kind: Symbology? { Catalog.available.first { $0.name.lowercased() == symbology.lowercased() } }

  func run() throws {
    let context = PayloadContext(
      hostNames: IDN2HostNames(), year: Calendar(identifier: .gregorian).component(.year, from: Date()))
    guard text == ["-"] else { return try tell(text.joined(separator: " "), context) }
    var isFirst = true
    while let line = readLine() {
      if !isFirst { try StandardOutput.write(text: "\n") }
      isFirst = false
      try tell(line, context)
    }
  }

  private func tell(_ text: String, _ context: PayloadContext) throws {
    guard let kind else { return }
    let symbol = DecodedSymbol(
      symbology: kind, text: text, bytes: Array(text.utf8), symbologyIdentifier: identifier ?? "]Q1")
    let payload = PayloadDescription(of: symbol, context)
    var lines = [payload.title]
    lines += payload.rows.map { "\($0.label): " + ($0.isSecret && !secrets ? "••••••••" : $0.value) }
    lines += payload.cautions.map { "! \($0)" }
    switch payload.action {
    case .open(let address, _): lines.append("> \(payload.action?.verb ?? ""): \(address)")
    case .save(let file): lines.append("> \(payload.action?.verb ?? ""): \(file.name).\(file.ending)")
    case .join(let network): lines.append("> \(payload.action?.verb ?? ""): \(network.name)")
    case nil: break
    }
    try StandardOutput.write(text: lines.map { HarmlessText.escaped($0) + "\n" }.joined())
  }
}
