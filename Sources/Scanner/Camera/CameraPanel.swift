public import Capture
import Imaging

/// What a person asks of the camera's controls.
public enum CameraCommand: Hashable, Sendable {
  /// Show them, or put them away.
  case toggle
  /// By number, counted from 0.
  case choose(Int)
  /// The chosen one by so many small steps.
  case change(by: Int)
  /// The chosen one is the camera's own choice, or no longer.
  case automatic
  /// Find the best exposure and focus, or stop.
  case sweep
}

/// What the window's owner should do with the camera.
public enum CameraRequest: Hashable, Sendable {
  /// Tell the loop what can be set, by `ScannerLoop.show(controls:)`.
  case read
  /// In order; what is kept is set again whenever the camera is opened. Then as `read`.
  case set([CameraSweep.Change], keeps: Bool)
}

/// The camera's controls beside the picture, as long as they are shown.
struct CameraPanel: Sendable {
  /// As the camera told them last; nil until it has.
  private(set) var controls: [CameraControlState]?
  private(set) var selected = 0
  private(set) var sweep: CameraSweep?
  /// What the sweep may change, as it was.
  private var before: [CameraSweep.Change] = []

  /// Small steps across a control's whole range.
  private static let steps = 50

  var chosen: CameraControlState? {
    controls.flatMap { $0.indices.contains(selected) ? $0[selected] : nil }
  }

  mutating func show(_ controls: [CameraControlState]) {
    self.controls = controls
    selected = min(selected, max(0, controls.count - 1))
  }

  mutating func choose(_ number: Int) { selected = min(max(0, number), max(0, (controls?.count ?? 1) - 1)) }

  /// The chosen control by so many small steps; nil where it is at its end, or a sweep has hold of it.
  func changed(by steps: Int) -> CameraSweep.Change? {
    guard sweep == nil, let chosen else { return nil }
    let present: Int? = if case .number(let number) = chosen.value { number } else { chosen.standard }
    let number: Int
    switch chosen.numbers {
    case .range(let range, let step):
      let small = max(1, (range.upperBound - range.lowerBound) / Self.steps / step) * step
      let wanted = (present ?? range.lowerBound) + steps * small
      number = min(max(wanted, range.lowerBound), range.lowerBound + range.count / step * step)
    case .list(let numbers):
      guard let place = numbers.firstIndex(of: present ?? 0) ?? numbers.indices.first else { return nil }
      number = numbers[min(max(0, place + steps.signum()), numbers.count - 1)]
    case .none: return nil
    }
    let change = CameraSweep.Change(control: chosen.control, value: .number(number))
    return chosen.value == change.value || !chosen.takes(change.value) ? nil : change
  }

  /// The camera's own choice in place of a number, or the number that its driver begins with in place of that.
  var toggledAutomatic: CameraSweep.Change? {
    guard sweep == nil, let chosen, chosen.hasAutomatic else { return nil }
    guard chosen.value == .automatic else { return CameraSweep.Change(control: chosen.control, value: .automatic) }
    return chosen.standard.map { CameraSweep.Change(control: chosen.control, value: .number($0)) }
  }

  // MARK: Sweep

  /// - Returns: what is to be set first; nil where there is nothing to sweep.
  mutating func beginSweep() -> [CameraSweep.Change]? {
    guard let controls else { return nil }
    let sweep = CameraSweep(controls)
    guard !sweep.isOver else { return nil }
    before = controls.filter { !sweep.missing.contains($0.control) && [.exposure, .focus].contains($0.control) }
      .map { CameraSweep.Change(control: $0.control, value: $0.value) }
    self.sweep = sweep
    return sweep.start()
  }

  /// - Returns: what sets the camera as it was; nil where there was no sweep.
  mutating func stopSweep() -> [CameraSweep.Change]? {
    guard sweep != nil else { return nil }
    sweep = nil
    return before
  }

  /// - Parameter image: what of the newest picture is to be sharp.
  mutating func take(_ image: LuminanceImage) -> CameraRequest? {
    guard var sweep else { return nil }
    let changes = sweep.take(image)
    self.sweep = sweep.isOver ? nil : sweep
    if sweep.isOver {
      let found = CameraControl.allCases.compactMap { control in
        sweep.found[control].map { CameraSweep.Change(control: control, value: $0) }
      }
      return .set(found, keeps: true)
    }
    return changes.isEmpty ? nil : .set(changes, keeps: false)
  }
}
