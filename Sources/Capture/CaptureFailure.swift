/// Why there is no picture. Each case is a screen, and a line of `watch`, that says what to do.
public enum CaptureFailure: Error, Hashable, Sendable {
  /// No device that delivers pictures is connected.
  case noCamera
  /// The device named on the command line is not there.
  case notFound(device: String)
  /// We may not open the device; `group` is the group that may, such as `video`.
  case permissionDenied(path: String, group: String?)
  /// Another process streams from it; `holder` names it where /proc tells.
  case busy(path: String, holder: ProcessIdentity?)
  /// Pulled out, or otherwise gone from the bus.
  case disconnected(name: String)
  /// Connected, but no frame for `seconds`.
  case stalled(name: String, seconds: Double)
  /// The device offers no format that we read; the four-character codes it offers.
  case unsupportedFormat(name: String, offered: [String])
  /// A picture, folder or stream that cannot be played.
  case unreadableSource(path: String, reason: String)
  /// A system call failed in a way that has no case of its own.
  case system(call: String, message: String)
}

/// A process, as /proc names it.
public struct ProcessIdentity: Hashable, Sendable {
  public let name: String
  public let identifier: Int

  public init(name: String, identifier: Int) {
    self.name = name
    self.identifier = identifier
  }
}
