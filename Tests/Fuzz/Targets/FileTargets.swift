import Barcodes
import Foundation
import Scanner

/// Settings, exports and payloads: texts that somebody else may have written.
enum FileTargets {
  static let all = [FuzzTarget("settings", settings), FuzzTarget("import", exchange), FuzzTarget("payload", payload)]

  /// Lines of keys that exist with values that may not.
  private static func settings(_ input: FuzzInput) throws(BrokenPromise) {
    var input = input
    var text = ""
    for _ in 0..<input.number(below: 6) {
      let value = input.bytes(upTo: input.number(below: 24))
      var part = FuzzInput(value)
      text += input.element(of: SettingsTable.all).key + " = " + part.text() + "\n"
    }
    text += input.text()
    let (settings, problems) = SettingsFile.parse(text)
    for problem in problems {
      try promise(!"\(problem)".contains(where: \.isNewline), "a problem has several lines: \(problem)")
    }
    // What was understood is written so that it is understood again.
    let again = SettingsFile.parse(SettingsFile.text(for: settings))
    try promise(
      again.settings == settings && again.problems.isEmpty,
      "settings of \(text.debugDescription) do not come back: \(again.problems)")
  }

  private static func exchange(_ input: FuzzInput) throws(BrokenPromise) {
    var input = input
    let text = String(decoding: input.rest(), as: UTF8.self)
    guard let records = try? HistoryExchange.records(in: text) else { return }
    for form in HistoryExchange.allCases {
      let written = form.header + records.map(form.line).joined()
      let again = try? HistoryExchange.records(in: written)
      try promise(again?.count == records.count, "\(form) does not come back: \(written.debugDescription)")
      for (old, new) in zip(records, again ?? []) {
        try promise(
          new.content.text == old.content.text && new.content.bytes == old.content.bytes && new.first == old.first
            && new.last == old.last && new.count == old.count && new.label == old.label,
          "\(form): \(old) comes back as \(new)")
      }
    }
  }

  private static func payload(_ input: FuzzInput) throws(BrokenPromise) {
    var input = input
    let symbology = input.element(of: [Symbology.qr, .ean13, .code128, .dataMatrix])
    let identifier = input.element(of: ["]Q1", "]Q3", "]C1", "]d2", "]E0", "]e0"])
    let text = input.text()
    try SymbolConsumers.consume(
      DecodedSymbol(
        symbology: symbology, text: text, bytes: Array(text.utf8), symbologyIdentifier: identifier))
    _ = PayloadDescription(
      of: DecodedSymbol(
        symbology: symbology, text: "https://" + text, bytes: Array(text.utf8), symbologyIdentifier: identifier))
  }
}
