import Capture
import PictureFiles
import Presentation
import Scanner
import Synchronization
import V4L2Camera

/// Where frames come from.
enum ChosenSource: Hashable, Sendable {
  case camera
  case demo
  /// A path in place of a camera, or a video that was opened; `-` is standard input.
  case played(String, PictureKind)
  /// One of the pictures of an open folder, or of a few that were opened together.
  case pictures([PicturePath], place: Int)
  /// A picture that has no file.
  case picture([UInt8], from: Origin)

  enum Origin: Hashable, Sendable {
    case clipboard, screen
  }

  /// What a path that a person opens leads to.
  ///
  /// - Throws: the reason why there is nothing to show.
  static func opening(_ paths: [PicturePath]) throws(CaptureFailure) -> ChosenSource {
    var found: [PicturePath] = []
    for path in paths {
      guard PictureFolder.isFolder(path) else {
        if let reason = PictureFolder.trouble(reading: path) {
          throw .unreadableSource(path: path.shown, reason: reason)
        }
        found.append(path)
        continue
      }
      do throws(PictureFailure) { found += try PictureFolder.pictures(in: path) } catch {
        throw .unreadableSource(path: error.name, reason: error.reason)
      }
    }
    guard let first = found.first else {
      throw .unreadableSource(path: paths.first?.shown ?? "", reason: "it holds no pictures")
    }
    return found.count == 1 && (PlayedFiles.isVideo(first.shown) || BundleFile.isBundle(first.shown))
      ? .played(first.shown, .moving) : .pictures(found, place: 0)
  }

  /// What is shown in place of a camera: a file that is a picture or a document is looked at whole, and all else plays as a
  /// camera's pictures do.
  ///
  /// - Parameter format: the layout that raw pictures are said to have makes a file a video, whatever it is called.
  static func playing(_ path: String, _ format: RequestedFormat?) -> ChosenSource {
    let plays =
      path == "-" || format?.fourCC != nil || PlayedFiles.isVideo(path) || BundleFile.isBundle(path)
      || PictureFolder.isFolder(PicturePath.paths(for: [path])[0])
    return .played(path, plays ? .moving : .still)
  }

  /// As a person would name it in a sentence.
  var title: Sentence {
    switch self {
    case .camera: "the camera"
    case .demo: "the demo"
    case .played(let path, _): Sentence(verbatim: Self.name(path))
    case .pictures(let paths, let place): Sentence(verbatim: Self.name(paths[place].shown))
    case .picture(_, .clipboard): "the pasted picture"
    case .picture(_, .screen): "the screen as it was"
    }
  }

  /// As a person would name it where it stands alone.
  var heading: Sentence {
    switch self {
    case .camera: "Camera"
    case .demo: "Demo"
    case .played, .pictures: title
    case .picture(_, .clipboard): "Pasted picture"
    case .picture(_, .screen): "Picture of the screen"
    }
  }

  /// The file that is shown, or nil where there is none.
  var path: String? {
    switch self {
    case .camera, .demo, .picture: nil
    case .played(let path, _): path == "-" ? nil : path
    case .pictures(let paths, let place): paths[place].shown
    }
  }

  private static func name(_ path: String) -> String {
    HarmlessText.escaped(path.split(separator: "/").last.map(String.init) ?? path)
  }

  var kind: PictureKind {
    switch self {
    case .camera, .demo: .moving
    case .played(_, let kind): kind
    case .pictures, .picture: .still
    }
  }

  /// The picture so many places further in its folder, none past its ends; nil where there is no folder.
  func stepped(by count: Int) -> ChosenSource? {
    guard case .pictures(let paths, let place) = self, paths.count > 1 else { return nil }
    return .pictures(paths, place: min(max(0, place + count), paths.count - 1))
  }
}

extension SourceOptions {
  var chosen: ChosenSource { demo ? .demo : source.map { .playing($0, format) } ?? .camera }
}

/// Opens what is chosen.
@MainActor final class Sources {
  /// What was opened last.
  private(set) var current = ChosenSource.camera
  /// What was shown last that is no camera.
  private(set) var other: ChosenSource?
  private let format: RequestedFormat?
  private let cameras: V4L2Cameras

  /// - Parameter format: what the command line says of a file's or the demo's size, rate and layout.
  init(format: RequestedFormat?, cameras: V4L2Cameras) {
    self.format = format
    self.cameras = cameras
  }

  /// How a session opens the source, the first time and after it was lost.
  func opening(_ source: ChosenSource) -> OpenFrameSource {
    current = source
    if source != .camera { other = source }
    let format = format
    switch source {
    case .camera: return cameras.open
    case .demo: return { () throws(CaptureFailure) in try DemoFeed.open(format) }
    case .picture(let bytes, _):
      let name = source.title.description
      return { () throws(CaptureFailure) in
        try PlayedFiles.open(bytes, name: name, loader: WalledPictureLoader.ofThisProgram())
      }
    case .pictures(let paths, let place):
      return { () throws(CaptureFailure) in
        try PlayedFiles.open(paths[place], loader: WalledPictureLoader.ofThisProgram())
      }
    case .played(let path, _):
      return { () throws(CaptureFailure) in
        try PlayedFiles.open(path, requested: format, isWatched: true, loader: WalledPictureLoader.ofThisProgram())
      }
    }
  }
}
