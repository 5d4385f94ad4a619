import Barcodes
import Bits
import Geometry

/// Bars and spaces of one line to all decoders of linear symbologies, and the messages that have a decoder of their own.
enum LinearTargets {
  static let all = [
    FuzzTarget("bars", bars), FuzzTarget("bars-written", written), FuzzTarget("code128-message", code128),
    FuzzTarget("databar-message", dataBar), FuzzTarget("telepen-message", telepen), FuzzTarget("film", film),
  ]

  private static let decoders: [any LinearDecoder] = [
    CodabarReader(), Code128Reader(), Code39Reader(), Code93Reader(), EANReader(), ITFReader(), DataBarLimitedReader(),
    TelepenReader(),
  ]

  /// Any characters, as any start says that they are meant.
  private static func telepen(_ input: FuzzInput) throws(BrokenPromise) {
    var input = input
    let form = input.element(of: Telepen.Form.allCases)
    guard let symbol = Telepen.symbol(input.rest().map { $0 & 0x7F }, form) else { return }
    try SymbolConsumers.consume(symbol)
  }

  /// Any data track of either length: what is read of it is drawn so again.
  private static func film(_ input: FuzzInput) throws(BrokenPromise) {
    var input = input
    let count = DXFilmEdge.modules(hasFrame: input.bool())
    let data = Array((input.bytes(upTo: 4).bits + [Bool](repeating: false, count: count)).prefix(count))
    guard let code = DXFilmEdge(data: data) else { return }
    try promise(code.data == data, "\(code.text) is drawn otherwise")
    try SymbolConsumers.consume(code.symbol)
  }

  /// Widths as they come.
  private static func bars(_ input: FuzzInput) throws(BrokenPromise) {
    var input = input
    let unit = Float(input.number(in: 1...32)) / 8
    let light = (Float(input.byte()), Float(input.byte()))
    let borders = input.byte()
    var place: Float = 0
    var edges: [Float] = []
    for width in input.bytes(upTo: 600) {
      edges.append(place)
      place += max(0.25, Float(width % 64) * unit)
    }
    if edges.count % 2 == 1 { edges.removeLast() }
    try read(
      BarSequence(
        edges: edges, leading: light.0, trailing: light.1, startsAtBorder: borders & 1 == 1,
        endsAtBorder: borders & 2 == 2))
  }

  /// A written symbol whose edges are a little off, some of them by more.
  private static func written(_ input: FuzzInput) throws(BrokenPromise) {
    var input = input
    let writers = Catalog.writers.filter {
      [
        "code128", "code39", "code93", "codabar", "itf", "itf14", "ean13", "ean8", "upcA", "upcE", "gs1DataBar",
        "gs1DataBarLimited", "gs1DataBarExpanded", "telepen",
      ].contains($0.symbology.name)
    }
    let writer = input.element(of: writers)
    let letters = Array("0123456789ABC$-. ")
    let text = String(input.bytes(upTo: input.number(in: 1...24)).map { letters[Int($0) % letters.count] })
    guard let modules = try? writer.write(text) else { return }
    let row = (0..<modules.width).map { modules[$0, 0] }
    let written = BarSequence(modules: row)
    var edges = written.edges.map { 4 * $0 }
    for index in edges.indices { edges[index] += (Float(input.byte()) - 128) / 128 }
    for _ in 0..<input.number(below: 8) { edges[input.number(below: edges.count)] += Float(input.byte()) - 128 }
    edges.sort()
    try read(BarSequence(edges: edges, leading: 80, trailing: 80))
  }

  private static func read(_ bars: BarSequence) throws(BrokenPromise) {
    for sequence in [bars, bars.reversed] {
      for decoder in decoders {
        for reading in decoder.read(sequence, wanted: Catalog.available) {
          try promise(
            sequence.widths.indices.contains(reading.elements.upperBound) && reading.elements.lowerBound >= 0,
            "elements \(reading.elements) of \(sequence.widths.count)")
          try SymbolConsumers.consume(reading.symbol)
        }
      }
      var collector = DataBarCollector(wanted: Catalog.available)
      collector.collect(sequence, line: 0) { Point(Double($0), 0) }
      for found in collector.symbols(least: 1) { try SymbolConsumers.consume(found.symbol) }
    }
  }

  private static func code128(_ input: FuzzInput) throws(BrokenPromise) {
    var input = input
    // 0…105 are characters; the first one starts.
    let values = [Code128.startA + input.number(below: 3)] + input.rest().map { Int($0) % 106 }
    if let symbol = Code128.symbol(values) { try SymbolConsumers.consume(symbol) }
  }

  /// The bits of DataBar Expanded.
  private static func dataBar(_ input: FuzzInput) throws(BrokenPromise) {
    var input = input
    let bits = input.bytes(upTo: 33).bits
    guard let text = GS1Compaction.text(bits) else { return }
    try SymbolConsumers.consume(
      DecodedSymbol(
        symbology: .gs1DataBarExpanded, text: text, bytes: Array(text.utf8), symbologyIdentifier: "]e0"))
  }
}
