public import Barcodes
public import Geometry

/// Which codes belong to the region that a person aims with.
public enum RegionRule: String, CaseIterable, Hashable, Sendable {
  /// Those whose bounds share an area with it, as AVFoundation has it. Touching edges share none.
  case boundsIntersect
  /// Those whose bounds lie wholly inside it; a shared edge counts as inside.
  case inside
}

/// The part of the frame that counts, and the part that is searched for it.
public struct RegionOfInterest: Hashable, Sendable {
  /// As a fraction of the frame, inside 0…1.
  public let normalized: Rect<Normalized>
  public let frameSize: Size<FramePixels>
  public let rule: RegionRule

  /// How far the search reaches past the region on each side, as a fraction of the region's longer side.
  ///
  /// A quarter: a crop must never stand for a quiet zone, and the widest one, relative to its symbol, is the
  /// 4 modules about the 21 of QR version 1 (ISO/IEC 18004:2024 §5.3.8), 4/21 = 0.19; and a code that hangs
  /// over the border by as much is still seen whole. With the default square it costs 2.25 times its area.
  public static let margin = 0.25

  public init(_ rect: Rect<Normalized>, frameSize: Size<FramePixels>, rule: RegionRule = .boundsIntersect) {
    self.normalized = rect.clippedToUnit
    self.frameSize = frameSize
    self.rule = rule
  }

  /// The region in the frame's pixels.
  public var inFrame: Rect<FramePixels> {
    Mapping<Normalized, FramePixels>(
      scaleX: frameSize.width, scaleY: frameSize.height, shiftX: 0, shiftY: 0)(normalized)
  }

  /// What the detector is given: the region with its margin, in whole pixels, as far as the frame reaches.
  /// Nil for a region without area.
  public var searched: Rect<FramePixels>? {
    let region = inFrame
    guard region.size.area > 0 else { return nil }
    let wide = region.inset(by: -Self.margin * region.size.longerSide)
    let whole = Rect<FramePixels>(
      Point(wide.minX.rounded(.down), wide.minY.rounded(.down)), Point(wide.maxX.rounded(.up), wide.maxY.rounded(.up)))
    return whole.intersection(Rect(origin: Point(0, 0), size: frameSize))
  }

  /// True for a code that counts.
  public func admits(_ bounds: Rect<FramePixels>) -> Bool {
    switch rule {
    case .boundsIntersect: inFrame.intersects(bounds)
    case .inside: inFrame.contains(bounds)
    }
  }

  /// The results among what a detector saw: those in the region that say something.
  public func results(among observations: [Observation]) -> [Observation] {
    observations.filter { !$0.symbol.isEmpty && admits($0.bounds) }
  }
}

extension Rect where Space == Normalized {
  /// All of the frame.
  public static var full: Rect { Rect(x: 0, y: 0, width: 1, height: 1) }

  /// The part within 0…1; for a rectangle wholly outside, one without area on the nearest edge.
  public var clippedToUnit: Rect {
    func clip(_ value: Double) -> Double { min(1, max(0, value)) }
    return Rect(Point(clip(minX), clip(minY)), Point(clip(maxX), clip(maxY)))
  }
}
