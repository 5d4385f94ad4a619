public import Barcodes
public import Foundation

/// A scan as it is stored and delivered: nothing of it changes afterwards.
public struct AcceptedScan: Hashable, Sendable {
  /// Made once, when the scan is accepted. A receiver that was given the same key before has this scan already.
  public let key: ScanKey
  /// The station's name, as the settings give it.
  public let station: String
  /// By the machine's clock, which may be wrong by years: the order of scans is told by their numbers alone.
  public let time: Date
  /// As `--json` names it, such as `ean13`.
  public let symbology: String
  /// ISO/IEC 15424, such as `]E0`.
  public let symbologyIdentifier: String
  /// Nil where the bytes are no text.
  public let text: String?
  public let bytes: [UInt8]
  /// The camera's name or the file's path.
  public let source: String?
  /// The set of rules that accepted it; nil where there is none.
  public let profile: String?

  public init(
    key: ScanKey, station: String, time: Date, symbology: String, symbologyIdentifier: String, text: String?,
    bytes: [UInt8], source: String? = nil, profile: String? = nil
  ) {
    self.key = key
    self.station = station
    self.time = time
    self.symbology = symbology
    self.symbologyIdentifier = symbologyIdentifier
    self.text = text
    self.bytes = bytes
    self.source = source
    self.profile = profile
  }

  public init(
    _ symbol: DecodedSymbol, key: ScanKey, station: String, time: Date, source: String? = nil, profile: String? = nil
  ) {
    self.init(
      key: key, station: station, time: time, symbology: symbol.symbology.name,
      symbologyIdentifier: symbol.symbologyIdentifier, text: symbol.text, bytes: symbol.bytes, source: source,
      profile: profile)
  }
}

/// What tells a scan from all others everywhere: 128 bits, 122 of them random, written as a UUID (RFC 9562 §5.4,
/// version 4). No clock is in it, so that a clock that is set back makes no key twice.
public struct ScanKey: Hashable, Sendable, CustomStringConvertible {
  public let description: String

  public init(using random: inout some RandomNumberGenerator) {
    let high = random.next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
    let low = random.next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
    let digits = [high, low].map { half in
      let plain = String(half, radix: 16)
      return String(repeating: "0", count: 16 - plain.count) + plain
    }
    .joined()
    var rest = digits[...]
    description = [8, 4, 4, 4, 12].map { length in
      defer { rest = rest.dropFirst(length) }
      return String(rest.prefix(length))
    }
    .joined(separator: "-")
  }

  /// A key that was stored.
  public init(stored text: String) { description = text }
}
