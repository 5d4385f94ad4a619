public import Barcodes

/// What a made code must say when it is read.
public enum ExpectedMessage: Hashable, Sendable {
  case text(String)
  case bytes([UInt8])

  public func isSaid(by symbol: DecodedSymbol) -> Bool {
    switch self {
    case .bytes(let bytes): symbol.bytes == bytes
    case .text(let text): symbol.text == text || Self.withCheckDigit(symbol, text)
    }
  }

  /// Symbols of fixed length may be made without their check digit, which reading gives as well.
  private static func withCheckDigit(_ symbol: DecodedSymbol, _ text: String) -> Bool {
    guard ["ean13", "ean8", "upcA", "upcE", "itf14"].contains(symbol.symbology.name), let read = symbol.text else {
      return false
    }
    return read.count == text.count + 1 && read.hasPrefix(text)
  }
}
