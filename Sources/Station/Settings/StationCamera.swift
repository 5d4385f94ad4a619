public import Capture
public import Geometry
public import Scanner

/// A camera that a station films with, and which part of its pictures counts.
public struct StationCamera: Hashable, Sendable {
  public var options: CaptureOptions
  /// Its viewfinder.
  public var viewfinder: Rect<Normalized>

  public init(options: CaptureOptions, viewfinder: Rect<Normalized> = .full) {
    (self.options, self.viewfinder) = (options, viewfinder)
  }

  /// What `[second-camera]` says; nil where it names none.
  static func read(_ section: inout SettingsSection) -> StationCamera? {
    let device = section.string("device")
    let format = section.format("format")
    let viewfinder = section.region("viewfinder")
    guard let device = section.required("device", device) else { return nil }
    return StationCamera(
      options: CaptureOptions(device: device, requested: format ?? .standard), viewfinder: viewfinder ?? .full)
  }
}
