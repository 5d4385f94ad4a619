/// What a station's window shows, and how long.
public struct ScreenSettings: Hashable, Sendable {
  /// While nothing is held before the camera.
  public var prompt = "Hold the code before the camera"
  /// A picture file above the prompt; nil shows none.
  public var picture: String?
  public var text = ShownText.shown
  /// How long a verdict stays.
  public var reset = Duration.seconds(3)
  /// A verdict stays until its code has left the picture, and not by the clock.
  public var holdsUntilItLeaves = false
  /// How long an answer is waited for; the scan is delivered either way.
  public var answer = Duration.seconds(10)
  public var isQuiet = false
  /// Shows what the cameras see, with their viewfinders, until a code is read. A picture that moves costs the processor a copy of it
  /// 30 times a second.
  public var showsCameras = false
  /// The way out; nil has none.
  public var pin: PINHash?

  public init() {}
}
