package import Bits

/// Writes QR Code symbols. ISO/IEC 18004:2024 §7.
///
/// ```swift
/// let symbol = try QRWriter(level: .quartile).symbol("https://example.com")
/// print(symbol.modules.picture)
/// ```
package struct QRWriter: SymbolWriter {
  /// What stands before the data by FNC1. ISO/IEC 18004:2024 §7.4.9.
  package enum Marking: Hashable, Sendable {
    case none
    /// The text is GS1 element strings; a field of variable length that another follows ends with GS (0x1D).
    case gs1
    /// The text follows the rules of an industry, named by two digits or one letter.
    case industry(String)
  }

  /// The versions to choose from; the smallest that holds the message is taken.
  package var versions: ClosedRange<Int>
  /// The level that the symbol has at least.
  package var level: QRErrorCorrection
  /// Raises the level as far as the version has room: more damage is repaired at no cost.
  package var boostsLevel: Bool
  /// The mask; nil takes the one with the lowest penalty.
  package var mask: QRMask?
  /// The only mode to write the text in; nil takes those that need the fewest bits.
  package var mode: QRMode?
  /// The character set to name before the data. Nil names none and writes bytes in UTF-8, as readers in use
  /// expect, although the standard's default is ISO 8859-1; where that, named, makes the symbol smaller, it is taken.
  package var eci: Int?
  package var marking: Marking

  package var symbology: Symbology { .qr }

  /// - Precondition: the versions are in 1…40.
  package init(
    versions: ClosedRange<Int> = 1...40, level: QRErrorCorrection = .medium, boostsLevel: Bool = true,
    mask: QRMask? = nil, mode: QRMode? = nil, eci: Int? = nil, marking: Marking = .none
  ) {
    precondition(versions.lowerBound >= 1 && versions.upperBound <= 40, "QR Code version out of range")
    self.versions = versions
    self.level = level
    self.boostsLevel = boostsLevel
    self.mask = mask
    self.mode = mode
    self.eci = eci
    self.marking = marking
  }

  package func write(_ text: String) throws(WriteFailure) -> BitMatrix { try symbol(text).modules }

  /// The symbol of a text.
  ///
  /// - Throws: `WriteFailure` where the text is empty, does not fit, or has characters that the settings bar.
  package func symbol(_ text: String) throws(WriteFailure) -> QRSymbol {
    try limit.check(text.unicodeScalars.count)
    let narrow = narrowed(for: text).flatMap { writer in
      try? writer.symbol(try writer.segmentation(text), after: try writer.head())
    }
    do throws(WriteFailure) {
      let wide = try symbol(try segmentation(text), after: try head())
      if let narrow, narrow.version.number < wide.version.number { return narrow }
      return wide
    } catch {
      guard let narrow else { throw error }
      return narrow
    }
  }

  /// This writer with ISO 8859-1 as its character set, for texts of whose letters UTF-8 makes two bytes and that one.
  private func narrowed(for text: String) -> QRWriter? {
    guard eci == nil, mode == nil, marking == .none, text.utf8.contains(where: { $0 >= 0x80 }),
      text.unicodeScalars.allSatisfy({ $0.value < 0x100 })
    else { return nil }
    var writer = self
    writer.eci = TextEncodings.latin1
    return writer
  }

  /// The symbol of bytes that are no text, or whose character set the reader knows.
  package func symbol(bytes: [UInt8]) throws(WriteFailure) -> QRSymbol {
    guard !bytes.isEmpty else { throw .invalid("there is nothing to write") }
    try limit.check(bytes.count)
    return try symbol(QRSegmentation(bytes), after: try head())
  }

  // MARK: - A message over several symbols

  /// Symbols that carry a text together, each told its place. ISO/IEC 18004:2024 §8.
  ///
  /// - Parameter count: how many, 2 to 16; nil takes the fewest that the versions allow.
  package func symbols(_ text: String, count: Int? = nil) throws(WriteFailure) -> [QRSymbol] {
    if let count, !(2...16 ~= count) { throw .invalid("a message is spread over 2 to 16 symbols, not \(count)") }
    let most = CapacityLimit(available: 16 * limit.available, densest: limit.densest)
    try most.check(text.unicodeScalars.count)
    let segmentation = try segmentation(text)
    let head = try head()
    if count == nil, let single = try? symbol(segmentation, after: head) { return [single] }
    let parity = segmentation.bytes.reduce(0, ^)
    var failure = WriteFailure.invalid("a text of fewer characters than symbols")
    for number in (count ?? 2)...(count ?? 16) where number <= segmentation.count {
      do throws(WriteFailure) {
        var result: [QRSymbol] = []
        for index in 0..<number {
          // Parts of even length: cut where the quotas of characters end.
          let range = segmentation.count * index / number..<segmentation.count * (index + 1) / number
          let place = QRSegment.structuredAppend(index: index, count: number, parity: parity)
          result.append(try symbol(segmentation.part(range), after: [place] + head))
        }
        return result
      } catch {
        failure = error
      }
    }
    throw failure
  }

  // MARK: - Choosing version and level

  /// Of one symbol: digits by three are the densest.
  private var limit: CapacityLimit {
    CapacityLimit(available: 8 * QRVersion(versions.upperBound).dataCodewords(level), densest: (10, 3))
  }

  private func segmentation(_ text: String) throws(WriteFailure) -> QRSegmentation {
    guard !text.isEmpty else { throw .invalid("there is no text to write") }
    return try QRSegmentation(text, eci: eci ?? TextEncodings.utf8, marksFNC1: marking != .none, mode: mode)
  }

  /// The segments before the data.
  private func head() throws(WriteFailure) -> [QRSegment] {
    var head: [QRSegment] = []
    if let eci {
      guard 0...999_999 ~= eci else { throw .invalid("an ECI is a number from 0 to 999999, not \(eci)") }
      head.append(.eci(eci))
    }
    switch marking {
    case .none: break
    case .gs1: head.append(.fnc1First)
    case .industry(let name): head.append(.fnc1Second(indicator: try Self.indicator(name)))
    }
    return head
  }

  private static func indicator(_ name: String) throws(WriteFailure) -> UInt8 {
    let bytes = Array(name.utf8)
    if bytes.count == 2, bytes.allSatisfy({ 0x30...0x39 ~= $0 }) {
      return (bytes[0] - 0x30) * 10 + bytes[1] - 0x30
    }
    if bytes.count == 1, 0x41...0x5A ~= bytes[0] || 0x61...0x7A ~= bytes[0] { return bytes[0] + 100 }
    throw .invalid("an application indicator is two digits or a letter, not \"\(name)\"")
  }

  private func symbol(_ segmentation: QRSegmentation, after head: [QRSegment]) throws(WriteFailure) -> QRSymbol {
    var dialect: QRDialect?
    var message: QRMessage?
    var needed = segmentation.leastBits
    for version in versions.map(QRVersion.init) {
      // Segments are the same for all versions that write their heads alike.
      if QRDialect.qr(version) != dialect {
        dialect = QRDialect.qr(version)
        message = segmentation.segments(in: QRDialect.qr(version)).map { QRMessage(segments: head + $0) }
      }
      guard let message, let bits = message.bitCount(in: .qr(version)) else { continue }
      needed = bits
      guard bits <= 8 * version.dataCodewords(level) else { continue }
      return QRSymbol(
        message, version: version, level: boostsLevel ? highestLevel(version, bits) : level, mask: mask)
    }
    throw .tooLong(needed: needed, available: 8 * QRVersion(versions.upperBound).dataCodewords(level))
  }

  private func highestLevel(_ version: QRVersion, _ bits: Int) -> QRErrorCorrection {
    QRErrorCorrection.allCases.last { $0 >= level && bits <= 8 * version.dataCodewords($0) } ?? level
  }
}
