import Capture
import Scanner
import V4L2Camera

/// Where the rooms meet: which source the options mean.
enum Wiring {
  /// What films live: a camera.
  static func live(_ options: SourceOptions, _ settings: Settings) throws -> OpenFrameSource {
    V4L2Cameras(settings.camera).open
  }
}
