public import Geometry

/// All that the open inspector shows, as a value.
public struct InspectorModel: Sendable {
  public var state: InspectorState
  public var numbers: InspectorNumbers
  /// Where the panel stands in the window; nil where it is put away or has no room.
  public var panel: Rect<ScreenPixels>?
  /// What the detector told of the frame that is shown; nil while that is not known.
  public var insight: DetectionInsight?
  /// Why nothing is read, where that lies in what was asked for.
  public var requested: Cause?
  /// The layer's marks.
  public var shapes: [InspectionLayer.Shape] = []
  public var loupe: Loupe?
  public var isFrozen = false

  public init(state: InspectorState, numbers: InspectorNumbers) { (self.state, self.numbers) = (state, numbers) }
}
