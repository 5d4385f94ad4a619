/// Which camera to open, and how.
public struct CaptureOptions: Hashable, Sendable {
  /// A camera's stable name, its node (`/dev/video0`) or its maker's name; nil takes the first that delivers
  /// pictures.
  public var device: String?
  public var wish: CaptureWish

  public init(device: String? = nil, wish: CaptureWish = .standard) {
    self.device = device
    self.wish = wish
  }
}
