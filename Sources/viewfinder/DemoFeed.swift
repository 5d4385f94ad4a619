import Barcodes
import Capture
import Scanner

/// The generated scene as a camera.
enum DemoFeed {
  /// - Parameter format: the size and rate to generate; nil is what cameras are asked for.
  static func open(_ format: RequestedFormat?) throws(CaptureFailure) -> any FrameSource {
    let requested = format ?? .standard
    // Chroma is at half the size, so sides are even; a smaller picture has no room for a code.
    let (width, height) = (max(64, requested.width & ~1), max(64, requested.height & ~1))
    let scene: DemoScene
    do throws(WriteFailure) {
      scene = try DemoScene(width: width, height: height, writer: QRWriter())
    } catch {
      throw .system(call: "the demo's writer", message: "\(error)")
    }
    return GeneratedFrames(name: "Demo", rate: requested.rate ?? 30) { _, time in scene.frame(at: time) }
  }
}
