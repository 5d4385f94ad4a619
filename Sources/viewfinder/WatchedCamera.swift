import Barcodes
import Capture
import Geometry
import Imaging
import Scanner

/// A camera that films with a detector and a region of its own, for stations and other windowless reading.
final class WatchedCamera: Sendable {
  let session: CaptureSession
  let output: MetadataOutput

  /// - Parameters:
  ///   - wake: told of frames and of what happens to the camera.
  ///   - onReport: told of each report with the camera's name, on the detector's thread.
  init(
    _ configuration: DetectionConfiguration, open: @escaping OpenFrameSource, wake: @escaping @Sendable () -> Void,
    onReport: @escaping @Sendable (DetectionReport, String) -> Void
  ) throws {
    let output = MetadataOutput(
      detector: Detector(.camera(configuration.symbologies)), availableSymbologies: Catalog.available)
    try output.setSymbologies(configuration.symbologies)
    output.rectOfInterest = configuration.rectOfInterest
    output.regionRule = configuration.rule
    let gated = GatedDetector(output)
    let session = CaptureSession(onFrame: { gated.submit($0) }, wake: wake, open: open)
    // The session holds the output already, which holds this.
    output.onReport { [weak session] report in
      gated.note(report)
      let name: String? = if case .running(let source) = session?.state { source.name } else { nil }
      onReport(report, name ?? "camera")
    }
    (self.session, self.output) = (session, output)
  }

  /// Whether it is said to run, so that its detector must get on.
  var isFilming: Bool {
    switch session.state {
    case .running, .stalled: true
    default: false
    }
  }

  func stop() {
    session.stop()
    output.finish()
  }
}
