import Barcodes
import DomainNames
import Foundation
import Geometry
import Scanner

/// All that is done with a symbol once it is decoded, whoever decoded it.
enum SymbolConsumers {
  static func consume(_ symbol: DecodedSymbol) throws(BrokenPromise) {
    try print(symbol)
    describe(symbol)
    try store(symbol)
  }

  /// Terminals and programs read what is printed.
  private static func print(_ symbol: DecodedSymbol) throws(BrokenPromise) {
    let corners = Quadrilateral<FramePixels>(Point(0, 0), Point(10, 0), Point(10, 10), Point(0, 10))
    let result = ScanResult(
      source: symbol.text ?? "x",
      .read(
        ScanResult.Reading(
          frameSize: Size(100, 100), elapsed: .milliseconds(1),
          observations: [Observation(symbol: symbol, corners: corners, isMirrored: false, isInverted: false)])))
    let line = TextOutput(namesSources: true).bytes(for: result)
    try promise(
      line.last == 0x0A && !line.dropLast().contains { $0 < 0x20 || $0 == 0x7F }
        && String(validating: line, as: UTF8.self) != nil, "a control character is printed: \(line)")
    let object = JSONOutput().bytes(for: result)
    let members = (try? JSONSerialization.jsonObject(with: Data(object))) as? [String: Any]
    let observation = (members?["observations"] as? [[String: Any]])?.first
    try promise(observation != nil, "this is no JSON: \(String(decoding: object, as: UTF8.self))")
    try promise(
      (observation?["text"] as? String)?.unicodeScalars.elementsEqual((symbol.text ?? "").unicodeScalars)
        ?? (symbol.text == nil), "JSON says another text than the symbol")
    _ = RawOutput(terminator: 0).bytes(for: result)
  }

  private static func describe(_ symbol: DecodedSymbol) {
    let context = PayloadContext(hostNames: IDN2HostNames(), year: 2026)
    for row in PayloadDescription(of: symbol, context).rows { _ = HarmlessText.escaped(row.value) }
  }

  /// An export loses nothing.
  private static func store(_ symbol: DecodedSymbol) throws(BrokenPromise) {
    let content = HistoryContent(read: symbol, source: "s")
    _ = HistoryPrivacy().allows(content)
    let record = HistoryRecord(
      content: content, first: Date(timeIntervalSince1970: 1), last: Date(timeIntervalSince1970: 2), count: 1)
    for form in HistoryExchange.allCases {
      let back = try? HistoryExchange.records(in: form.header + form.line(record))
      // By scalars: strings that only look the same are not.
      try promise(
        back?.count == 1 && back?[0] == record
          && (back?[0].content.text ?? "").unicodeScalars.elementsEqual((content.text ?? "").unicodeScalars),
        "\(form) does not come back: \(form.line(record).debugDescription)")
    }
  }
}
