/// Which camera to open, and how.
public struct CaptureOptions: Hashable, Sendable {
  /// A camera's stable name, its node (`/dev/video0`) or its maker's name; nil takes the first that delivers
  /// pictures.
  public var device: String?
  public var requested: RequestedFormat

  public init(device: String? = nil, requested: RequestedFormat = .standard) {
    self.device = device
    self.requested = requested
  }
}
