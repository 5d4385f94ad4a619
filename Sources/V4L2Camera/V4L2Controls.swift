import CV4L2
import Capture
import Glibc

extension V4L2Device {
  /// What the driver tells of a control; nil where the camera has none.
  func state(of control: CameraControl) -> CameraControlState? {
    if control == .antiFlicker { return antiFlicker }
    if control == .light { return light }
    let place = ControlPlace(control)
    let automatic = choosing(place)
    let known = query(place.number)
    guard known != nil || automatic != nil else { return nil }
    let numbers: CameraControlState.Numbers =
      if let known, known.minimum <= known.maximum {
        .range(Int(known.minimum)...Int(known.maximum), step: max(1, Int(known.step)))
      } else {
        .none
      }
    let isAutomatic = automatic.map { value(of: $0.number) != $0.off } ?? false
    return CameraControlState(
      control: control, numbers: numbers, hasAutomatic: automatic != nil,
      value: isAutomatic ? .automatic : .number(value(of: place.number).map { Int($0) } ?? 0),
      standard: known.map { Int($0.default_value) })
  }

  func set(_ control: CameraControl, to value: ControlValue) throws(ControlFailure) {
    guard let state = state(of: control) else { throw .missing(control) }
    guard state.takes(value) else { throw .outside(control, value, choices: state.choices) }
    let place = ControlPlace(control)
    do throws(SystemError) {
      if control == .antiFlicker {
        try set(place.number, to: MainsFilter(value).entry)
        return
      }
      if control == .light, let lamp {
        try set(lamp.number, to: value == .number(0) ? 0 : lamp.on)
        return
      }
      let automatic = choosing(place)
      switch value {
      case .automatic: if let automatic { try set(automatic.number, to: automatic.on) }
      case .number(let number):
        if let automatic { try set(automatic.number, to: automatic.off) }
        try set(place.number, to: Int32(clamping: number))
      }
    } catch {
      throw .refused(control, reason: error.message)
    }
  }

  private var antiFlicker: CameraControlState? {
    let number = ControlPlace(.antiFlicker).number
    guard let known = query(number) else { return nil }
    let there = MainsFilter.allCases.filter { hasEntry($0.entry, of: number) }
    let filter = MainsFilter.allCases.first { $0.entry == value(of: number) }
    return CameraControlState(
      control: .antiFlicker, numbers: .list(there.compactMap(\.hertz)), hasAutomatic: there.contains(.automatic),
      value: filter?.hertz.map { .number($0) } ?? .automatic,
      standard: MainsFilter.allCases.first { $0.entry == known.default_value }?.hertz)
  }

  private struct Lamp {
    let number: UInt32
    let on: Int32
  }

  /// A lamp that can stay on, or else what the driver calls an illuminator; nil where there is neither.
  private var lamp: Lamp? {
    let (torch, illuminator) = (UInt32(clamping: VF_LAMP), UInt32(clamping: VF_ILLUMINATOR))
    let isOn = Int32(bitPattern: V4L2_FLASH_LED_MODE_TORCH.rawValue)
    if query(torch) != nil, hasEntry(isOn, of: torch) { return Lamp(number: torch, on: isOn) }
    return query(illuminator).map { _ in Lamp(number: illuminator, on: 1) }
  }

  private var light: CameraControlState? {
    guard let lamp, let known = query(lamp.number) else { return nil }
    return CameraControlState(
      control: .light, numbers: .list([0, 1]), hasAutomatic: false,
      value: .number(value(of: lamp.number) == lamp.on ? 1 : 0), standard: known.default_value == lamp.on ? 1 : 0)
  }

  private struct Automatic {
    let number: UInt32
    let on: Int32
    let off: Int32
  }

  /// What has the camera choose by itself; nil where it cannot.
  private func choosing(_ place: ControlPlace) -> Automatic? {
    guard let number = place.automatic, let known = query(number) else { return nil }
    guard known.type == V4L2_CTRL_TYPE_MENU.rawValue else { return Automatic(number: number, on: 1, off: 0) }
    // Exposure: USB cameras have no entry that chooses all, but one that chooses the time alone, which is their default.
    let manual = Int32(bitPattern: V4L2_EXPOSURE_MANUAL.rawValue)
    guard hasEntry(manual, of: number) else { return nil }
    let choosing = [
      known.default_value, Int32(bitPattern: V4L2_EXPOSURE_AUTO.rawValue),
      Int32(bitPattern: V4L2_EXPOSURE_APERTURE_PRIORITY.rawValue),
    ]
    guard let on = choosing.first(where: { $0 != manual && hasEntry($0, of: number) }) else { return nil }
    return Automatic(number: number, on: on, off: manual)
  }

  // MARK: Calls

  private func query(_ number: UInt32) -> v4l2_queryctrl? {
    var control = v4l2_queryctrl()
    control.id = number
    guard (try? system("VIDIOC_QUERYCTRL") { unsafe vf_query_control(descriptor, &control) }) != nil,
      control.flags & UInt32(V4L2_CTRL_FLAG_DISABLED | V4L2_CTRL_FLAG_READ_ONLY) == 0
    else { return nil }
    return control
  }

  private func hasEntry(_ entry: Int32, of number: UInt32) -> Bool {
    guard let index = UInt32(exactly: entry) else { return false }
    var menu = v4l2_querymenu()
    menu.id = number
    menu.index = index
    return (try? system("VIDIOC_QUERYMENU") { unsafe vf_query_entry(descriptor, &menu) }) != nil
  }

  private func value(of number: UInt32) -> Int32? {
    var control = v4l2_control(id: number, value: 0)
    guard (try? system("VIDIOC_G_CTRL") { unsafe vf_get_control(descriptor, &control) }) != nil else { return nil }
    return control.value
  }

  private func set(_ number: UInt32, to value: Int32) throws(SystemError) {
    var control = v4l2_control(id: number, value: value)
    _ = try system("VIDIOC_S_CTRL") { unsafe vf_set_control(descriptor, &control) }
  }
}

/// Where drivers keep a control: its number, and the one that has the camera choose by itself.
private struct ControlPlace {
  let number: UInt32
  var automatic: UInt32?

  init(_ control: CameraControl) {
    let (number, automatic): (Int, Int?) =
      switch control {
      case .focus: (VF_FOCUS, VF_FOCUS_AUTO)
      case .exposure: (VF_EXPOSURE, VF_EXPOSURE_AUTO)
      case .gain: (VF_GAIN, VF_GAIN_AUTO)
      case .whiteBalance: (VF_WHITE_BALANCE, VF_WHITE_BALANCE_AUTO)
      case .zoom: (VF_ZOOM, nil)
      case .light: (VF_ILLUMINATOR, nil)
      case .antiFlicker: (VF_ANTI_FLICKER, nil)
      }
    self.number = UInt32(clamping: number)
    self.automatic = automatic.map { UInt32(clamping: $0) }
  }
}

/// The entries of `V4L2_CID_POWER_LINE_FREQUENCY`.
private enum MainsFilter: CaseIterable {
  case off, fifty, sixty, automatic

  /// - Parameter value: one of those that the control takes.
  init(_ value: ControlValue) {
    self = Self.allCases.first { $0.hertz.map { .number($0) } ?? .automatic == value } ?? .automatic
  }

  var entry: Int32 {
    switch self {
    case .off: 0
    case .fifty: 1
    case .sixty: 2
    case .automatic: 3
    }
  }

  var hertz: Int? {
    switch self {
    case .off: 0
    case .fifty: 50
    case .sixty: 60
    case .automatic: nil
    }
  }
}
