/// What a camera's frames take turns at, as a code is in view for longer than a few of them: what does not fit into each.
struct FrameTurns {
  /// Frames since the last reset, this one not counted.
  private var frames = 0

  /// Every other frame is searched in the rows between those of the frame before.
  private(set) var isBetween = false
  /// Whether it is searched beyond what is plainest where nothing speaks for a symbol: every fourth is. An empty frame of
  /// 1920×1080 so costs 8 ms instead of 22.
  private(set) var looksFurther = true
  /// Whether it is searched at half its size, as every other large one is.
  private(set) var isHalved = false

  /// Whether the frame before showed a symbol.
  private var isShownAgain = false
  private var hasRead = false
  /// The last frame of those that each family has without taking turns.
  private var attends: [SymbolFamily: Int] = [:]

  /// Frames that a family has after one in which it read something.
  private static let memory = 30
  /// The same after one that showed it a symbol which it could not tell: a reflection may cover a finder pattern in some.
  private static let patience = 3
  /// Of so many frames that show a symbol again each other family has one: a code that comes into view beside it waits for two frames
  /// at most, and what watches a code at rest takes a third less time.
  private static let besideOne = 3

  /// Pixels of a large frame. What is plain takes 4 to 11 ms a megapixel, and a camera's frame has 25 ms: of 151 codes in 11
  /// pictures of 3.1 to 12.6 megapixels 73 are read within them at full size, 100 at half; with all the time that it takes, all at
  /// either. One of 1920×1080 fits.
  private static let largest = 3_000_000

  /// Begins a frame.
  ///
  /// - Parameters:
  ///   - pixels: of the part that is searched.
  ///   - follows: false for a picture by itself, of which all is searched at once.
  mutating func begin(pixels: Int, follows: Bool) {
    guard follows else {
      (isBetween, looksFurther, isHalved, isShownAgain) = (false, true, false, false)
      return
    }
    (isShownAgain, hasRead) = (hasRead, false)
    // Both sizes have their turns at the rest.
    let turn = pixels > Self.largest ? frames / 2 : frames
    isHalved = pixels > Self.largest && frames.isMultiple(of: 2)
    isBetween = !turn.isMultiple(of: 2)
    looksFurther = turn.isMultiple(of: 4)
    frames &+= 1
  }

  /// Notes that a family read something in this frame.
  mutating func didRead(_ family: SymbolFamily) {
    hasRead = true
    attend(family, for: Self.memory)
  }

  /// Notes that a family keeps what this frame showed of a symbol: only several frames together may tell it.
  mutating func didNotTell(_ family: SymbolFamily) { attend(family, for: Self.patience) }

  private mutating func attend(_ family: SymbolFamily, for count: Int) {
    attends[family] = max(attends[family] ?? 0, frames + count)
  }

  /// Whether a family looks for symbols beside those that were read in this frame: where the one before showed some too, all that
  /// read some lately or hold what the last ones did not tell, and the others by turns.
  func looksBeside(_ family: SymbolFamily) -> Bool {
    guard isShownAgain, frames > attends[family] ?? 0 else { return true }
    let place = SymbolFamily.allCases.firstIndex(of: family) ?? 0
    return (frames + place).isMultiple(of: Self.besideOne)
  }

  mutating func reset() {
    frames = 0
    (isShownAgain, hasRead) = (false, false)
    attends.removeAll(keepingCapacity: true)
  }
}
