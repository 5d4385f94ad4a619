/// Finds and reads the symbols of one family.
///
/// A reader is made once for each detector and may keep buffers from frame to frame. It decides neither when it runs nor
/// for how long: it proposes work, and each piece of work proposes what may follow it.
package protocol SymbolReader: AnyObject {
  /// What the family can read.
  static var symbologies: Set<Symbology> { get }

  /// The work of reading its symbols in a picture that was brought into focus, or nil for a family that does so by itself.
  static var focused: SearchWork? { get }

  /// The work of reading its symbols in parts of a picture whose motion was undone, or nil as before.
  static var steadied: SearchWork? { get }

  /// The work of reading its symbols on labels that are darker than what lies around them, or nil for a family that needs nothing
  /// more for it.
  static var levelled: SearchWork? { get }

  init()

  /// What to begin with in a new frame. Work reports what it reads by `search.report(_:at:mirrored:inverted:)`, of
  /// either polarity, and ends early once `search.isOver()`.
  func seeds(_ search: FrameSearch) -> [Work]

  /// The frame's search is over: what it showed and did not tell may be kept for the next one.
  func finish(_ search: FrameSearch)

  /// Forgets what it keeps of the frames before.
  func reset()
}

extension SymbolReader {
  package static var focused: SearchWork? { nil }
  package static var steadied: SearchWork? { nil }
  package static var levelled: SearchWork? { nil }
  package func finish(_ search: FrameSearch) {}
  package func reset() {}
}
