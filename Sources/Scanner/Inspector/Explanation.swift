import Barcodes
import Foundation
import Geometry
import Imaging
import Presentation

/// A detection in words: what was read and how well it was printed, or one sentence on why nothing was; then the best
/// candidates, and what the picture showed.
public struct Explanation: Sendable {
  /// One for each thing there is to say; without line ends, and harmless to a terminal.
  public let lines: [String]

  /// Candidates told beside what was read; the rest is counted.
  static let mostTold = 3

  public init(_ inspection: Inspection, _ diagnosis: Diagnosis) {
    var lines: [String] = []
    if let cause = diagnosis.cause { lines.append(Diagnosis.notRead(cause).description) }
    for candidate in diagnosis.candidates {
      if let observation = candidate.observation { lines += Self.read(observation, candidate, inspection) }
    }
    let open = diagnosis.candidates.filter { $0.observation == nil }
    if diagnosis.cause != nil { lines += Self.candidates(open) }
    lines += Self.doubts(inspection).map(Self.words)
    let image = inspection.luminance
    let (low, high) = PixelArea(image: image, columns: 0..<image.width, rows: 0..<image.height).extremes(leaving: 0.01)
    lines.append("picture: \(image.width)×\(image.height) pixels, grey from \(Int(low)) to \(Int(high))")
    lines += Self.patterns(inspection.patterns)
    lines += Self.stripes(inspection)
    self.lines = lines
  }

  // MARK: What was read

  private static func read(
    _ observation: Observation, _ candidate: DetectionCandidate, _ inspection: Inspection
  ) -> [String] {
    let symbol = observation.symbol
    let place = [Sentence("\(symbol.symbology.title) at \(words(observation.corners.center))")] + manner(observation)
    var lines = ["read \(Sentence.list(place) ?? ""): \(content(observation))"]
    lines += PrintQuality(candidate, in: inspection.luminance).lines.map { "  \($0)" }
    let said = inspection.scans.filter { $0.symbol == symbol }
    if let line = said.first {
      let widths = zip(line.edges, line.edges.dropFirst()).map { decimal($0.distance(to: $1)).description }
      lines.append(
        "  by \(Set(said.map(\.start)).count) scan lines; bars and spaces of one, in pixels: "
          + widths.joined(separator: " "))
    }
    return lines
  }

  // MARK: What was not

  private static func candidates(_ open: [DetectionCandidate]) -> [String] {
    var lines = open.prefix(mostTold).map { "candidate: \(words($0))" }
    if open.count > mostTold { lines.append(lessLikely(open.count - mostTold).description) }
    return lines
  }

  /// What too few lines said, each message once with the most lines that it had, but not what was read after all.
  private static func doubts(_ inspection: Inspection) -> [DoubtedReading] {
    var best: [DecodedSymbol: DoubtedReading] = [:]
    for doubt in inspection.doubts where !inspection.observations.contains(where: { $0.symbol == doubt.symbol }) {
      if let known = best[doubt.symbol], known.lines >= doubt.lines { continue }
      best[doubt.symbol] = doubt
    }
    let sorted = best.values.sorted {
      ($1.lines * $0.linesNeeded, $0.symbol.shownText) < ($0.lines * $1.linesNeeded, $1.symbol.shownText)
    }
    return Array(sorted.prefix(mostTold))
  }

  private static func words(_ doubt: DoubtedReading) -> String {
    let lines = doubt.lines == 1 ? "1 scan line says" : "\(doubt.lines) scan lines say"
    let text = HarmlessText.escaped(doubt.symbol.shownText)
    let reason = doubt.lines < doubt.linesNeeded ? "\(doubt.linesNeeded) must" : "others say otherwise"
    return "\(doubt.symbol.symbology.title): \(lines) “\(text)”, \(reason)"
  }

  // MARK: What the picture showed

  private static func patterns(_ patterns: [FoundPattern]) -> [String] {
    guard !patterns.isEmpty else { return ["finder patterns: none"] }
    return Dictionary(grouping: patterns, by: \.symbology).sorted { $0.key.title < $1.key.title }.map { family, found in
      let sizes = found.map(\.moduleSize)
      return
        "\(family.title): \(found.count) \(noun(of: family, found.count)), modules of \(decimal(sizes.min()!)) to "
        + "\(decimal(sizes.max()!)) pixels"
    }
  }

  /// What the family's standard calls its pattern.
  private static func noun(of family: Symbology, _ count: Int) -> String {
    let (one, many) =
      switch family {
      case .aztec: ("bull’s-eye", "bull’s-eyes")
      case .pdf417: ("start or stop pattern", "start and stop patterns")
      default: ("finder pattern", "finder patterns")
      }
    return count == 1 ? one : many
  }

  private static func stripes(_ inspection: Inspection) -> [String] {
    let stripes = StripeEvidence.all(stripes: inspection.stripes, scans: inspection.scans)
    guard let largest = stripes.max(by: { $0.area < $1.area }) else { return ["striped regions: none"] }
    return ["striped regions: \(stripes.count), the largest \(largest.size) at \(words(largest.corners.center))"]
  }
}
