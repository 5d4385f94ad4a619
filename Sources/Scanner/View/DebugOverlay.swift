import Barcodes
import Foundation
public import Geometry
import Presentation

/// The layers that the debug key goes through.
public enum DebugLayer: CaseIterable, Hashable, Sendable {
  case none
  /// Rates, drops, and the region as it is shown, searched and reported.
  case figures
  /// What was found on the way to a code, and what was given up.
  case evidence

  public var next: DebugLayer {
    let all = Self.allCases
    return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
  }
}

/// What the debug layers tell: figures, proof that what is shown, searched and reported agree, and the evidence.
public struct DebugFigures: Sendable {
  public let status: StatusLine
  public let frameSize: Size<FramePixels>
  public let sequence: Int
  public let viewfinder: Rect<ScreenPixels>
  /// The region under the viewfinder, as it is now.
  public let regionShown: Rect<Normalized>
  /// The region of the last report, and what was searched for it.
  public let reported: RegionOfInterest?
  /// The detector's time for the last frame.
  public let elapsed: Duration?
  /// The detector's stages and evidence for that frame.
  public let insight: DetectionInsight?
  public let showsEvidence: Bool

  public init(
    status: StatusLine, frameSize: Size<FramePixels>, sequence: Int, viewfinder: Rect<ScreenPixels>,
    regionShown: Rect<Normalized>, reported: RegionOfInterest?, elapsed: Duration?,
    insight: DetectionInsight? = nil, showsEvidence: Bool = false
  ) {
    self.status = status
    self.frameSize = frameSize
    self.sequence = sequence
    self.viewfinder = viewfinder
    self.regionShown = regionShown
    self.reported = reported
    self.elapsed = elapsed
    self.insight = insight
    self.showsEvidence = showsEvidence
  }

  /// The farthest that an edge of the reported region lies from the shown one, in pixels of the frame. While
  /// the viewfinder moves, the report is a frame behind.
  public var disagreement: Double? {
    reported.map { reported in
      let a = RegionOfInterest(regionShown, frameSize: frameSize).inFrame
      let b = reported.inFrame
      return max(abs(a.minX - b.minX), abs(a.minY - b.minY), abs(a.maxX - b.maxX), abs(a.maxY - b.maxY))
    }
  }

  /// Why nothing is read, or what is.
  var sentence: String? { insight?.diagnosis?.sentence }

  /// The likeliest candidates, and how many more there are.
  var candidates: [String] {
    guard let diagnosis = insight?.diagnosis else { return [] }
    let told = diagnosis.candidates.prefix(Explanation.mostTold).map { Explanation.words($0) }
    let rest = diagnosis.candidates.count - told.count
    return told + (rest > 0 ? ["and \(rest) that are less likely"] : [])
  }

  public var lines: [String] {
    var lines = status.lines
    lines.append("frame #\(sequence)  \(Int(frameSize.width))×\(Int(frameSize.height))")
    lines.append("viewfinder on screen  " + Self.text(viewfinder, decimals: 0))
    lines.append("region shown          " + Self.text(regionShown, decimals: 4))
    if let reported {
      lines.append("region reported       " + Self.text(reported.normalized, decimals: 4))
      lines.append("       in the frame   " + Self.text(reported.inFrame, decimals: 1))
      lines.append("searched with margin  " + (reported.searched.map { Self.text($0, decimals: 0) } ?? "nothing"))
    }
    if let disagreement {
      let verdict = disagreement < 0.01 ? "agree" : "differ by \(Self.number(disagreement, decimals: 2)) px"
      lines.append("shown and reported    " + verdict)
    }
    if let elapsed { lines.append("detector  \(Self.milliseconds(elapsed)) ms") }
    if let insight { lines += Self.lines(of: insight, withEvidence: showsEvidence) }
    return lines
  }

  private static func lines(of insight: DetectionInsight, withEvidence: Bool) -> [String] {
    var lines = insight.stages.map { "  \($0.stage.rawValue)  \(milliseconds($0.time)) ms" }
    lines.append(
      "found \(insight.patterns.count) patterns, \(insight.stripes.count) striped regions, \(insight.gridCount) grids")
    lines.append("gave up \(insight.rejections.count)")
    guard withEvidence else { return lines }
    // The reasons, the commonest first.
    let reasons = insight.rejections.map { "\($0.symbology.title): \($0.failure.words)" }
    let counts = Dictionary(grouping: reasons) { $0 }.mapValues(\.count)
    let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    return lines + sorted.prefix(6).map { "  \($0.value)× \($0.key)" }
  }

  /// The searched area on the picture: what lies outside it cannot be read.
  func draw(on layer: PreviewLayer, _ look: Look, into drawing: inout Drawing) {
    if let suspect = insight?.diagnosis?.suspect {
      let corners = layer.toScreen(suspect).points
      let dash = Stroke.Dash(on: look.points(10), off: look.points(6))
      drawing.add(.path(corners, closed: true, stroke: Stroke(Look.shadow, width: look.points(5))))
      drawing.add(.path(corners, closed: true, stroke: Stroke(Look.warning, width: look.points(2.5), dash: dash)))
    }
    if showsEvidence, let insight { drawEvidence(insight, on: layer, look, into: &drawing) }
    guard let reported, reported.frameSize == layer.frameSize, let searched = reported.searched else { return }
    let thin = Stroke(Look.warning, width: look.points(1.5), dash: Stroke.Dash(on: look.points(3), off: look.points(4)))
    drawing.add(.path(layer.toScreen(searched).corners.points, closed: true, stroke: thin))
    drawing.add(
      .path(
        layer.toScreen(reported.inFrame).corners.points, closed: true,
        stroke: Stroke(Look.warning, width: look.points(1.5))))
  }

  /// Finder patterns as crosses of their module's size, striped regions as outlines, scan lines with their edges, and
  /// what was given up as a dashed outline.
  private func drawEvidence(
    _ insight: DetectionInsight, on layer: PreviewLayer, _ look: Look, into drawing: inout Drawing
  ) {
    let scale = abs(layer.toScreen.scaleX)
    for pattern in insight.patterns {
      let center = layer.toScreen(pattern.center)
      // A QR finder's core is three modules wide.
      let arm = max(look.points(3), 1.5 * pattern.moduleSize * scale)
      let stroke = Stroke(pattern.isInverted ? .white : Look.accent, width: look.points(1.5))
      drawing.add(
        .path([Point(center.x - arm, center.y), Point(center.x + arm, center.y)], closed: false, stroke: stroke))
      drawing.add(
        .path([Point(center.x, center.y - arm), Point(center.x, center.y + arm)], closed: false, stroke: stroke))
    }
    let thin = Stroke(Look.accent, width: look.points(1))
    for region in insight.stripes {
      drawing.add(.path(layer.toScreen(region).points, closed: true, stroke: thin))
    }
    for scan in insight.scans { drawScan(scan, on: layer, look, into: &drawing) }
    let dashed = Stroke(
      Look.warning, width: look.points(1.5), dash: Stroke.Dash(on: look.points(5), off: look.points(4)))
    for rejection in insight.rejections {
      drawing.add(.path(layer.toScreen(rejection.corners).points, closed: true, stroke: dashed))
    }
  }

  /// The line, and across it a tick at each edge; bright if it said something.
  private func drawScan(_ scan: ScannedLine, on layer: PreviewLayer, _ look: Look, into drawing: inout Drawing) {
    let (start, end) = (layer.toScreen(scan.start), layer.toScreen(scan.end))
    guard let along = (end - start).normalized else { return }
    let stroke = Stroke(scan.symbol == nil ? Look.quiet : Look.accent, width: look.points(1))
    drawing.add(.path([start, end], closed: false, stroke: stroke))
    let half = along.perpendicular * look.points(3)
    for edge in scan.edges.map({ layer.toScreen($0) }) {
      drawing.add(.path([edge - half, edge + half], closed: false, stroke: stroke))
    }
  }

  private static func milliseconds(_ time: Duration) -> String { number(time / .milliseconds(1), decimals: 2) }

  private static func text<Space>(_ rect: Rect<Space>, decimals: Int) -> String {
    [rect.minX, rect.minY, rect.width, rect.height].map { number($0, decimals: decimals) }.joined(separator: "  ")
  }

  private static func number(_ value: Double, decimals: Int) -> String { String(format: "%.\(decimals)f", value) }
}
