public import Barcodes
import Foundation
import Geometry
import Imaging

/// A detection in words: what each stage found, with numbers, and the first that failed.
public struct Explanation {
  /// One for each thing there is to say; without line ends, and harmless to a terminal.
  public let lines: [String]

  /// Grey levels that what is dark and light must lie apart: the noise of cheap cameras reaches a dozen.
  private static let leastContrast = 24
  /// Rejections and doubts told, each: a picture of leaves has thousands.
  private static let mostTold = 8

  public init(_ record: DetectionRecord) {
    var lines: [String] = []
    let greys = record.luminance.map(Self.greys)
    if let image = record.luminance, let greys {
      lines.append("picture: \(image.width)×\(image.height) pixels, grey from \(greys.low) to \(greys.high)")
    }
    lines += Self.patterns(record.patterns)
    let stripes = StripeEvidence.all(of: record)
    lines += Self.words(stripes)
    lines += Self.doubts(record).map(Self.words)
    lines += Self.rejections(record)
    for observation in record.observations {
      let text = observation.symbol.text.map(HarmlessText.escaped) ?? "\(observation.symbol.bytes.count) bytes"
      lines.append("read \(observation.symbol.symbology.title) at \(Self.words(observation.corners.center)): \(text)")
      lines += Self.widths(of: observation.symbol, in: record.scans)
    }
    if record.observations.isEmpty {
      let hasContrast = greys.map { $0.high - $0.low >= Self.leastContrast } ?? true
      let verdict =
        hasContrast
        ? Self.verdict(record, stripes) : "threshold: the picture's contrast is below \(Self.leastContrast) grey levels"
      lines.append("first stage that fails: " + verdict)
    }
    self.lines = lines
  }

  // MARK: What was found

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

  private static func words(_ stripes: [StripeEvidence]) -> [String] {
    guard let largest = stripes.max(by: { $0.area < $1.area }) else { return ["striped regions: none"] }
    var lines = ["striped regions: \(stripes.count), the largest \(largest.size) at \(words(largest.corners.center))"]
    if let best = largest.bestLine {
      lines.append(
        "  \(largest.lines) scan lines over it, up to \(best.edges.count - 1) bars and spaces, the narrowest "
          + "\(decimal(StripeEvidence.narrowest(best))) pixels")
    }
    return lines
  }

  /// What was given up, each place and reason once, the largest first.
  private static func rejections(_ record: DetectionRecord) -> [String] {
    var told: [String] = []
    for rejection in record.rejections.sorted(by: { abs($1.corners.signedArea) < abs($0.corners.signedArea) }) {
      let line =
        "\(rejection.symbology.title): given up at \(words(rejection.corners.center)): \(rejection.failure.words)"
      if !told.contains(line) { told.append(line) }
      if told.count == mostTold { break }
    }
    return told
  }

  /// What too few lines said, each message once with the most lines that it had, but not what was read after all.
  private static func doubts(_ record: DetectionRecord) -> [DoubtedReading] {
    var best: [DecodedSymbol: DoubtedReading] = [:]
    for doubt in record.doubts where !record.observations.contains(where: { $0.symbol == doubt.symbol }) {
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

  /// A linear symbol's bars and spaces, as a line that read it measured them.
  private static func widths(of symbol: DecodedSymbol, in scans: [ScannedLine]) -> [String] {
    let said = scans.filter { $0.symbol == symbol }
    guard let line = said.first else { return [] }
    let widths = zip(line.edges, line.edges.dropFirst()).map { decimal($0.distance(to: $1)) }
    let lines = Set(said.map(\.start)).count
    return ["  by \(lines) scan lines; bars and spaces of one, in pixels: " + widths.joined(separator: " ")]
  }

  // MARK: What failed

  /// What may be a code. Of all, the one that covers most of the picture is what a person will have meant.
  private struct Suspect {
    /// Square pixels, less where there is less to say that it is a code.
    let weight: Double
    let verdict: String
  }

  /// How likely a candidate that came to this stage is a code: most of those that fail early are chance.
  private static func trust(_ stage: DetectionStage) -> Double {
    switch stage {
    case .decoding: 1
    case .sampling: 0.5
    default: 0.1
    }
  }

  private static func verdict(_ record: DetectionRecord, _ stripes: [StripeEvidence]) -> String {
    var suspects = record.rejections.map { rejection in
      Suspect(
        weight: visibleArea(rejection.corners, in: record.luminance) * trust(rejection.failure.stage),
        verdict: "\(rejection.failure.stage.rawValue): \(rejection.symbology.title) at "
          + "\(words(rejection.corners.center)): \(rejection.failure.words)")
    }
    let doubt = doubts(record).first
    let promising = stripes.filter(\.isPromising)
    // A text and a lawn have dozens of them, a label one or two.
    let share = 1 / Double(max(1, promising.count))
    suspects += promising.map {
      Suspect(weight: visibleArea($0.corners, in: record.luminance) * share, verdict: verdict($0, doubt))
    }
    if let likeliest = suspects.max(by: { $0.weight < $1.weight }), likeliest.weight > 0 { return likeliest.verdict }
    if let doubt { return "decoding: " + words(doubt) }
    if !record.patterns.isEmpty {
      let found = patterns(record.patterns).joined(separator: "; ")
      return "grouping: \(found), but none that stand as a symbol's"
    }
    if let largest = stripes.max(by: { $0.area < $1.area }) {
      return "finders: the striped region at \(words(largest.corners.center)) has too few bars in a line; the shortest "
        + "code has \(StripeEvidence.leastElements) bars and spaces"
    }
    return "finders: nothing has a finder's runs or a bar code's stripes; the code may be too small, too blurred, or "
      + "covered"
  }

  private static func verdict(_ region: StripeEvidence, _ doubt: DoubtedReading?) -> String {
    let place = "the striped region at \(words(region.corners.center))"
    if let doubt, region.corners.contains(doubt.start.interpolated(to: doubt.end, 0.5)) {
      return "decoding: \(place): \(words(doubt))"
    }
    if let best = region.bestLine, case let narrowest = StripeEvidence.narrowest(best),
      narrowest < StripeEvidence.leastModule
    {
      return "decoding: \(place): the narrowest bars have \(decimal(narrowest)) pixels, too few to be told apart"
    }
    return "decoding: \(place): no line across it is a symbol's; bars may be blurred, covered or cut off at an end, or "
      + "it lacks its quiet zone"
  }

  /// Square pixels, about as many as lie in the picture.
  private static func visibleArea(_ corners: Quadrilateral<FramePixels>, in image: LuminanceImage?) -> Double {
    guard let image else { return 0 }
    let picture = Rect<FramePixels>(x: 0, y: 0, width: Double(image.width), height: Double(image.height))
    let bounds = corners.bounds
    guard let inside = bounds.intersection(picture), bounds.width > 0, bounds.height > 0 else { return 0 }
    return abs(corners.signedArea) * (inside.width / bounds.width) * (inside.height / bounds.height)
  }

  // MARK: Figures

  static func words(_ point: Point<FramePixels>) -> String { "(\(Int(point.x)), \(Int(point.y)))" }

  static func decimal(_ value: Double) -> String { String(format: "%.1f", value) }

  /// Grey levels that all but a hundredth at either end lie between.
  private static func greys(_ image: LuminanceImage) -> (low: Int, high: Int) {
    var counts = [Int](repeating: 0, count: 256)
    for pixel in image.pixels { counts[Int(pixel)] += 1 }
    let least = image.pixels.count / 100
    func first(_ levels: some Sequence<Int>) -> Int {
      var seen = 0
      for level in levels {
        seen += counts[level]
        if seen > least { return level }
      }
      return 0
    }
    return (first(0...255), first((0...255).reversed()))
  }
}
