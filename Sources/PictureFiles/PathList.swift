import Glibc

/// Paths that a file or standard input lists, read as they are asked for: whoever writes them may be slow, and they may
/// be millions.
public final class PathList {
  private let descriptor: CInt
  private let separator: UInt8
  private var buffer: [UInt8] = []
  private var start = 0
  private var isAtEnd = false
  private let name: String

  /// Bytes after which a path is taken to be at its end; the system opens none that is longer (`PATH_MAX` is 4096).
  static let longest = 1 << 16

  /// - Parameters:
  ///   - path: of the list; `-` is standard input.
  ///   - endsWithZero: a zero byte ends each path, which then may hold line ends; else a line end does.
  /// - Throws: `PictureFailure.file` where it cannot be opened.
  public init(_ path: PicturePath, endsWithZero: Bool) throws(PictureFailure) {
    separator = endsWithZero ? 0 : UInt8(ascii: "\n")
    let isStandardInput = path == PicturePath("-")
    name = isStandardInput ? "standard input" : path.shown
    descriptor =
      isStandardInput
      ? dup(STDIN_FILENO) : unsafe path.withCString { unsafe open($0, O_RDONLY | O_CLOEXEC | O_NOCTTY) }
    guard descriptor >= 0 else { throw .file(name: name, reason: systemReason()) }
  }

  deinit { close(descriptor) }

  /// The next path; empty ones are passed over. Nil after the last one.
  /// - Throws: `PictureFailure.file`, once, where the list cannot be read any further.
  public func next() throws(PictureFailure) -> PicturePath? {
    while let bytes = try nextBytes() {
      // A path holds no zero byte; of a line with one, what the system would take.
      let path = PicturePath(bytes: Array(bytes.prefix { $0 != 0 }))
      if !path.bytes.isEmpty { return path }
    }
    return nil
  }

  private func nextBytes() throws(PictureFailure) -> ArraySlice<UInt8>? {
    var searched = start
    while true {
      if let end = buffer[searched...].firstIndex(of: separator) {
        defer { start = end + 1 }
        return buffer[start..<end]
      }
      if isAtEnd || buffer.count - start > Self.longest {
        guard start < buffer.count else { return nil }
        defer { start = buffer.count }
        return buffer[start...]
      }
      buffer.removeSubrange(..<start)
      start = 0
      searched = buffer.count
      let chunk = try chunk()
      if chunk.isEmpty { isAtEnd = true } else { buffer += chunk }
    }
  }

  /// What there is to read; empty at the end.
  private func chunk() throws(PictureFailure) -> [UInt8] {
    let capacity = 1 << 16
    var result = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { memory, count in
      repeat { result = unsafe read(descriptor, memory.baseAddress!, capacity) } while result < 0 && errno == EINTR
      count = max(result, 0)
    }
    guard result >= 0 else {
      isAtEnd = true
      throw .file(name: name, reason: systemReason())
    }
    return bytes
  }
}
