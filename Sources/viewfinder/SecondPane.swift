import Barcodes
import Capture
import Foundation
import Geometry
import Imaging
import Presentation
import SDLScreen
import Scanner
import V4L2Camera

/// A second camera beside the first in the window, with a picture, a viewfinder and a detector of its own.
@MainActor final class SecondPane {
  private(set) var loop: ScannerLoop
  private(set) var shown: ScannerLoop.Turn?
  private let cameras: V4L2Cameras
  private let output: MetadataOutput
  private let reports = Latest<DetectionReport>()
  private var capture: CaptureSession
  /// What plays in its camera's place.
  private var isDemo = false
  private let words: Words
  private let waker: ScreenWaker
  private let controls = Latest<[CameraControlState]>()
  private let controlWork: ControlWork
  /// What its inspector has done aside.
  let inspector: InspectorWork

  /// - Parameters:
  ///   - size: of its part of the window.
  ///   - onFailure: told in a sentence of what could not be set on the camera.
  init(
    _ settings: Settings, device: String, size: Size<ScreenPixels>, scale: Double, _ context: PayloadContext,
    _ words: Words, waker: ScreenWaker, onFailure: @escaping @Sendable (Sentence) -> Void
  ) throws {
    var settings = settings
    settings.camera.device = device
    let environment = ProcessInfo.processInfo.environment
    let cameras = V4L2Cameras(settings.camera, prepare: CameraMemory.preparing(environment))
    self.cameras = cameras
    (self.words, self.waker) = (words, waker)
    let wanted = settings.symbologies.symbologies(among: Catalog.available)
    let output = MetadataOutput(detector: Detector(.camera(wanted)), availableSymbologies: Catalog.available)
    try output.setSymbologies(wanted)
    output.regionRule = settings.regionRule
    self.output = output
    loop = ScannerLoop(settings: settings, window: size, scale: scale, context: context, words: words)
    capture = WindowSession.session(cameras.open, output, waker)
    controlWork = ControlWork(cameras, environment: environment) { [controls] in
      controls.put($0)
      waker.wake()
    } onFailure: {
      onFailure($0)
    }
    inspector = InspectorWork { waker.wake() }
    output.deliver(to: reports) { waker.wake() }
  }

  func start() { capture.start() }

  func stop() {
    capture.stop()
    output.finish()
  }

  /// No pictures are wanted while another screen has the window.
  func hold(_ isHeld: Bool) { capture.isHeld = isHeld || loop.state.phase == .paused }

  var name: String? { if case .running(let source) = capture.state { source.name } else { nil } }

  /// Says in its part of the window what came of something that a person asked for.
  func tell(_ sentence: String, isTrouble: Bool, goesOn: Bool = false, at now: Duration) {
    loop.tell(sentence, isTrouble: isTrouble, goesOn: goesOn, at: now)
  }

  func setDesktop(_ desktop: DesktopAppearance) { loop.desktop = desktop }

  func turn(_ events: [ScreenEvent], at now: Duration, measuring: PangoText) -> ScannerLoop.Turn {
    if let states = controls.take() { loop.show(controls: states) }
    var input = ScannerLoop.Input(
      events: events, frame: capture.frames.take(), report: reports.take(), capture: capture.state,
      counts: capture.counts, now: now)
    input.outcome = inspector.outcomes.take()
    input.answer = inspector.answers.take()
    let turn = loop.turn(input, measuring: measuring)
    if let region = turn.rectOfInterest { output.rectOfInterest = region }
    output.keepsInsight = turn.wantsInsight
    output.weighsEachFrame = turn.isPaused
    if let frame = turn.frameToSearch { output.submit(frame) }
    if let trial = turn.trial { inspector.run(trial) }
    if let probe = turn.probe { inspector.run(probe) }
    capture.isHeld = turn.isPaused
    shown = turn
    return turn
  }

  /// Sets its camera, or shows another one, or the demo in its place.
  ///
  /// - Returns: false for what is not of the camera.
  func perform(_ effect: LoopEffect, at now: Duration) -> Bool {
    switch effect {
    case .camera(let request): controlWork.perform(request, isCamera: !isDemo)
    case .startDemo:
      play(at: now, "Showing \(ChosenSource.demo.title); N goes back to the camera") { () throws(CaptureFailure) in
        try DemoFeed.open(nil)
      }
      isDemo = true
    case .nextCamera where isDemo:
      play(at: now, "Showing the camera", cameras.open)
      isDemo = false
    case .nextCamera: if cameras.chooseNext() != nil { capture.reopen() }
    // Where its viewfinder is, is of this run; the settings keep the first one's.
    case .keep: break
    default: return false
    }
    return true
  }

  private func play(at now: Duration, _ announcement: Sentence, _ open: @escaping OpenFrameSource) {
    capture.stop()
    capture = WindowSession.session(open, output, waker)
    loop.begin(.moving, at: now)
    tell(words(announcement), isTrouble: false, at: now)
    capture.start()
  }
}
