/// What people set on a camera, whatever its driver calls it.
public enum CameraControl: String, CaseIterable, Hashable, Sendable {
  /// The distance that is sharp, in the lens's own steps.
  case focus
  /// How long the sensor gathers light, in steps of 0.1 ms.
  case exposure
  /// In the sensor's own steps.
  case gain
  /// In kelvin.
  case whiteBalance = "white-balance"
  /// In the lens's own steps.
  case zoom
  /// The lamp beside the lens: 1 is on, 0 is off.
  case light
  /// The mains' frequency whose flicker is filtered out: 50 or 60 Hz, 0 filters nothing.
  case antiFlicker = "anti-flicker"
}

/// A control's value: a number, or the camera's own choice.
public enum ControlValue: Hashable, Sendable, CustomStringConvertible {
  case automatic
  case number(Int)

  /// `auto`, or a whole number; nil for anything else.
  public init?(_ text: String) {
    if text == "auto" {
      self = .automatic
    } else if let number = Int(text) {
      self = .number(number)
    } else {
      return nil
    }
  }

  public var description: String {
    switch self {
    case .automatic: "auto"
    case .number(let number): String(number)
    }
  }
}

/// A control as a camera has it.
public struct CameraControlState: Hashable, Sendable {
  /// The numbers that it takes.
  public enum Numbers: Hashable, Sendable {
    /// From the least to the greatest, so far apart.
    case range(ClosedRange<Int>, step: Int)
    /// These alone, growing.
    case list([Int])
    /// None: the camera chooses, or it does not.
    case none
  }

  public let control: CameraControl
  public let numbers: Numbers
  /// Whether the camera can choose by itself.
  public let hasAutomatic: Bool
  /// What is set now.
  public let value: ControlValue
  /// The number that the driver begins with; nil where it takes none.
  public let standard: Int?

  public init(
    control: CameraControl, numbers: Numbers, hasAutomatic: Bool, value: ControlValue, standard: Int?
  ) {
    (self.control, self.numbers, self.hasAutomatic) = (control, numbers, hasAutomatic)
    (self.value, self.standard) = (value, standard)
  }

  /// Whether it can be set so.
  public func takes(_ value: ControlValue) -> Bool {
    guard case .number(let number) = value else { return hasAutomatic }
    return switch numbers {
    case .range(let range, let step): range.contains(number) && (number - range.lowerBound).isMultiple(of: max(1, step))
    case .list(let numbers): numbers.contains(number)
    case .none: false
    }
  }

  /// What it takes, for people: `0 to 255 by 5, or auto`.
  public var choices: String {
    let numbers: String? =
      switch numbers {
      case .range(let range, let step):
        "\(range.lowerBound) to \(range.upperBound)" + (step > 1 ? " by \(step)" : "")
      case .list(let numbers): numbers.map(String.init).joined(separator: ", ")
      case .none: nil
      }
    return [numbers, hasAutomatic ? "auto" : nil].compactMap(\.self).joined(separator: ", or ")
  }
}

/// Why a control is not set.
public enum ControlFailure: Error, Hashable, Sendable, CustomStringConvertible {
  case missing(CameraControl)
  /// With what it takes.
  case outside(CameraControl, ControlValue, choices: String)
  /// With the driver's reason.
  case refused(CameraControl, reason: String)

  public var description: String {
    switch self {
    case .missing(let control): "the camera has no \(control.rawValue) to set"
    case .outside(let control, let value, let choices): "\(control.rawValue): \(value) is not \(choices)"
    case .refused(let control, let reason): "\(control.rawValue): the camera refuses it: \(reason)"
    }
  }
}
