/// Why a picture file is not a picture to us. `name` is the path, or what the caller calls its bytes.
public enum PictureFailure: Error, Hashable, Sendable {
  /// The system did not let us read or write the file.
  case file(name: String, reason: String)
  /// More bytes than `SDLPictures.byteLimit`.
  case tooManyBytes(name: String, limit: Int)
  /// More pixels than `SDLPictures.pixelLimit`, by the file's own header.
  case tooManyPixels(name: String, width: Int, height: Int, limit: Int)
  /// No format that we read, or a damaged file; the reason in the words of the library that read it.
  case unreadable(name: String, reason: String)
}

extension PictureFailure: CustomStringConvertible {
  public var description: String { "\(name): \(reason)" }

  /// The path, or what the caller calls its bytes.
  public var name: String {
    switch self {
    case .file(let name, _), .tooManyBytes(let name, _), .tooManyPixels(let name, _, _, _), .unreadable(let name, _):
      name
    }
  }

  /// What is wrong with it.
  public var reason: String {
    switch self {
    case .file(_, let reason): reason
    case .tooManyBytes(_, let limit): "larger than \(limit >> 20) MiB"
    case .tooManyPixels(_, let width, let height, let limit):
      "\(width)×\(height) pixels are more than the \(limit / 1_000_000) million that are read"
    case .unreadable(_, let reason):
      "not a picture that can be read (PNG, JPEG, WebP, BMP, GIF, TIFF, PGM, PPM): \(reason)"
    }
  }
}
