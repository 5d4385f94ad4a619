public import Capture
import Imaging

// The camera's controls, set by keys while their effect is seen.
extension ScannerLoop {
  /// What the camera has to set, and how it is set; told if it is still asked for.
  public mutating func show(controls: [CameraControlState]) { view.camera?.show(controls) }

  /// What a command does while the controls are shown; nil where it does what it always does.
  mutating func obeyAtCamera(_ command: ScannerCommand, at now: Duration) -> [LoopEffect]? {
    if command == .camera(.toggle) { return toggleControls() }
    guard let panel = view.camera, view.field == nil, view.question == nil, !view.showsKeys else { return nil }
    switch command {
    case .moveViewfinder(_, let y) where y != 0: return choose(panel.selected + (y > 0 ? 1 : -1))
    case .moveViewfinder(let x, _): return set(panel.changed(by: x > 0 ? 1 : -1))
    case .growViewfinder(let width, _): return width == 0 ? [] : set(panel.changed(by: width > 0 ? 10 : -10))
    case .chooseNext: return choose((panel.selected + 1) % max(1, panel.controls?.count ?? 1))
    case .choosePrevious: return choose(panel.selected == 0 ? .max : panel.selected - 1)
    case .camera(.choose(let number)): return choose(number)
    case .camera(.change(let steps)): return set(panel.changed(by: steps))
    case .fields, .camera(.automatic): return set(panel.toggledAutomatic)
    case .proceed, .camera(.sweep): return toggleSweep(at: now)
    case .back: return panel.sweep == nil ? toggleControls() : toggleSweep(at: now)
    default: return nil
    }
  }

  /// A picture for the sweep: what of it lies in the viewfinder.
  mutating func sweepCamera(_ frame: Frame?, at now: Duration) -> [LoopEffect] {
    guard let frame, view.camera?.sweep != nil, let region = rectOfInterest else { return [] }
    let place = RegionOfInterest(region, frameSize: frame.size, rule: settings.regionRule).inFrame
    guard let image = LuminanceImage(frame, region: place), let request = view.camera?.take(image) else { return [] }
    if case .set(_, keeps: true) = request { toast("The best is kept for this camera", at: now) }
    return [.camera(request)]
  }

  /// The camera is gone, or another one comes.
  mutating func closeControls() { view.camera = nil }

  private mutating func toggleControls() -> [LoopEffect] {
    guard view.camera != nil else {
      view.camera = CameraPanel()
      return [.camera(.read)]
    }
    let before = view.camera?.stopSweep()
    view.camera = nil
    return before.map { [.camera(.set($0, keeps: false))] } ?? []
  }

  private mutating func toggleSweep(at now: Duration) -> [LoopEffect] {
    if let before = view.camera?.stopSweep() { return [.camera(.set(before, keeps: false))] }
    guard let changes = view.camera?.beginSweep() else {
      toast("Neither exposure nor focus can be set here", at: now)
      return []
    }
    return [.camera(.set(changes, keeps: false))]
  }

  private mutating func choose(_ number: Int) -> [LoopEffect] {
    view.camera?.choose(number)
    return []
  }

  private func set(_ change: CameraSweep.Change?) -> [LoopEffect] {
    change.map { [.camera(.set([$0], keeps: true))] } ?? []
  }
}
