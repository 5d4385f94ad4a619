/// Why a candidate was given up: the stage, with its evidence. Cases are in the order of the stages.
public enum DecodeFailure: Error, Hashable, Sendable {
  /// Fewer finder patterns than the symbology needs.
  case finders(found: Int, needed: Int)
  /// More modules of its finder and timing patterns are wrong than damage explains.
  case finderPattern(wrongPercent: Int)
  /// The side of the grid did not come out as one that the symbology has.
  case dimension(modules: Int)
  /// No copy of the format information was within correction; the distance is that of the nearest.
  case formatInformation(distance: Int)
  /// Neither copy of the version information was within correction, or it contradicts the size.
  case versionInformation(distance: Int)
  /// More of it lies outside the picture than its check codewords can restore.
  case outOfView(percent: Int)
  /// A block had more wrong codewords than its check codewords can restore.
  case errorCorrection(block: Int, capacity: Int)
  /// The check character, digit or sum does not fit the data.
  case checksum
  /// The data are repaired but break the symbology's rules, at this bit of the message.
  case dataStructure(atBit: Int)
  /// An Extended Channel Interpretation that we do not know.
  case unknownECI(Int)
  /// Nothing is in it.
  case emptyMessage
}
