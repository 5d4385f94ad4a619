import Glibc

/// The pictures in and below a folder.
public enum PictureFolder {
  /// Endings of the formats that are read. A file that is named itself needs none of them.
  public static let endings: Set = [
    "png", "jpg", "jpeg", "webp", "bmp", "gif", "tif", "tiff", "pbm", "pgm", "ppm", "pnm", "avif", "heic", "heif",
    "pdf",
  ]

  /// Whether the path leads to a folder, over links.
  public static func isFolder(_ path: PicturePath) -> Bool {
    var status = stat()
    return unsafe path.withCString { unsafe stat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Why a file cannot be read, in the system's words; nil where it can.
  public static func trouble(reading path: PicturePath) -> String? {
    unsafe path.withCString { unsafe access($0, R_OK) } == 0 ? nil : systemReason()
  }

  /// What ends as a picture does, sorted by the bytes of the paths. Hidden ones are left out and links to folders not
  /// followed, so that a walk always ends. What is no file after all is told by whoever opens it.
  ///
  /// - Throws: `PictureFailure.file` if the folder cannot be read; one below it that cannot is among the paths, so that
  ///   opening it says why.
  public static func pictures(in folder: PicturePath) throws(PictureFailure) -> [PicturePath] {
    let found = try entries(of: folder).flatMap { below($0.path, isFolder: $0.isFolder) }
    return found.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
  }

  private static func below(_ path: PicturePath, isFolder: Bool) -> [PicturePath] {
    guard isFolder else { return endings.contains(path.ending) ? [path] : [] }
    guard let inside = try? entries(of: path) else { return [path] }
    return inside.flatMap { below($0.path, isFolder: $0.isFolder) }
  }

  private static func entries(of folder: PicturePath) throws(PictureFailure) -> [(path: PicturePath, isFolder: Bool)] {
    guard let stream = unsafe folder.withCString({ unsafe opendir($0) }) else {
      throw .file(name: folder.shown, reason: systemReason())
    }
    defer { unsafe closedir(stream) }
    var entries: [(PicturePath, Bool)] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) }
      guard name.first != UInt8(ascii: ".") else { continue }
      let path = folder.appending(name)
      var status = stat()
      let isFolder = unsafe path.withCString { unsafe lstat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFDIR
      entries.append((path, isFolder))
    }
    return entries
  }
}

/// What the system says of the last call that failed.
func systemReason(_ number: CInt = errno) -> String { unsafe String(cString: strerror(number)) }
