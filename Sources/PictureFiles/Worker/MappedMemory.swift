import Glibc

/// A file or shared memory as bytes. A file that somebody shortens meanwhile ends the process, which is behind its wall.
@safe final class MappedMemory {
  private let start: UnsafeMutableRawPointer
  private let count: Int

  /// The whole of a file; nil if it is empty or cannot be mapped.
  convenience init?(reading descriptor: CInt) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_size > 0 else { return nil }
    self.init(descriptor, count: Int(status.st_size), protection: PROT_READ, flags: MAP_PRIVATE)
  }

  /// - Parameter count: bytes, as the loader says, which is believed.
  convenience init?(writing descriptor: CInt, count: Int) {
    self.init(descriptor, count: count, protection: PROT_READ | PROT_WRITE, flags: MAP_SHARED)
  }

  private init?(_ descriptor: CInt, count: Int, protection: CInt, flags: CInt) {
    guard let start = unsafe mmap(nil, count, protection, flags, descriptor, 0), unsafe start != MAP_FAILED else {
      return nil
    }
    unsafe self.start = start
    self.count = count
  }

  deinit { unsafe munmap(start, count) }

  var bytes: UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(start: start, count: count) }
  var writableBytes: UnsafeMutableRawBufferPointer { unsafe UnsafeMutableRawBufferPointer(start: start, count: count) }
}
