public import Barcodes

extension HistoryContent {
  /// A code as it was read.
  public init(read symbol: DecodedSymbol, source: String?, thumbnail: [UInt8]? = nil) {
    self.init(
      origin: .read, symbology: symbol.symbology.name, text: symbol.text, bytes: symbol.bytes, source: source,
      thumbnail: thumbnail)
  }
}
