/// Why a picture was not made or written. `name` is the path, or what the picture is.
public enum ExportFailure: Error, Hashable, Sendable {
  /// The system did not let us write the file.
  case file(name: String, reason: String)
  /// In Cairo's words, or ours.
  case undrawable(name: String, reason: String)
}

extension ExportFailure: CustomStringConvertible {
  public var description: String {
    switch self {
    case .file(let name, let reason), .undrawable(let name, let reason): "\(name): \(reason)"
    }
  }
}
