/// What the length of a message is told in.
public enum CapacityUnit: String, Hashable, Sendable {
  /// Bits of a matrix symbol or of a stacked one, before error correction.
  case dataBits
  /// Of a linear symbol, across.
  case modules
}

/// What a writer asks before it begins: a message that would be too long even if the symbology's densest way could say all
/// of it is refused by its length alone.
struct CapacityLimit {
  /// In `unit`.
  let available: Int
  /// The densest way: so many of `unit` for so many characters.
  let densest: (units: Int, characters: Int)
  var unit = CapacityUnit.dataBits

  /// - Parameter count: scalars of the message.
  /// - Throws: `WriteFailure.tooLong`, with what the message would need at least.
  func check(_ count: Int) throws(WriteFailure) {
    let (units, overflow) = count.multipliedReportingOverflow(by: densest.units)
    let needed = overflow ? Int.max : (units + densest.characters - 1) / densest.characters
    guard needed <= available else { throw .tooLong(needed: needed, available: available, unit: unit) }
  }
}

extension CapacityLimit {
  /// Modules across of the longest linear symbol that is written: at two pixels a module as wide as the widest picture that
  /// is read, 16,384 pixels.
  static let longestRow = 8192

  /// Of a linear symbol whose characters have so many modules.
  ///
  /// - Parameter characters: of the message, the most that one of the symbol's says.
  static func row(modules: Int, characters: Int = 1) -> CapacityLimit {
    CapacityLimit(available: longestRow, densest: (modules, characters), unit: .modules)
  }
}
