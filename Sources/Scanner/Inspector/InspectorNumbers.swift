import Barcodes
import Foundation
public import Geometry

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

  public var lines: [String] {
    var lines = status.lines
    lines.append("frame \(sequence): \(Int(frameSize.width)) × \(Int(frameSize.height)) pixels")
    lines.append("viewfinder on screen: " + Self.text(viewfinder, decimals: 0))
    lines.append("region shown, as fractions: " + Self.text(regionShown, decimals: 3))
    if let reported {
      lines.append("region reported: " + Self.text(reported.normalized, decimals: 3))
      lines.append("the same in the frame: " + Self.text(reported.inFrame, decimals: 1))
      lines.append("searched with its margin: " + (reported.searched.map { Self.text($0, decimals: 0) } ?? "nothing"))
    }
    if let disagreement {
      let verdict = disagreement < 0.01 ? "agree" : "differ by \(Self.number(disagreement, decimals: 2)) px"
      lines.append("shown and reported \(verdict)")
    }
    if let elapsed { lines.append("detector: \(Self.number(elapsed / .milliseconds(1), decimals: 2)) ms") }
    return lines
  }

  private static func text<Space>(_ rect: Rect<Space>, decimals: Int) -> String {
    [rect.minX, rect.minY, rect.width, rect.height].map { number($0, decimals: decimals) }.joined(separator: "  ")
  }

  private static func number(_ value: Double, decimals: Int) -> String { String(format: "%.\(decimals)f", value) }
}
