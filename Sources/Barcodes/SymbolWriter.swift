package import Bits

/// What a symbology offers to be written.
package protocol SymbolWriter: Sendable {
  var symbology: Symbology { get }

  /// The symbol's modules without a quiet zone; linear symbols are one row high.
  ///
  /// - Throws: `WriteFailure` where the symbology cannot say this text.
  func write(_ text: String) throws(WriteFailure) -> BitMatrix
}

/// Why a text cannot be written.
public enum WriteFailure: Error, Hashable, Sendable {
  /// The message needs `needed` or more where the largest allowed symbol has `available`.
  case tooLong(needed: Int, available: Int, unit: CapacityUnit = .dataBits)
  /// A character that the symbology has no code for.
  case unencodable(Character)
  /// The text breaks a rule of the symbology, which the sentence names.
  case invalid(String)
}
