import Barcodes
import Geometry
import Presentation

/// How the picture makes room for a result's card: gliding from one place to the next, and standing still while the code that
/// the card tells of merely trembles.
struct PictureRetreat {
  private var from = Mapping<ScreenPixels, ScreenPixels>.identity
  private(set) var target = Mapping<ScreenPixels, ScreenPixels>.identity
  private var since = Duration.zero
  /// Where the card was docked for.
  private var kept: (key: CodeKey, corners: Quadrilateral<FramePixels>)?

  /// Where the code lies that is not to be covered, or what it trembled in lately: a hand that holds it would else have the card
  /// change sides.
  mutating func subject(_ result: Observation?) -> Quadrilateral<FramePixels>? {
    guard let result else {
      kept = nil
      return nil
    }
    let bounds = result.corners.bounds
    if let known = kept, known.key == result.key {
      if known.corners.bounds.contains(bounds) { return known.corners }
      // A quarter of its side is what a hand moves it by.
      kept = (result.key, bounds.inset(by: -bounds.size.shorterSide / 4).corners)
    } else {
      kept = (result.key, result.corners)
    }
    return kept?.corners
  }

  /// Goes on to another place from where the picture is.
  mutating func aim(at place: Mapping<ScreenPixels, ScreenPixels>, now: Duration, motion: Duration) {
    guard place != target else { return }
    (from, target, since) = (self.place(at: now, motion: motion), place, now)
  }

  /// Stands there at once.
  mutating func jump(to place: Mapping<ScreenPixels, ScreenPixels>) { (from, target) = (place, place) }

  /// - Parameter motion: how long a change takes; zero where nothing is to move.
  func place(at now: Duration, motion: Duration) -> Mapping<ScreenPixels, ScreenPixels> {
    guard isMoving(at: now, motion: motion) else { return target }
    // Something is seen of it from the first moment on.
    let share = max(0.01, (now - since) / motion)
    func mix(_ from: Double, _ to: Double) -> Double { from + (to - from) * share }
    return Mapping(
      scaleX: mix(from.scaleX, target.scaleX), scaleY: mix(from.scaleY, target.scaleY),
      shiftX: mix(from.shiftX, target.shiftX), shiftY: mix(from.shiftY, target.shiftY))
  }

  func isMoving(at now: Duration, motion: Duration) -> Bool { from != target && now - since < motion }
}
