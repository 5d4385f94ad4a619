public import Barcodes

extension PayloadDescription {
  /// What a symbol's text is.
  public init(of symbol: DecodedSymbol) {
    self.init(title: symbol.text == nil ? "Binary data" : "Text")
  }
}
