/// One way in which a camera delivers: layout, size and rate.
public struct CaptureFormat: Hashable, Sendable {
  /// V4L2's four-character code, such as `YUYV` or `MJPG`.
  public let fourCC: String
  /// In pixels.
  public let width: Int
  /// In pixels.
  public let height: Int
  /// Frames a second, the highest that the device offers at this size; nil where it does not tell.
  public let rate: Double?

  public init(fourCC: String, width: Int, height: Int, rate: Double?) {
    self.fourCC = fourCC
    self.width = width
    self.height = height
    self.rate = rate
  }
}
