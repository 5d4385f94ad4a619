public import Barcodes

/// What a made code must say when it is read.
public enum ExpectedMessage: Hashable, Sendable {
  case text(String)
  case bytes([UInt8])
  /// One of several symbols over which a message is spread, by its place from 0.
  case part(Int, of: Int)

  /// - Parameter symbology: what it was made as. What reads it may not tell it from a plainer one: Code 39 with a check
  ///   character looks like Code 39.
  public func isSaid(by symbol: DecodedSymbol, madeAs symbology: String) -> Bool {
    switch self {
    case .bytes(let bytes): symbol.bytes == bytes
    case .part(let index, let count):
      symbol.structuredAppend?.index == index && symbol.structuredAppend?.count == count
    case .text(let text):
      symbol.text == text || Self.isUnmarked(symbol, text) || Self.isCompleted(symbol, text, symbology)
    }
  }

  /// A byte order mark at the beginning is written, and no part of what is read.
  private static func isUnmarked(_ symbol: DecodedSymbol, _ text: String) -> Bool {
    text.unicodeScalars.first == "\u{FEFF}" && symbol.text == String(text.unicodeScalars.dropFirst())
  }

  /// What the symbology adds to a text, which reading gives as well: a check digit, Codabar's start and stop letters,
  /// the zeros that UPC-E leaves out, the identifier of a DataBar's GTIN, and of a film's number the form that all have.
  private static func isCompleted(_ symbol: DecodedSymbol, _ text: String, _ symbology: String) -> Bool {
    guard let read = symbol.text else { return false }
    switch symbology {
    case "ean13" where symbol.symbology == .upcA:
      // An EAN-13 symbol with 0 in front is one of UPC-A, which is told without it (ISO/IEC 15420).
      return text.count >= 12 && ("0" + read).hasPrefix(text)
    case "ean13", "ean8", "upcA", "itf14", "code39Mod43": return read.count == text.count + 1 && read.hasPrefix(text)
    case "codabar": return read.dropFirst().dropLast() == text
    case "upcE": return read.hasPrefix(expandedUPCE(text)) || read == text
    case "gs1DataBar", "gs1DataBarLimited":
      // A GTIN by its identifier, whether or not the text has that, or the check digit.
      return read.count == 16 && read.hasPrefix("01" + (text.hasPrefix("(01)") ? text.dropFirst(4) : text[...]))
    case "dxFilmEdge": return (try? DXFilmEdgeWriter.code(of: text))?.text == read
    case "gs1DataBarExpanded": return read == GS1ElementString.message(bracketed: text)
    default: return false
    }
  }

  /// The eleven digits of UPC-A that seven or eight of UPC-E stand for. ISO/IEC 15420.
  private static func expandedUPCE(_ text: String) -> String {
    let digits = text.count == 6 ? ["0"] + text.map(String.init) : text.prefix(7).map(String.init)
    guard digits.count == 7 else { return text }
    let last = digits[6]
    let parts: [String] =
      switch last {
      case "0", "1", "2": digits[0...2] + [last, "0000"] + digits[3...5]
      case "3": digits[0...3] + ["00000"] + digits[4...5]
      case "4": digits[0...4] + ["00000"] + digits[5...5]
      default: digits[0...5] + ["0000", last]
      }
    return parts.joined()
  }
}
