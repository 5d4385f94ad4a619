import Barcodes
import Foundation
public import Geometry
public import Presentation

/// Figures of a frame: rates, and proof that what is shown, searched and reported is one region, in the coordinates of
/// screen, frame and fraction.
public struct InspectorNumbers: Sendable {
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

  public var lines: [Sentence] {
    var lines = status.lines
    lines.append("frame \(sequence): \(Int(frameSize.width)) × \(Int(frameSize.height)) pixels")
    lines.append("viewfinder on screen: \(Self.text(viewfinder, decimals: 0))")
    lines.append("region shown, as fractions: \(Self.text(regionShown, decimals: 3))")
    if let reported {
      lines.append("region reported: \(Self.text(reported.normalized, decimals: 3))")
      lines.append("the same in the frame: \(Self.text(reported.inFrame, decimals: 1))")
      let searched = reported.searched.map { Sentence("\(Self.text($0, decimals: 0))") }
      lines.append("searched with its margin: \(searched ?? "nothing")")
    }
    if let disagreement {
      lines.append(
        disagreement < 0.01
          ? "shown and reported agree"
          : "shown and reported differ by \(Figure(Self.number(disagreement, decimals: 2))) px")
    }
    if let elapsed { lines.append("detector: \(Figure(Self.number(elapsed / .milliseconds(1), decimals: 2))) ms") }
    return lines
  }

  private static func text<Space>(_ rect: Rect<Space>, decimals: Int) -> Figure {
    let figures = [rect.minX, rect.minY, rect.width, rect.height].map { number($0, decimals: decimals) }
    return Figure(figures.joined(separator: "  "))
  }

  private static func number(_ value: Double, decimals: Int) -> String { String(format: "%.\(decimals)f", value) }
}
