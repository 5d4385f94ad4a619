import Imaging

/// Parts of a frame that moved while it was taken, with their motion undone: looked for and made once a frame, for all families.
struct SteadiedCopies {
  private struct Key: Hashable {
    let suspect: MotionSearch.Suspect
    let turn: Double
  }

  private var motions = MotionSearch()
  /// By level.
  private var suspects: [Int: [MotionSearch.Suspect]] = [:]
  /// Where no motion is told there is nothing to make.
  private var made: [Key: FrameSearch?] = [:]
  /// Searches of such pictures: first those of this frame's, then some that may be taken again.
  private var searches: [FrameSearch] = []

  /// Forgets the frame before.
  mutating func clear() {
    suspects.removeAll(keepingCapacity: true)
    made.removeAll(keepingCapacity: true)
  }

  /// Parts of a level that seem to have moved.
  ///
  /// - Precondition: the search has a level after this one.
  mutating func suspects(_ search: FrameSearch, level: Int) -> [MotionSearch.Suspect] {
    if let known = suspects[level] { return known }
    let found = motions.suspects(search, level: level)
    suspects[level] = found
    return found
  }

  /// A part with its motion undone, as a search that is counted with the frame's; nil where none is told, or what becomes of it
  /// shows no print.
  ///
  /// - Parameter turn: is added to the direction in which it seems to have moved, in radians.
  mutating func steadied(
    _ search: FrameSearch, _ suspect: MotionSearch.Suspect, turned turn: Double
  ) -> FrameSearch? {
    let key = Key(suspect: suspect, turn: turn)
    if let known = made[key] { return known }
    guard let blur = motions.blur(search, suspect, turned: turn) else {
      made[key] = .some(nil)
      return nil
    }
    let inUse = made.values.count { $0 != nil }
    if inUse == searches.count { searches.append(search.another()) }
    let (image, part) = (search.image(suspect.level), suspect.part)
    let pixels = blur.inverse(image, left: part.left, top: part.top, width: part.width, height: part.height)
    let steadied = searches[inUse]
    steadied.begin(image.part(part, as: pixels), within: search)
    let shown = steadied.showsTwoLevels() ? steadied : nil
    made[key] = .some(shown)
    return shown
  }
}
