import PictureFiles

/// The pictures that a command line names.
enum PictureArguments {
  /// What an argument comes to.
  enum Entry: Hashable {
    /// - isNamed: by the argument itself, and not found in a folder.
    case file(PicturePath, isNamed: Bool)
    case standardInput
    case unreadable(PicturePath, reason: String)
  }

  /// The arguments in order; a folder gives the pictures in and below it.
  static func entries(for arguments: [PicturePath]) -> [Entry] { arguments.flatMap { entries(for: $0) } }

  private static func entries(for argument: PicturePath) -> [Entry] {
    if argument == PicturePath("-") { return [.standardInput] }
    guard PictureFolder.isFolder(argument) else { return [.file(argument, isNamed: true)] }
    do throws(PictureFailure) {
      return try PictureFolder.pictures(in: argument).map { .file($0, isNamed: false) }
    } catch {
      return [.unreadable(argument, reason: error.reason)]
    }
  }
}

extension PictureArguments.Entry {
  /// What results call it.
  var source: String {
    switch self {
    case .file(let path, _), .unreadable(let path, _): path.shown
    case .standardInput: "-"
    }
  }

  /// - Throws: `PictureFailure` also where the entry says that it cannot be read.
  func open() throws(PictureFailure) -> PictureFile {
    switch self {
    case .file(let path, let isNamed): try PictureFile(path, readsStreams: isNamed)
    case .standardInput: try Self.pictureOfStandardInput()
    case .unreadable(let path, let reason): throw .file(name: path.shown, reason: reason)
    }
  }

  private static func pictureOfStandardInput() throws(PictureFailure) -> PictureFile {
    let bytes: [UInt8]
    do throws(InputFailure) { bytes = try InputFile.read("-", limit: PictureLimits.bytes) } catch {
      throw .file(name: error.name, reason: error.reason)
    }
    return try PictureFile(bytes: bytes, name: InputFile.name("-"))
  }
}
