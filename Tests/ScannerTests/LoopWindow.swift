import Barcodes
import Capture
import Foundation
import Geometry
import Imaging
import Presentation
import Scanner
import TestSupport

/// A window of 800 × 600 that is told what happens, 10 ms a turn.
final class LoopWindow {
  var loop: ScannerLoop
  var capture = CaptureState.running(FrameSourceDescription(name: "cam"))
  private var clock = ManualClock()
  private var sequence = 0

  init(_ settings: Settings = Settings(), region: Rect<Normalized>? = nil) {
    loop = ScannerLoop(settings: settings, window: Size(800, 600), scale: 1, region: region)
  }

  @discardableResult
  func turn(
    _ events: ScreenEvent..., frame: Frame? = nil, report: DetectionReport? = nil, after: Duration = .milliseconds(10)
  ) -> ScannerLoop.Turn {
    clock.advance(by: after)
    return loop.turn(
      ScannerLoop.Input(events: events, frame: frame, report: report, capture: capture, now: clock.now),
      measuring: FixedWidth())
  }

  /// A frame and what was read in it.
  @discardableResult
  func see(_ observations: Observation..., after: Duration = .milliseconds(10)) throws -> ScannerLoop.Turn {
    sequence += 1
    return turn(
      frame: try grey(640, 480, sequence: sequence), report: report(observations, sequence: sequence), after: after)
  }

  @discardableResult
  func press(_ key: Key, _ modifiers: Modifiers = []) -> ScannerLoop.Turn {
    turn(.key(key, modifiers, isRepeat: false))
  }
}

func shownTexts(_ turn: ScannerLoop.Turn) -> [String] {
  turn.drawing.items.compactMap { if case .text(let text, _) = $0 { text.string } else { nil } }
}
