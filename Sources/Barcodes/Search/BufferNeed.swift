/// Tells when buffers that grew for a large picture may go: what a detector holds is to follow the pictures that come, not
/// the largest one that ever came. A detector that reads files for months meets a picture of 75 megapixels once.
package struct BufferNeed {
  /// Pixels that buffers were made for.
  private var largest = 0
  /// Pictures in a row that needed far less, and the largest of them.
  private var smaller = 0
  private var largestOfSmaller = 0

  /// Pixels whose buffers are not worth giving back: they take some ten bytes each.
  private static let few = 1_000_000
  /// How much smaller pictures must be, and how many of them, so that large ones among small ones keep their buffers. To make
  /// them anew costs too little to be measured: a list of 12 megapixels and eight pictures of 0.3, ten times, takes 2.4 s
  /// either way.
  private static let factor = 4
  private static let patience = 8

  package init() {}

  /// Notes the next picture's need.
  ///
  /// - Parameter pixels: of the part that is searched.
  /// - Returns: true where what buffers hold is to be given back first.
  package mutating func isOutgrown(by pixels: Int) -> Bool {
    guard largest > Self.few, pixels < largest / Self.factor else {
      largest = max(largest, pixels)
      (smaller, largestOfSmaller) = (0, 0)
      return false
    }
    smaller += 1
    largestOfSmaller = max(largestOfSmaller, pixels)
    guard smaller == Self.patience else { return false }
    largest = largestOfSmaller
    (smaller, largestOfSmaller) = (0, 0)
    return true
  }
}
