public import Barcodes

/// What makes two sightings the same code: its kind and its message, not its place.
public struct CodeKey: Hashable, Sendable {
  public let symbology: Symbology
  public let bytes: [UInt8]
  /// The text tells codes apart whose bytes are the same under different character sets.
  public let text: String?

  public init(_ symbol: DecodedSymbol) {
    self.symbology = symbol.symbology
    self.bytes = symbol.bytes
    self.text = symbol.text
  }
}

extension Observation {
  public var key: CodeKey { CodeKey(symbol) }
}
