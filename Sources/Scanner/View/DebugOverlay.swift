import Foundation
public import Geometry
import Presentation

/// The layers that the debug key goes through.
public enum DebugLayer: CaseIterable, Hashable, Sendable {
  case none
  /// Rates, drops, and the region as it is shown, searched and reported.
  case figures

  public var next: DebugLayer {
    let all = Self.allCases
    return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
  }
}

/// What the first debug layer tells: figures, and proof that what is shown, searched and reported agree.
public struct DebugFigures: Hashable, Sendable {
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

  public init(
    status: StatusLine, frameSize: Size<FramePixels>, sequence: Int, viewfinder: Rect<ScreenPixels>,
    regionShown: Rect<Normalized>, reported: RegionOfInterest?, elapsed: Duration?
  ) {
    self.status = status
    self.frameSize = frameSize
    self.sequence = sequence
    self.viewfinder = viewfinder
    self.regionShown = regionShown
    self.reported = reported
    self.elapsed = elapsed
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
    if let elapsed { lines.append("detector  \(Self.number(elapsed / .milliseconds(1), decimals: 2)) ms") }
    return lines
  }

  /// The searched area on the picture: what lies outside it cannot be read.
  func draw(on layer: PreviewLayer, _ look: Look, into drawing: inout Drawing) {
    guard let reported, reported.frameSize == layer.frameSize, let searched = reported.searched else { return }
    let thin = Stroke(Look.warning, width: look.points(1.5), dash: Stroke.Dash(on: look.points(3), off: look.points(4)))
    drawing.add(.path(layer.toScreen(searched).corners.points, closed: true, stroke: thin))
    drawing.add(
      .path(
        layer.toScreen(reported.inFrame).corners.points, closed: true,
        stroke: Stroke(Look.warning, width: look.points(1.5))))
  }

  private static func text<Space>(_ rect: Rect<Space>, decimals: Int) -> String {
    [rect.minX, rect.minY, rect.width, rect.height].map { number($0, decimals: decimals) }.joined(separator: "  ")
  }

  private static func number(_ value: Double, decimals: Int) -> String { String(format: "%.\(decimals)f", value) }
}
