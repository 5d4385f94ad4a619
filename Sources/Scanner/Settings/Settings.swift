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
  public var history = History()

  public struct Preview: Hashable, Sendable {
    public var gravity = VideoGravity.resizeAspectFill
    public var isMirrored = false
    /// Where a person put the viewfinder; nil is the default square.
    public var viewfinder: Rect<WindowFraction>?
    /// Screen pixels per point in place of the display's own; nil asks the display.
    public var scale: Double?
    /// Dark text on light ground in the composer, the history and the settings; nil is as the desktop has it.
    public var isLight: Bool?
  }

  public struct Feedback: Hashable, Sendable {
    /// Says nothing aloud: no sound with a result.
    public var isQuiet = false
    /// Changes appear at once and not in 150 ms.
    public var reducesMotion = false
    /// Says results aloud.
    public var speaks = false
  }

  public struct History: Hashable, Sendable {
    /// Nothing is stored.
    public var isPrivate = false
    /// Also passwords, boarding passes and other secrets are stored.
    public var storesSecrets = false
    /// With what was read a small grey picture of it, some 4 kB each.
    public var keepsThumbnails = false
    /// Entries beyond it are removed, oldest first. More remembers longer; 100,000 take about 60 MB on disk.
    public var entries = 10_000
    /// Days after which an entry is removed; nil keeps it.
    public var days: Int?
  }

  public init() {}
}
