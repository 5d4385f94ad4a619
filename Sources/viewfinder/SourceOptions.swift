public import ArgumentParser
public import Capture
import Foundation
import Imaging
import JPEGFrames
import PictureFiles
import Scanner
import V4L2Camera

/// Where frames come from: every command that plays or films.
struct SourceOptions: ParsableArguments {
  @Option(
    name: .customLong("device"),
    help: ArgumentHelp(
      "The camera: a stable name of “viewfinder devices”, a node such as /dev/video0, or a maker's name. Given twice, two cameras "
        + "at once.", valueName: "camera"))
  var devices: [String] = []

  var device: String? { devices.first }
  /// Films beside the first.
  var secondDevice: String? { devices.dropFirst().first }

  @Option(
    help: ArgumentHelp(
      "Size and rate to ask the camera for, such as 1920x1080@30 or MJPG:640x480; with --source the layout of raw "
        + "pictures, such as YUYV:640x480@30.",
      valueName: "format"))
  var format: RequestedFormat?

  @Option(
    help: ArgumentHelp(
      "Play a picture, a folder of pictures, or a video (YUV4MPEG2, Motion-JPEG, raw) in place of a camera; - is "
        + "standard input.",
      valueName: "path"))
  var source: String?

  @Flag(help: "Play a generated scene in place of a camera.")
  var demo = false

  func validate() throws {
    guard devices.count <= 2 else { throw ValidationError("--device: two cameras at most") }
    guard Set(devices).count == devices.count else { throw ValidationError("--device: the same camera twice") }
    guard [device != nil, source != nil, demo].count(where: { $0 }) <= 1 else {
      throw ValidationError("--device, --source and --demo exclude each other")
    }
  }
}

extension RequestedFormat: ExpressibleByArgument {
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
  ///   - loader: of pictures; used by whoever asks the source for frames.
  static func open(
    _ path: String, requested: RequestedFormat?, isWatched: Bool, loader: any PictureLoader
  ) throws(CaptureFailure) -> any FrameSource {
    if path == "-" { return try standardInput(requested, isWatched: isWatched, loader) }
    let named = PicturePath.paths(for: [path])[0]
    if PictureFolder.isFolder(named) { return try pictures(in: named, isWatched: isWatched, loader) }
    if BundleFile.isBundle(path) { return try bundle(path, isWatched: isWatched) }
    if isVideo(path) || requested?.fourCC != nil {
      guard let file = FileHandle(forReadingAtPath: path) else {
        throw .unreadableSource(path: path, reason: "it cannot be opened")
      }
      return try stream(ByteReader(file), name: path, requested, isWatched: isWatched)
    }
    return try pictures(isWatched: isWatched, loader) { () throws(PictureFailure) in
      try PictureFile(named, readsStreams: true)
    }
  }

  /// A picture or document of a folder, to be looked at.
  static func open(_ path: PicturePath, loader: any PictureLoader) throws(CaptureFailure) -> any FrameSource {
    try pictures(isWatched: true, loader) { () throws(PictureFailure) in try PictureFile(path, readsStreams: true) }
  }

  /// A picture that has no file, to be looked at.
  static func open(
    _ bytes: [UInt8], name: String, loader: any PictureLoader
  ) throws(CaptureFailure) -> any FrameSource {
    try pictures(isWatched: true, loader) { () throws(PictureFailure) in try PictureFile(bytes: bytes, name: name) }
  }

  /// A file is a video by its ending: a Motion-JPEG file begins like a picture. With a layout in `--format` it is one
  /// of raw pictures, whatever its ending.
  static func isVideo(_ path: String) -> Bool {
    videoEndings.contains(URL(filePath: path).pathExtension.lowercased())
  }

  private static let videoEndings: Set = ["y4m", "mjpeg", "mjpg", "yuv", "raw"]

  /// What comes is told by its first bytes, since it has no name.
  private static func standardInput(
    _ requested: RequestedFormat?, isWatched: Bool, _ loader: any PictureLoader
  ) throws(CaptureFailure) -> any FrameSource {
    let name = InputFile.name("-")
    let reader = ByteReader(.standardInput)
    if requested?.fourCC != nil || VideoStream.isVideo(reader) {
      return try stream(reader, name: name, requested, isWatched: isWatched)
    }
    return try pictures(isWatched: isWatched, loader) { () throws(PictureFailure) in
      let bytes = reader.rest(limit: PictureLimits.bytes)
      if let failure = reader.failure { throw .file(name: name, reason: failure.reason) }
      return try PictureFile(bytes: bytes, name: name)
    }
  }

  /// The frame of a bug bundle, as a picture.
  private static func bundle(_ path: String, isWatched: Bool) throws(CaptureFailure) -> any FrameSource {
    do throws(BundleFailure) {
      let frame = try BundleFile(path: path).bundle.frame
      return ImageSequence(
        name: URL(filePath: path).lastPathComponent, frames: [frame], rate: isWatched ? stillRate : nil,
        repeats: isWatched)
    } catch {
      throw .unreadableSource(path: path, reason: error.description)
    }
  }

  /// A picture stays; a document's pages follow each other.
  private static func pictures(
    isWatched: Bool, _ loader: any PictureLoader, of open: () throws(PictureFailure) -> PictureFile
  ) throws(CaptureFailure) -> any FrameSource {
    do throws(PictureFailure) {
      let pages = PagesOfFile(try open(), loader, isWatched ? .coarse : .fine)
      let first = try pages.next()
      guard let first, pages.count > 1 else {
        return ImageSequence(
          name: pages.name, frames: first.map { [$0] } ?? [], rate: isWatched ? stillRate : nil, repeats: isWatched)
      }
      var isFirst = true
      return sequence(name: pages.name, isWatched: isWatched) {
        defer { isFirst = false }
        return isFirst ? first : pages.nextReadable()
      }
    } catch {
      throw .unreadableSource(path: error.name, reason: error.reason)
    }
  }

  private static func pictures(
    in folder: PicturePath, isWatched: Bool, _ loader: any PictureLoader
  ) throws(CaptureFailure) -> any FrameSource {
    var paths = ((try? PictureFolder.pictures(in: folder)) ?? [])[...]
    guard !paths.isEmpty else { throw .unreadableSource(path: folder.shown, reason: "it holds no pictures") }
    var pages: PagesOfFile?
    return sequence(name: folder.shown, isWatched: isWatched) {
      // A file that is no picture after all is passed over, as `scan` goes on, too.
      while true {
        if let next = pages?.nextReadable() { return next }
        guard let path = paths.popFirst() else { return nil }
        pages = (try? PictureFile(path, readsStreams: false)).map {
          PagesOfFile($0, loader, isWatched ? .coarse : .fine)
        }
      }
    }
  }

  /// Pictures that a function gives until it gives nil; somebody who looks on sees each for a while.
  private static func sequence(name: String, isWatched: Bool, _ next: @escaping () -> Frame?) -> any FrameSource {
    let repetitions = isWatched ? Int(secondsAPicture * stillRate) : 1
    var shown: Frame?
    var index = 0
    return ImageSequence(
      description: FrameSourceDescription(name: name), rate: isWatched ? stillRate : nil
    ) {
      if index.isMultiple(of: repetitions) || shown == nil {
        let next = next()
        if next == nil, !isWatched { return nil }
        shown = next ?? shown
      }
      defer { index += 1 }
      return shown?.renumbered(sequence: index, timestamp: .seconds(Double(index) / stillRate))
    }
  }

  private static func stream(
    _ reader: ByteReader, name: String, _ requested: RequestedFormat?, isWatched: Bool
  ) throws(CaptureFailure) -> any FrameSource {
    let raw = requested.flatMap { requested in
      requested.fourCC.flatMap { PixelFormat(fourCC: $0) }.map {
        RawPictures(format: $0, width: requested.width, height: requested.height)
      }
    }
    guard let decoder = MJPEGDecoder() else {
      throw .system(call: "tjInitDecompress", message: "no memory for a JPEG decoder")
    }
    return try VideoStream.source(
      name: name, reader, raw: raw, rate: isWatched ? requested?.rate ?? 30 : requested?.rate
    ) { jpeg, sequence, timestamp in
      try? decoder.frame(from: jpeg, sequence: sequence, timestamp: timestamp)
    }
  }
}
