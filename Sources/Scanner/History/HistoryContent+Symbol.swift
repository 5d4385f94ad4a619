public import Barcodes

extension HistoryContent {
  /// A code as it was read.
  public init(read symbol: DecodedSymbol, source: String?, thumbnail: [UInt8]? = nil) {
    self.init(
      origin: .read, symbology: symbol.symbology.name, text: symbol.text, bytes: symbol.bytes, source: source,
      thumbnail: thumbnail)
  }
}

extension HistoryContent {
  /// The symbology as people call it; its name where this version does not know it.
  var symbologyTitle: String { Self.titles[symbology] ?? symbology }

  private static let titles = Dictionary(
    (Catalog.available.union(Catalog.writers.map(\.symbology))).map { ($0.name, $0.title) },
    uniquingKeysWith: { first, _ in first })
}
