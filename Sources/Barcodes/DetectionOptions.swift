/// What to look for, and how hard.
public struct DetectionOptions: Hashable, Sendable {
  /// Which symbologies are read; the fewer, the quicker.
  public var symbologies: Set<Symbology>

  /// The time that one call of the detector may take before it begins no further strategy. A frame's plain
  /// codes are always looked for; what stands behind evidence (second thresholds, rectified second looks,
  /// erasures) stops when it is spent. Larger reads more damaged codes and makes the worst frame slower.
  public var budget: Duration

  /// Also read light symbols on dark ground. Costs a second search of frames that held nothing else.
  public var triesInverted: Bool

  /// A budget for cameras: a frame at 30 a second takes 33 ms, and drawing wants its share.
  public static let liveBudget = Duration.milliseconds(25)
  /// A budget for pictures from files, which are read once: what still is not read after this is given up.
  public static let stillsBudget = Duration.milliseconds(1000)

  public init(symbologies: Set<Symbology>, budget: Duration = liveBudget, triesInverted: Bool = true) {
    self.symbologies = symbologies
    self.budget = budget
    self.triesInverted = triesInverted
  }
}
