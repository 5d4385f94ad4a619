import Barcodes
import Foundation
import Geometry
import Presentation

// What an explanation, the panel and a line of the terminal say alike: of a code that was read, and of a candidate.
extension Explanation {
  /// What is unusual about how it lies there.
  static func manner(_ observation: Observation) -> [Sentence] {
    (observation.isMirrored ? ["in a mirror"] : []) + (observation.isInverted ? ["light on dark"] : [])
  }

  /// What it says, or of how many bytes that is, which are no text.
  static func content(_ observation: Observation) -> Sentence {
    observation.symbol.text.map { "\(HarmlessText.escaped($0))" }
      ?? Sentence(one: "{count} byte", others: "{count} bytes", count: observation.symbol.bytes.count)
  }

  /// Candidates that are not told.
  static func lessLikely(_ count: Int) -> Sentence {
    Sentence(one: "and {count} that is less likely", others: "and {count} that are less likely", count: count)
  }

  /// What it may be, where, how far it came, and what it failed by.
  static func words(_ candidate: DetectionCandidate) -> Sentence {
    let name = candidate.symbology.map { Sentence(verbatim: $0.title) } ?? "bars"
    var told: [Sentence] = ["\(name) at \(words(candidate.corners.center))", candidate.reachWords]
    if let module = candidate.moduleSize { told.append("modules of \(decimal(module)) px") }
    if let rows = candidate.stackedRows {
      told.append("\(rows.rows) rows of \(rows.columns)")
      if candidate.observation == nil {
        told.append("of whose codewords \(rows.unreadCodewords) could not be read")
      }
    }
    let all = Sentence.list(told) ?? name
    return candidate.failure.map { "\(all): \($0.sentence)" } ?? all
  }

  static func words(_ point: Point<FramePixels>) -> Sentence {
    // A grid that failed may have its corners anywhere.
    func whole(_ value: Double) -> Sentence { abs(value) < 1e9 ? "\(Int(value))" : "far" }
    return "(\(whole(point.x)), \(whole(point.y)))"
  }

  /// With one decimal.
  static func decimal(_ value: Double) -> Figure { Figure(String(format: "%.1f", value)) }
}
