/// A camera that can be opened.
public struct CaptureDevice: Hashable, Sendable {
  /// The same across reboots and ports where the system knows it: the name under `/dev/v4l/by-id`, else bus
  /// and card. What `--device` takes and settings keep.
  public let uniqueID: String
  /// The node to open now, such as `/dev/video0`.
  public let path: String
  /// As the maker calls it, for people.
  public let name: String
  public let formats: [CaptureFormat]

  public init(uniqueID: String, path: String, name: String, formats: [CaptureFormat]) {
    self.uniqueID = uniqueID
    self.path = path
    self.name = name
    self.formats = formats
  }
}
