public import Imaging

/// Finds the exposure with the best contrast and then the sharpest focus in one part of a camera's pictures, and leaves both set:
/// focus is found by what can be seen.
///
/// It is told of each picture, and tells what is to be set.
///
/// ```swift
/// var sweep = CameraSweep(camera.controls)
/// var changes = sweep.start()
/// while true {
///   for change in changes { try camera.set(change.control, to: change.value) }
///   if sweep.isOver { break }
///   changes = sweep.take(picture())
/// }
/// ```
public struct CameraSweep: Sendable {
  public struct Change: Hashable, Sendable {
    public let control: CameraControl
    public let value: ControlValue

    public init(control: CameraControl, value: ControlValue) {
      self.control = control
      self.value = value
    }
  }

  private struct Part {
    let control: CameraControl
    let measure: PictureMeasure
    var sweep: ControlSweep
  }

  /// Pictures longer exposed than this come at less than 30 a second, and codes that move are blurred in them. In steps of 0.1 ms.
  private static let longestExposure = 333
  /// Values that a sweep looks at: the coarse ones, and what a golden section takes for two of their gaps.
  private static let looksExpected = 20.0

  private var parts: [Part] = []
  private var place = 0
  /// What was found so far, which is also what is set.
  public private(set) var found: [CameraControl: ControlValue] = [:]
  /// What is swept, and the camera has not.
  public private(set) var missing: [CameraControl] = []

  public init(_ controls: [CameraControlState]) {
    for (control, measure) in [(CameraControl.exposure, PictureMeasure.contrast), (.focus, .sharpness)] {
      guard case .range(var range, let step)? = controls.first(where: { $0.control == control })?.numbers else {
        missing.append(control)
        continue
      }
      if control == .exposure {
        range = range.lowerBound...max(range.lowerBound, min(range.upperBound, Self.longestExposure))
      }
      parts.append(Part(control: control, measure: measure, sweep: ControlSweep(range: range, step: step)))
    }
  }

  public var isOver: Bool { place == parts.count }

  /// Which control is swept now; nil at the end.
  public var control: CameraControl? { isOver ? nil : parts[place].control }

  /// How far it is, 0…1.
  public var progress: Double {
    guard !parts.isEmpty, !isOver else { return 1 }
    return (Double(place) + min(1, Double(parts[place].sweep.looks) / Self.looksExpected)) / Double(parts.count)
  }

  /// What is to be set before the first picture.
  public func start() -> [Change] { wanted.map { [$0] } ?? [] }

  /// A picture came, or the part of it that is to be sharp.
  ///
  /// - Returns: what is to be set now, in order.
  public mutating func take(_ image: LuminanceImage) -> [Change] {
    guard !isOver else { return [] }
    let before = wanted
    parts[place].sweep.take(parts[place].measure.of(image))
    if parts[place].sweep.wanted == nil { return finishPart() }
    return wanted == before ? [] : start()
  }

  private mutating func finishPart() -> [Change] {
    let part = parts[place]
    place += 1
    guard let best = part.sweep.best else { return start() }
    found[part.control] = .number(best)
    return [Change(control: part.control, value: .number(best))] + start()
  }

  private var wanted: Change? {
    guard !isOver, let value = parts[place].sweep.wanted else { return nil }
    return Change(control: parts[place].control, value: .number(value))
  }
}
