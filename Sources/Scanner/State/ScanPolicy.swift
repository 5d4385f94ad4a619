/// How scanning decides what is a result, apart from the mode.
public struct ScanPolicy: Hashable, Sendable {
  public var mode: ScanMode

  /// How long an outline stays after the last sighting; each sighting begins it anew. Longer bridges frames in
  /// which the code was not read, and points to where it no longer is.
  public var outlineHide: Duration

  /// In `continuous`, how long a code that was delivered is not delivered again.
  public var duplicateWindow: Duration

  /// In `continuous`, deliver a code again only after it has left the view, however long it stays.
  public var holdsUntilItLeaves: Bool

  /// With several codes in view, wait in `once` until a person accepts one. Without a person the one nearest
  /// to the middle is taken.
  public var asksAmongSeveral: Bool

  /// A code counts as gone when it was not seen for this long: ten frames of a slow camera at 10 a second, so
  /// that a few frames without a reading are no departure.
  public static let absence = Duration.seconds(1)

  public init(
    mode: ScanMode = .once, outlineHide: Duration = .milliseconds(200), duplicateWindow: Duration = .seconds(2),
    holdsUntilItLeaves: Bool = true, asksAmongSeveral: Bool = true
  ) {
    self.mode = mode
    self.outlineHide = outlineHide
    self.duplicateWindow = duplicateWindow
    self.holdsUntilItLeaves = holdsUntilItLeaves
    self.asksAmongSeveral = asksAmongSeveral
  }
}
