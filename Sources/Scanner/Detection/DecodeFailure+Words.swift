import Barcodes
import Presentation

extension DecodeFailure {
  /// The reason, without its end.
  var sentence: Sentence {
    switch self {
    case .finders(let found, let needed): "\(found) of \(needed) finder patterns"
    case .finderPattern(let percent): "\(percent) % of its finder pattern’s modules are wrong"
    case .dimension(let modules): "a side of \(modules) modules is none that it has"
    case .formatInformation(let distance): "the format information is \(distance) bits from any valid one"
    case .versionInformation(let distance): "the version information is \(distance) bits from any valid one"
    case .outOfView(let percent): "\(percent) % of it are outside the picture"
    case .errorCorrection(let block, let capacity):
      "block \(block) has more wrong codewords than the \(capacity) it can repair"
    case .checksum: "the check character does not fit"
    case .dataStructure(let bit): "the message breaks its rules at bit \(bit)"
    case .unknownECI(let number): "the character set \(number) is unknown"
    case .emptyMessage: "the message is empty"
    }
  }

  /// The stage at which it was given up.
  var stage: DetectionStage {
    switch self {
    case .finders: .grouping
    case .finderPattern, .dimension: .grid
    case .formatInformation, .versionInformation: .sampling
    case .outOfView, .errorCorrection, .checksum, .dataStructure, .unknownECI, .emptyMessage: .decoding
    }
  }
}
