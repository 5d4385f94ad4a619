/// Finds and reads the symbols of one family.
///
/// A reader is made once for each detector and may keep buffers from frame to frame. Its one call a frame
/// is the only dynamic one: below it everything is concrete.
package protocol SymbolReader: AnyObject {
  /// What the family can read.
  static var symbologies: Set<Symbology> { get }
  /// True for a reader that looks for light symbols on dark ground by itself. The others are called a second
  /// time, on the inverted frame, where the first search of the frame found nothing.
  static var findsBothPolarities: Bool { get }

  init()

  /// Looks for symbols in `search.image()` and its smaller copies, and reports each by
  /// `search.report(_:at:mirrored:)`. Returns early once `search.isOutOfTime`.
  func read(_ search: FrameSearch)

  /// Looks again at a picture from a file in which no reader found anything, by what costs too much to be tried on
  /// every picture that shows another family's symbols.
  func readLast(_ search: FrameSearch)

  /// Forgets what it keeps of the frames before.
  func reset()
}

extension SymbolReader {
  package static var findsBothPolarities: Bool { false }
  package func readLast(_ search: FrameSearch) {}
  package func reset() {}
}
