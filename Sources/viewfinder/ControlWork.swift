import Capture
import Dispatch
import Presentation
import Scanner
import V4L2Camera

/// Reads and sets the controls of the camera that the window shows: aside and in order, since drivers take their time.
final class ControlWork: Sendable {
  private let queue = DispatchQueue(label: "controls", qos: .userInitiated)
  private let cameras: V4L2Cameras
  private let memory: CameraMemory?
  private let onControls: @Sendable ([CameraControlState]) -> Void
  private let onFailure: @Sendable (Sentence) -> Void

  /// - Parameters:
  ///   - onControls: told what can be set after each request; none for what is no camera.
  ///   - onFailure: told in a sentence.
  init(
    _ cameras: V4L2Cameras, environment: [String: String],
    onControls: @escaping @Sendable ([CameraControlState]) -> Void,
    onFailure: @escaping @Sendable (Sentence) -> Void
  ) {
    self.cameras = cameras
    memory = CameraMemory(environment: environment)
    self.onControls = onControls
    self.onFailure = onFailure
  }

  /// - Parameter isCamera: whether the window shows a camera.
  func perform(_ request: CameraRequest, isCamera: Bool) {
    guard isCamera else { return onControls([]) }
    queue.async { [self] in
      do throws(CaptureFailure) {
        let camera = try V4L2Discovery().camera(named: cameras.current.device)
        let port = try V4L2ControlPort(camera)
        if case .set(let changes, let keeps) = request { set(changes, of: camera, by: port, keeps: keeps) }
        onControls(port.controls)
      } catch {
        onFailure("\(error)")
      }
    }
  }

  /// What the camera does not take is told, and not kept.
  private func set(
    _ changes: [CameraSweep.Change], of camera: CaptureDevice, by port: borrowing V4L2ControlPort, keeps: Bool
  ) {
    var taken: [CameraControl: ControlValue] = [:]
    for change in changes {
      do throws(ControlFailure) {
        try port.set(change.control, to: change.value)
        taken[change.control] = change.value
      } catch {
        onFailure("\(camera.name): \(error)")
      }
    }
    guard keeps, !taken.isEmpty else { return }
    do throws(WholeFile.Failure) { try memory?.keep(taken, of: camera.uniqueID) } catch { onFailure("\(error)") }
  }
}
