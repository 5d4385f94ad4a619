public import ArgumentParser
public import Capture
import Foundation
import Imaging
import JPEGFrames
import SDLScreen
import Scanner
import V4L2Camera

/// Where frames come from: every command that plays or films.
struct SourceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The camera: a stable name of “viewfinder devices”, a node such as /dev/video0, or a maker's name.",
      valueName: "camera"))
  var device: String?

  @Option(
    help: ArgumentHelp(
      "Size and rate to ask the camera for, such as 1920x1080@30 or MJPG:640x480; with --source the layout of raw "
        + "pictures, such as YUYV:640x480@30.",
      valueName: "format"))
  var format: CaptureWish?

  @Option(
    help: ArgumentHelp(
      "Play a picture, a folder of pictures, or a video (YUV4MPEG2, Motion-JPEG, raw) in place of a camera; - is "
        + "standard input.",
      valueName: "path"))
  var source: String?

  @Flag(help: "Play a generated scene in place of a camera.")
  var demo = false

  func validate() throws {
    guard [device != nil, source != nil, demo].count(where: { $0 }) <= 1 else {
      throw ValidationError("--device, --source and --demo exclude each other")
    }
  }
}

extension CaptureWish: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}

/// How files are played.
enum PlayedFiles {
  /// How long a folder shows each picture in the window.
  static let secondsAPicture = 2.0
  /// Frames a second of a still picture: enough for it to follow the viewfinder.
  static let stillRate = 10.0

  /// - Parameter isWatched: a person looks on: pictures stay for a while and the last one for good. Else each is
  ///   played once and as fast as it is asked for.
  static func open(_ path: String, wish: CaptureWish?, isWatched: Bool) throws(CaptureFailure) -> any FrameSource {
    if path == "-" { return try standardInput(wish, isWatched: isWatched) }
    if PictureFiles.isFolder(path) { return try pictures(in: path, isWatched: isWatched) }
    let ending = URL(filePath: path).pathExtension.lowercased()
    if videoEndings.contains(ending) || wish?.fourCC != nil {
      guard let file = FileHandle(forReadingAtPath: path) else {
        throw .unreadableSource(path: path, reason: "it cannot be opened")
      }
      return try stream(ByteReader(file), name: path, wish, isWatched: isWatched)
    }
    do throws(PictureFailure) {
      return still(try SDLPictures.read(path: path), name: path, isWatched: isWatched)
    } catch {
      throw .unreadableSource(path: path, reason: error.reason)
    }
  }

  /// A file is a video by its ending: a Motion-JPEG file begins like a picture. With a layout in `--format` it is one
  /// of raw pictures.
  private static let videoEndings: Set = ["y4m", "mjpeg", "mjpg", "yuv", "raw"]

  /// What comes is told by its first bytes, since it has no name.
  private static func standardInput(_ wish: CaptureWish?, isWatched: Bool) throws(CaptureFailure) -> any FrameSource {
    let name = "standard input"
    let reader = ByteReader(.standardInput)
    if wish?.fourCC != nil || VideoStream.isVideo(reader) {
      return try stream(reader, name: name, wish, isWatched: isWatched)
    }
    do throws(PictureFailure) {
      let bytes = reader.rest(limit: SDLPictures.byteLimit)
      return still(try SDLPictures.read(bytes: bytes, name: name), name: name, isWatched: isWatched)
    } catch {
      throw .unreadableSource(path: name, reason: error.reason)
    }
  }

  private static func still(_ frame: Frame, name: String, isWatched: Bool) -> any FrameSource {
    ImageSequence(name: name, frames: [frame], rate: isWatched ? stillRate : nil, repeats: isWatched)
  }

  private static func pictures(in folder: String, isWatched: Bool) throws(CaptureFailure) -> any FrameSource {
    var paths = PictureFiles.entries(for: [folder]).compactMap { entry in
      if case .file(let path) = entry { path } else { nil }
    }[...]
    guard !paths.isEmpty else { throw .unreadableSource(path: folder, reason: "it holds no pictures") }
    let repetitions = isWatched ? Int(secondsAPicture * stillRate) : 1
    var shown: Frame?
    var index = 0
    return ImageSequence(
      description: FrameSourceDescription(name: folder), rate: isWatched ? stillRate : nil
    ) {
      if index.isMultiple(of: repetitions) || shown == nil {
        // A file that is no picture after all is passed over, as `scan` goes on, too.
        var next: Frame?
        while next == nil, let path = paths.popFirst() { next = try? SDLPictures.read(path: path) }
        if next == nil, !isWatched { return nil }
        shown = next ?? shown
      }
      defer { index += 1 }
      return shown?.renumbered(sequence: index, timestamp: .seconds(Double(index) / stillRate))
    }
  }

  private static func stream(
    _ reader: ByteReader, name: String, _ wish: CaptureWish?, isWatched: Bool
  ) throws(CaptureFailure) -> any FrameSource {
    let raw = wish.flatMap { wish in
      wish.fourCC.flatMap { PixelFormat(fourCC: $0) }.map {
        RawPictures(format: $0, width: wish.width, height: wish.height)
      }
    }
    guard let decoder = MJPEGDecoder() else {
      throw .system(call: "tjInitDecompress", message: "no memory for a JPEG decoder")
    }
    return try VideoStream.source(
      name: name, reader, raw: raw, rate: isWatched ? wish?.rate ?? 30 : wish?.rate
    ) { jpeg, sequence, timestamp in
      try? decoder.frame(from: jpeg, sequence: sequence, timestamp: timestamp)
    }
  }
}

extension ByteReader {
  /// Everything that a file or pipe gives.
  convenience init(_ file: FileHandle) {
    self.init { (try? file.read(upToCount: 1 << 18)).map { Array($0) } ?? [] }
  }
}
