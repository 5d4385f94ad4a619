import CAllocator

/// Gives the system back what pictures leave behind in the allocator: among what is still in use it keeps 10 to 30 MiB that
/// are free, and more the more sizes of pictures came. Used by one thread at a time.
final class FreedMemory {
  private var pictures = 0
  /// Pictures after which it is done, which takes some 0.1 ms.
  private static let period = 256

  /// A picture is done with.
  func countPicture() {
    pictures += 1
    if pictures.isMultiple(of: Self.period) { _ = malloc_trim(0) }
  }
}
