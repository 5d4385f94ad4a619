import Capture
import Foundation
import Scanner
import Synchronization
import V4L2Camera

/// What was set on each camera, by its stable name, in a file of lines `NAME = focus:120 exposure:auto`.
struct CameraMemory {
  let path: String

  /// Nil where the user has no folder for settings.
  init?(environment: [String: String]) {
    guard let settings = SettingsFile.standardPath(environment: environment) else { return nil }
    path = URL(filePath: settings).deletingLastPathComponent().appending(path: "cameras.conf").path
  }

  /// What is kept of a camera. Lines that say nothing that is known are passed over.
  func controls(of device: String) -> [CameraControl: ControlValue] { read()[device] ?? [:] }

  /// Keeps what was set, beside what is kept of it and of the other cameras.
  func keep(_ controls: [CameraControl: ControlValue], of device: String) throws(WholeFile.Failure) {
    var all = read()
    all[device, default: [:]].merge(controls) { $1 }
    let lines = all.sorted { $0.key < $1.key }.map { device, controls in
      let words = CameraControl.allCases.compactMap { control in
        controls[control].map { "\(control.rawValue):\($0)" }
      }
      return "\(device) = \(words.joined(separator: " "))\n"
    }
    try? FileManager.default.createDirectory(
      at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
    try WholeFile(path: path, replaces: true).write(Array(lines.joined().utf8))
  }

  private func read() -> [String: [CameraControl: ControlValue]] {
    let text = (try? String(contentsOf: URL(filePath: path), encoding: .utf8)) ?? ""
    var all: [String: [CameraControl: ControlValue]] = [:]
    for line in text.split(whereSeparator: \.isNewline) {
      // A camera's name may hold an equals sign; what is set does not.
      guard let equals = line.range(of: " = ", options: .backwards) else { continue }
      let parts = line[equals.upperBound...].split(separator: " ").map { $0.split(separator: ":") }
      for part in parts where part.count == 2 {
        guard let control = CameraControl(rawValue: String(part[0])), let value = ControlValue(String(part[1])) else {
          continue
        }
        all[String(line[..<equals.lowerBound]), default: [:]][control] = value
      }
    }
    return all
  }

  /// Sets a camera that was opened as it is kept and, before that, as the settings say; what it does not take is told.
  ///
  /// - Parameter settings: asked each time, as they may be read again.
  static func preparing(
    _ environment: [String: String],
    settings: @escaping @Sendable () -> [CameraControl: ControlValue] = { [:] }
  ) -> @Sendable (V4L2Camera, CaptureDevice) -> Void {
    { camera, device in
      let kept = CameraMemory(environment: environment)?.controls(of: device.uniqueID) ?? [:]
      let wanted = kept.merging(settings()) { $1 }
      for control in CameraControl.allCases {
        guard let value = wanted[control] else { continue }
        do throws(ControlFailure) {
          try camera.set(control, to: value)
        } catch {
          StandardError.write("viewfinder: \(HarmlessText.escaped("\(device.name): \(error)"))")
        }
      }
    }
  }
}

/// What a station's settings want of its camera, which may be read again while the camera runs.
final class WantedControls: Sendable {
  private let wanted: Mutex<[CameraControl: ControlValue]>

  init(_ all: [CameraControl: ControlValue]) { wanted = Mutex(all) }

  var all: [CameraControl: ControlValue] { wanted.withLock { $0 } }

  /// - Returns: whether anything is another than before.
  func change(to all: [CameraControl: ControlValue]) -> Bool {
    wanted.withLock { wanted in
      defer { wanted = all }
      return wanted != all
    }
  }
}
