public import Capture
public import Geometry

/// All that a person can set, as one value. `SettingsTable` names each part.
public struct Settings: Hashable, Sendable {
  public var camera = CaptureOptions()
  public var symbologies = SymbologyChoice.all
  public var scanning = ScanPolicy()
  public var regionRule = RegionRule.boundsIntersect
  public var preview = Preview()
  public var feedback = Feedback()

  public struct Preview: Hashable, Sendable {
    public var gravity = VideoGravity.resizeAspectFill
    public var isMirrored = false
    /// Where a person put the viewfinder; nil is the default square.
    public var viewfinder: Rect<WindowFraction>?
    /// Screen pixels per point in place of the display's own; nil asks the display.
    public var scale: Double?
  }

  public struct Feedback: Hashable, Sendable {
    /// Says nothing aloud: no sound with a result.
    public var isQuiet = false
    /// Changes appear at once and not in 150 ms.
    public var reducesMotion = false
  }

  public init() {}
}
