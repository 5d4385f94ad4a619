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
  public var description: String {
    switch self {
    case .file(let name, let reason): "\(name): \(reason)"
    case .tooManyBytes(let name, let limit): "\(name): larger than \(limit >> 20) MiB"
    case .tooManyPixels(let name, let width, let height, let limit):
      "\(name): \(width)×\(height) pixels are more than the \(limit / 1_000_000) million that are read"
    case .unreadable(let name, let reason):
      "\(name): not a picture that can be read (PNG, JPEG, WebP, BMP, GIF, TIFF, PGM, PPM): \(reason)"
    }
  }
}
