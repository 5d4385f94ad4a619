public import Capture

/// A camera's controls by a descriptor of their own, beside whoever streams from it. Closed when it goes out of use.
public struct V4L2ControlPort: ~Copyable {
  private let device: V4L2Device

  public init(_ camera: CaptureDevice, folders: V4L2Folders = V4L2Folders()) throws(CaptureFailure) {
    do throws(SystemError) {
      device = try V4L2Device(path: camera.path)
    } catch {
      throw folders.failure(error, path: camera.path, name: camera.name)
    }
  }

  /// What can be set, and what is set now.
  public var controls: [CameraControlState] { CameraControl.allCases.compactMap { device.state(of: $0) } }

  /// Sets a control. A number ends the camera's own choice first, since drivers refuse it before.
  public func set(_ control: CameraControl, to value: ControlValue) throws(ControlFailure) {
    try device.set(control, to: value)
  }
}
