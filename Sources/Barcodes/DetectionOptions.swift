/// What to look for, and how hard.
public struct DetectionOptions: Hashable, Sendable {
  /// Which symbologies are read; the fewer, the quicker.
  public var symbologies: Set<Symbology>

  /// How far a frame is searched for what is not plain to see. Plain codes are looked for at every effort.
  public var effort: DetectionEffort

  /// The time after which a search ends wherever it is, or nil for none. What is plain comes first, so that the time
  /// that is left cuts what is hard to read; but where it cuts depends on the machine and what else it does.
  public var budget: Duration?

  /// Also read light symbols on dark ground. Costs a second look at what was found.
  public var triesInverted: Bool

  /// True for the frames of a camera, one after another: symbols that no single frame tells are read from several, work
  /// that did not fit into one frame comes first in the next, and rows are scanned in turns.
  public var followsFrames = false

  /// A budget for cameras: a frame at 30 a second takes 33 ms, and drawing wants its share.
  public static let liveBudget = Duration.milliseconds(25)

  /// For pictures, which are searched alike on every machine.
  public init(
    symbologies: Set<Symbology>, effort: DetectionEffort = .normal, budget: Duration? = nil, triesInverted: Bool = true
  ) {
    self.symbologies = symbologies
    self.effort = effort
    self.budget = budget
    self.triesInverted = triesInverted
  }

  /// For the frames of a camera.
  public static func camera(_ symbologies: Set<Symbology>) -> DetectionOptions {
    var options = DetectionOptions(symbologies: symbologies, budget: liveBudget)
    options.followsFrames = true
    return options
  }
}

/// How far a frame is searched, counted in work, which is the same on every machine.
public enum DetectionEffort: String, CaseIterable, Hashable, Sendable {
  /// What is plain to see, and a closer look at little more.
  case quick
  /// What is likely to be read by a closer look.
  case normal
  /// All that may be read, however long that takes.
  case thorough

  /// How many times as long as usual a piece of work may take.
  var patience: Double { self == .thorough ? 10 : 1 }

  /// Counted microseconds a megapixel that may be spent beyond what is plain, which is looked for to its end. Of 134 codes in
  /// 2,412 photographs that a closer look reads, 133 were read within 50 ms of the whole search, and the last one within 80;
  /// texture takes all there is.
  ///
  /// - Parameter clarity: how well the picture shows that it may hold print, from 0 to 1. Where it is all texture a look as quick as
  ///   any does.
  func limit(clarity: Double) -> Double {
    switch self {
    case .quick: Self.quickLimit
    case .normal: Self.quickLimit + clarity * (Self.normalLimit - Self.quickLimit)
    case .thorough: 1_000_000
    }
  }

  private static let (quickLimit, normalLimit) = (15_000.0, 70_000.0)
}
