/// When to look for a source again that is not there: arithmetic on time, nobody waits here.
public struct Reconnection: Hashable, Sendable {
  /// Before the first attempt. A camera that resets is back on the bus in about half a second.
  public let first: Duration
  /// The delay doubles from attempt to attempt up to this. Each attempt opens every camera node, and nobody plugs
  /// one in and minds two seconds.
  public let longest: Duration
  /// Whether to look again at all.
  public let isWanted: Bool

  public init(first: Duration = .milliseconds(250), longest: Duration = .seconds(2)) {
    self.first = first
    self.longest = longest
    self.isWanted = true
  }

  private init() {
    first = .zero
    longest = .zero
    isWanted = false
  }

  /// For files and generated pictures: what failed once fails again.
  public static let never = Reconnection()

  /// How long to wait before attempt `number`, counted from 0 since the last frame.
  public func delay(beforeAttempt number: Int) -> Duration {
    // 2^20 times any useful delay is far beyond the longest, and cannot overflow.
    min(longest, first * (1 << min(number, 20)))
  }

  /// Whether time may cure the failure: devices are plugged in, let go by others, and given to groups.
  public func retries(after failure: CaptureFailure) -> Bool {
    switch failure {
    case .noCamera, .notFound, .permissionDenied, .busy, .disconnected, .stalled, .system: isWanted
    case .unsupportedFormat, .unreadableSource: false
    }
  }
}
