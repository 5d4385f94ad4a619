import CPictureWall
import Glibc

/// A picture file that is open: on the disk, or bytes that are in memory.
///
/// It is opened here and read by the decoder's process alone, which cannot open anything.
public final class PictureFile: Sendable {
  /// The path, or what the caller calls the bytes.
  public let name: String
  let descriptor: CInt

  /// Opens a file. A pipe's or a device's bytes are read to their end, if that is wanted.
  ///
  /// - Parameter readsStreams: for a path that somebody named; a pipe that lies in a folder is none of its pictures, and
  ///   would let us wait for ever.
  public init(_ path: PicturePath, readsStreams: Bool) throws(PictureFailure) {
    name = path.shown
    // Without O_NONBLOCK opening a pipe waits for its writer.
    descriptor = unsafe try Self.check(
      path.withCString { unsafe open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY) }, name)
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw .file(name: name, reason: systemReason()) }
    switch status.st_mode & S_IFMT {
    case S_IFREG:
      guard status.st_size > 0 else { throw .empty(name: name) }
      guard status.st_size <= PictureLimits.bytes else { throw .tooManyBytes(name: name) }
    case S_IFDIR: throw .file(name: name, reason: systemReason(EISDIR))
    default:
      guard readsStreams else { throw .notAFile(name: name) }
      let stream = try Self.check(unsafe open("/proc/self/fd/\(descriptor)", O_RDONLY | O_CLOEXEC | O_NOCTTY), name)
      defer { close(stream) }
      let memory = try Self.memory(name)
      // The descriptor's number stays, and means the memory from now on.
      let moved = vf_replace(descriptor, memory)
      close(memory)
      guard moved >= 0 else { throw .file(name: name, reason: systemReason(-moved)) }
      try Self.copy(stream, to: descriptor, name)
    }
  }

  /// A file that is in memory, such as one from standard input.
  ///
  /// - Parameter name: what errors call it.
  public init(bytes: [UInt8], name: String) throws(PictureFailure) {
    self.name = name
    guard !bytes.isEmpty else { throw .empty(name: name) }
    guard bytes.count <= PictureLimits.bytes else { throw .tooManyBytes(name: name) }
    descriptor = try Self.memory(name)
    try Self.write(bytes[...], to: descriptor, name)
  }

  deinit { close(descriptor) }

  private static func memory(_ name: String) throws(PictureFailure) -> CInt {
    let memory = unsafe vf_memory("viewfinder-file", 0)
    guard memory >= 0 else { throw .file(name: name, reason: systemReason(-memory)) }
    return memory
  }

  private static func check(_ descriptor: CInt, _ name: String) throws(PictureFailure) -> CInt {
    guard descriptor >= 0 else { throw .file(name: name, reason: systemReason()) }
    return descriptor
  }

  private static func copy(_ stream: CInt, to target: CInt, _ name: String) throws(PictureFailure) {
    var chunk = [UInt8](repeating: 0, count: 1 << 18)
    var total = 0
    while true {
      let count = unsafe read(stream, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .file(name: name, reason: systemReason()) }
      if count == 0 { break }
      total += count
      guard total <= PictureLimits.bytes else { throw .tooManyBytes(name: name) }
      try write(chunk[..<count], to: target, name)
    }
    guard total > 0 else { throw .empty(name: name) }
  }

  private static func write(_ bytes: ArraySlice<UInt8>, to target: CInt, _ name: String) throws(PictureFailure) {
    var left = bytes
    while !left.isEmpty {
      let count = unsafe left.withUnsafeBytes { unsafe Glibc.write(target, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .file(name: name, reason: systemReason()) }
      left = left.dropFirst(count)
    }
  }
}
