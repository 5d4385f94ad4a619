/// Why a picture file is not a picture to us. `name` is the path, or what the caller calls its bytes.
public enum PictureFailure: Error, Hashable, Sendable {
  /// The system did not let us read the file.
  case file(name: String, reason: String)
  /// A pipe or a device among files.
  case notAFile(name: String)
  case empty(name: String)
  /// More bytes than `PictureLimits.bytes`.
  case tooManyBytes(name: String)
  /// More pixels than `PictureLimits.pixels`, by the file's own header.
  case tooManyPixels(name: String, width: Int, height: Int)
  /// The first bytes are of no format that is read.
  case unknownFormat(name: String)
  /// The reason in the words of the library that read it.
  case damaged(name: String, reason: String)
  /// The decoder's process died of the file: a crash, or memory or time of the processor used up.
  case decoderDied(name: String)
  /// Not decoded in `limit`.
  case tooSlow(name: String, limit: Duration)
  /// A document's page that it has not, or that lies beyond `PictureLimits.pages`.
  case noSuchPage(name: String, page: Int)
  /// Our own doing, not the file's: no process to decode it in, or none behind its wall.
  case noDecoder(name: String, reason: String)
}

extension PictureFailure: CustomStringConvertible {
  public var description: String { "\(name): \(reason)" }

  /// The path, or what the caller calls its bytes.
  public var name: String {
    switch self {
    case .file(let name, _), .notAFile(let name), .empty(let name), .tooManyBytes(let name),
      .tooManyPixels(let name, _, _), .unknownFormat(let name), .damaged(let name, _), .decoderDied(let name),
      .tooSlow(let name, _), .noSuchPage(let name, _), .noDecoder(let name, _):
      name
    }
  }

  /// What is wrong with it, and what helps.
  public var reason: String {
    switch self {
    case .file(_, let reason): reason
    case .notAFile: "a pipe or a device and no file: name it itself to read it as a stream"
    case .empty: "the file is empty"
    case .tooManyBytes: "larger than \(PictureLimits.bytes >> 20) MiB: scale the picture down"
    case .tooManyPixels(_, let width, let height):
      "\(width)×\(height) pixels are more than the \(PictureLimits.pixels / 1_000_000) million that are read: "
        + "scale the picture down"
    case .unknownFormat:
      "not a picture that can be read (PNG, JPEG, WebP, TIFF, BMP, GIF, PBM, PGM, PPM, AVIF, HEIC or PDF)"
    case .damaged(_, let reason): "the picture is damaged (\(reason)): \(Self.remedy)"
    case .decoderDied: "the picture is damaged (its decoder died of it): \(Self.remedy)"
    case .tooSlow(_, let limit):
      "the picture is damaged or too large (decoding takes longer than \(limit / .seconds(1)) s): \(Self.remedy)"
    case .noSuchPage(_, let page) where page > PictureLimits.pages:
      "pages after \(PictureLimits.pages) are not read: split the document"
    case .noSuchPage(_, let page): "there is no page \(page)"
    case .noDecoder(_, let reason): "pictures cannot be decoded here: \(reason)"
    }
  }

  private static let remedy = "save it anew with another program"
}
