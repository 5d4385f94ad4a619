/// Tells a key that is held down from one that is pressed again.
///
/// On X11 SDL takes for a repetition what comes within 2 ms of the key's release, as keys do that a badge reader types, or that a
/// busy machine hears of late: of `1 5 1` the second 1. Desktops begin to repeat a key after 150 ms at the soonest, and only the
/// one that was pressed last.
package struct KeyRepeats {
  private static let soonest: UInt32 = 150

  private var last: (key: Int32, at: UInt32)?

  package init() {}

  /// A key went down.
  ///
  /// - Parameters:
  ///   - key: SDL's number of it.
  ///   - isFlagged: SDL says that it is held down since before.
  ///   - at: in milliseconds of SDL's clock, which begins anew after 49 days.
  /// - Returns: whether it is.
  package mutating func isRepeat(_ key: Int32, isFlagged: Bool, at: UInt32) -> Bool {
    if isFlagged, let last, last.key == key, at &- last.at >= Self.soonest { return true }
    last = (key, at)
    return false
  }
}
