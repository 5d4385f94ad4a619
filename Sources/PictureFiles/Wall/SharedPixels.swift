import CPictureWall
import Glibc

/// Memory that the decoder's process writes pixels into.
///
/// Ours, of a size that nobody can change any more: the process cannot make us read past its end, nor take memory that
/// its own limits do not count.
@safe package final class SharedPixels {
  package let descriptor: CInt
  /// Bytes.
  let capacity: Int

  /// Memory of more bytes is given back after each picture: 4K video and phones' usual 12 million pixels in color fit.
  package static let kept = 48 << 20

  /// - Returns: nil if the system has no such memory left.
  package init?(capacity: Int) {
    let descriptor = unsafe vf_memory("viewfinder-pixels", capacity)
    guard descriptor >= 0 else { return nil }
    self.descriptor = descriptor
    self.capacity = capacity
  }

  deinit { close(descriptor) }

  /// A copy of the first bytes, so that what the process writes later changes nothing. Nil if there are not so many.
  package func bytes(_ count: Int) -> [UInt8]? {
    guard 0...capacity ~= count else { return nil }
    var isWhole = false
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { memory, initialized in
      while initialized < count {
        let read = unsafe pread(descriptor, memory.baseAddress! + initialized, count - initialized, initialized)
        if read < 0, errno == EINTR { continue }
        guard read > 0 else { break }
        initialized += read
      }
      isWhole = initialized == count
    }
    return isWhole ? bytes : nil
  }
}
