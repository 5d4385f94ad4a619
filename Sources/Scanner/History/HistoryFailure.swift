public import Presentation

/// Why the history could not be read or written. Scanning goes on in every case.
public enum HistoryFailure: Error, Hashable, Sendable {
  /// Another program holds it.
  case locked(path: String)
  /// The file or its folder may not be written.
  case readOnly(path: String)
  case diskFull(path: String)
  /// The file is no history, or damaged. `keptAs` is where it was put aside, nil if it could not be moved.
  case corrupt(path: String, keptAs: String?)
  /// A later version of the program wrote it.
  case newer(path: String)
  /// What the system or SQLite says.
  case other(path: String, reason: String)
}

extension HistoryFailure: CustomStringConvertible {
  public var description: String { sentence(in: .english) }

  /// The sentence in a person's language.
  public func sentence(in words: Words) -> String {
    switch self {
    case .locked(let path):
      words("another program holds the history {path}: nothing is stored until it lets go", ["path": path])
    case .readOnly(let path):
      words(
        "the history {path} may not be written: check the permissions of the file and its folder", ["path": path])
    case .diskFull(let path):
      words("the disk is full: nothing more is stored in {path} until there is room", ["path": path])
    case .corrupt(let path, let keptAs?):
      words(
        "the history {path} was damaged: it is kept as {other}, and a new one begun", ["path": path, "other": keptAs])
    case .corrupt(let path, nil): words("the history {path} is damaged and could not be moved aside", ["path": path])
    case .newer(let path):
      words("the history {path} was written by a later version of Viewfinder: it is left as it is", ["path": path])
    case .other(let path, let reason):
      words("the history {path} cannot be used: {reason}", ["path": path, "reason": reason])
    }
  }
}
