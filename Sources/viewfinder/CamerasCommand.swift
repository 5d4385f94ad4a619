import ArgumentParser
import Capture
import Foundation
import Geometry
import Imaging
import Scanner
import V4L2Camera

/// What can be set on a camera.
struct CamerasCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cameras",
    abstract: "List what can be set on a camera, set it, and find the sharpest focus and the best exposure.",
    discussion: """
      What is set here is kept by the camera's stable name, and set again whenever the program opens it: after it was unplugged, \
      after a restart, in the window as in a station. Exposure is in steps of 0.1 ms, white balance in kelvin, anti-flicker the \
      mains' 50 or 60 Hz; auto leaves it to the camera.

      Exit status: 0 done, 2 the camera does not take a value, 3 there is no camera that can be opened.
      """)

  @Option(help: ArgumentHelp("The camera, as for the window.", valueName: "camera"))
  var device: String?

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp("Such as focus=120 or exposure=auto; may be given again.", valueName: "control=value"))
  var changes: [ControlChange] = []

  @Flag(
    help:
      "Find the focus that is sharpest and the exposure with the best contrast in the picture's middle, and keep both.")
  var sweep = false

  @Flag(help: "An object a control, as JSON Lines.")
  var json = false

  func run() throws {
    let (found, camera) = try orExit { () throws(CaptureFailure) in
      let found = try V4L2Discovery().camera(named: device)
      return (found, try V4L2Camera(found))
    }
    defer { camera.close() }
    let environment = ProcessInfo.processInfo.environment
    CameraMemory.preparing(environment)(camera, found)
    var set: [CameraControl: ControlValue] = [:]
    for change in changes {
      do throws(ControlFailure) {
        try camera.set(change.control, to: change.value)
      } catch {
        StandardError.write("viewfinder: \(HarmlessText.escaped("\(found.name): \(error)"))")
        throw ExitStatus.usage
      }
      set[change.control] = change.value
    }
    if sweep { set.merge(try swept(camera, found.name)) { $1 } }
    if !set.isEmpty {
      guard let memory = CameraMemory(environment: environment) else {
        throw ValidationError("there is no folder for settings to keep it in")
      }
      try orExit { () throws(WholeFile.Failure) in try memory.keep(set, of: found.uniqueID) }
    }
    if !json { try StandardOutput.write(text: HarmlessText.escaped("\(found.uniqueID)") + "\n") }
    for state in camera.controls {
      try StandardOutput.write(text: json ? "\(state.json(found.uniqueID))\n" : state.line)
    }
  }

  // MARK: Sweep

  /// What was found; controls that the camera has not are left out, and told of.
  private func swept(_ camera: V4L2Camera, _ name: String) throws -> [CameraControl: ControlValue] {
    var sweep = CameraSweep(camera.controls)
    for control in sweep.missing {
      StandardError.write("viewfinder: \(HarmlessText.escaped(name)): it has no \(control.rawValue) to set")
    }
    var changes = sweep.start()
    while true {
      for change in changes {
        try orExit { () throws(ControlFailure) in try camera.set(change.control, to: change.value) }
      }
      if sweep.isOver { return sweep.found }
      changes = sweep.take(try picture(camera, name))
    }
  }

  /// The middle of the next picture.
  private func picture(_ camera: V4L2Camera, _ name: String) throws -> LuminanceImage {
    // Cameras that start deliver within a second; longer silences are a fault.
    for _ in 0..<5 {
      switch camera.next(patience: .seconds(1)) {
      case .frame(let frame):
        let middle = frame.bounds.inset(by: frame.bounds.size.shorterSide / 4)
        if let image = LuminanceImage(frame, region: middle) { return image }
      case .nothing: break
      case .lost(let failure): try orExit { () throws(CaptureFailure) in throw failure }
      case .ended: break
      }
    }
    StandardError.write("viewfinder: \(HarmlessText.escaped(name)): it delivers no pictures")
    throw ExitStatus.deviceOrFile
  }
}

/// `--set focus=120`.
struct ControlChange: ExpressibleByArgument {
  let control: CameraControl
  let value: ControlValue

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2, let control = CameraControl(rawValue: parts[0]), let value = ControlValue(parts[1]) else {
      return nil
    }
    (self.control, self.value) = (control, value)
  }

  static var allValueStrings: [String] { CameraControl.allCases.map { "\($0.rawValue)=…" } }
}

extension CameraControlState {
  fileprivate var line: String {
    let usual = standard.map { ", at first \($0)" } ?? ""
    return "  \(control.rawValue) = \(value)  (\(choices)\(usual))\n"
  }

  fileprivate func json(_ device: String) -> JSONValue {
    let range: JSONValue =
      switch numbers {
      case .range(let range, let step):
        .object([
          .init("least", .integer(range.lowerBound)), .init("greatest", .integer(range.upperBound)),
          .init("step", .integer(step)),
        ])
      case .list(let numbers): .array(numbers.map { .integer($0) })
      case .none: .null
      }
    let value: JSONValue =
      switch value {
      case .automatic: .string("auto")
      case .number(let number): .integer(number)
      }
    return .object([
      .init("device", .string(device)), .init("control", .string(control.rawValue)), .init("value", value),
      .init("numbers", range), .init("auto", .boolean(hasAutomatic)),
      .init("default", standard.map { .integer($0) } ?? .null),
    ])
  }
}
