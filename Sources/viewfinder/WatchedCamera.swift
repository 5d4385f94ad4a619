import Barcodes
import Capture
import Geometry
import Imaging
import Scanner
import Synchronization

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
    // A frame's report may come when its camera is gone already.
    let name = Mutex("camera")
    let opening: OpenFrameSource = { () throws(CaptureFailure) in
      let source = try open()
      name.withLock { $0 = source.description.name }
      return source
    }
    let session = CaptureSession(onFrame: { gated.submit($0) }, wake: wake, open: opening)
    output.onReport { report in
      gated.note(report)
      onReport(report, name.withLock { $0 })
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
