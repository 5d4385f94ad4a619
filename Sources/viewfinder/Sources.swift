import Capture
import PictureFiles
import Scanner
import Synchronization
import V4L2Camera

/// Where frames come from.
enum ChosenSource: Hashable, Sendable {
  case camera
  case demo
  /// A picture, a folder or a video; `-` is standard input.
  case file(String)
}

extension SourceOptions {
  var chosen: ChosenSource { demo ? .demo : source.map { .file($0) } ?? .camera }
}

/// Opens what is chosen.
@MainActor final class Sources {
  /// What was opened last.
  private(set) var current = ChosenSource.camera
  private let format: CaptureWish?
  private let cameras: V4L2Cameras

  /// - Parameter format: what the command line says of a file's or the demo's size, rate and layout.
  init(format: CaptureWish?, cameras: V4L2Cameras) {
    self.format = format
    self.cameras = cameras
  }

  /// How a session opens the source, the first time and after it was lost.
  func opening(_ source: ChosenSource) -> OpenFrameSource {
    current = source
    let format = format
    switch source {
    case .camera: return cameras.open
    case .demo: return { () throws(CaptureFailure) in try DemoFeed.open(format) }
    case .file(let path):
      return { () throws(CaptureFailure) in
        try PlayedFiles.open(path, wish: format, isWatched: true, loader: WalledPictureLoader.ofThisProgram())
      }
    }
  }
}
