import Barcodes
import Foundation

/// A stage of a search with whose it is: five families have a grid, and each has it on several rungs.
struct SearchStage: Hashable {
  /// Nil for what is done before any family's work.
  let family: SymbolFamily?
  let rung: SearchRung?
  /// Nil for work before it has told of a stage.
  let stage: DetectionStage?

  /// As `dataMatrix fine grid`.
  var name: String { [owner, stage?.rawValue].compactMap { $0 }.joined(separator: " ") }

  /// As `dataMatrix fine`.
  var owner: String? {
    guard let family, let rung else { return nil }
    return "\(family.rawValue) \(rung)"
  }
}

extension [SearchStage: Double] {
  /// In the order of families, rungs and stages, those that took a hundredth of a millisecond.
  var inOrder: [(stage: SearchStage, milliseconds: Double)] {
    func place(_ stage: SearchStage) -> [Int] {
      [
        stage.family.flatMap(SymbolFamily.allCases.firstIndex) ?? -1, stage.rung?.rawValue ?? -1,
        stage.stage.flatMap(DetectionStage.allCases.firstIndex) ?? -1,
      ]
    }
    return filter { $0.value >= 0.005 }.sorted { place($0.key).lexicographicallyPrecedes(place($1.key)) }
      .map { ($0.key, $0.value) }
  }

  /// As `luminance 0.05 · linear plain: finders 0.20, decoding 1.31`.
  var words: String {
    var owners: [(owner: String?, times: [String])] = []
    for (stage, milliseconds) in inOrder {
      let time = [stage.stage?.rawValue, String(format: "%.2f", milliseconds)].compactMap { $0 }.joined(separator: " ")
      if let last = owners.last, last.owner == stage.owner {
        owners[owners.count - 1].times.append(time)
      } else {
        owners.append((stage.owner, [time]))
      }
    }
    return owners.map { ($0.owner.map { $0 + ": " } ?? "") + $0.times.joined(separator: ", ") }.joined(separator: " · ")
  }
}
