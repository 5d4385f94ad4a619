import Capture

enum DemoFeed {
  static func open(_ format: CaptureWish?) throws(CaptureFailure) -> any FrameSource {
    throw .unreadableSource(path: "demo", reason: "the writer of its codes is not part of this build")
  }
}
