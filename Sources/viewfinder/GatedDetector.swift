import Capture
import Imaging
import Scanner
import Station
import Synchronization

/// Hands a detector the frames in which something may be new (`MotionGate`), for stations that nobody looks at.
final class GatedDetector: Sendable {
  private struct State {
    var gate = MotionGate()
    var hasCodes = false
  }

  private let state = Mutex(State())
  private let output: MetadataOutput

  init(_ output: MetadataOutput) { self.output = output }

  func submit(_ frame: Frame) {
    let lets = state.withLock { state in
      state.gate.letsThrough(frame, hasCodes: state.hasCodes, at: CaptureClock.monotonic.now())
    }
    if lets { output.submit(frame) }
  }

  func note(_ report: DetectionReport) { state.withLock { $0.hasCodes = !report.observations.isEmpty } }
}
