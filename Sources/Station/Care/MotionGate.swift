public import Imaging

/// Lets frames through to the detector only where something may be new: an idle station would else search the same empty picture
/// all day.
///
/// A frame is let through when a part of the picture is lighter or darker than when it was last searched, as long as codes are in
/// view, and twice a second in any case, for what moves too slowly or is too faint to be told.
public struct MotionGate: Sendable {
  /// Parts that are compared, across and down.
  private static let columns = 16
  private static let rows = 12
  /// Of grey values, 0…255. A part of a 640×480 picture has 100 samples: noise of 8, as of a cheap camera in the evening, makes the
  /// means of two pictures differ by 1.1, and this is five times as much: with 192 parts one frame in ten thousand passes by
  /// chance. A code of half a part's width, half of it black on white, moves its mean by 30.
  private static let difference = 6
  /// Still pictures are searched as often.
  static let period = Duration.milliseconds(500)
  /// After motion for so long in any case: a code comes to rest, and the lens on it.
  static let aftermath = Duration.seconds(1)

  private var image = LuminanceImage(width: 1, height: 1, pixels: [0])
  private var searched: (means: [Int], at: Duration)?
  private var moved: Duration?
  public private(set) var letThrough = 0
  public private(set) var heldBack = 0

  public init() {}

  /// - Parameters:
  ///   - hasCodes: the last report had some.
  ///   - now: of a clock that never goes back.
  /// - Complexity: a copy of the picture's grey, a quarter of a millisecond of 1080p.
  public mutating func letsThrough(_ frame: Frame, hasCodes: Bool, at now: Duration) -> Bool {
    image.extract(from: frame, PixelArea(whole: frame))
    let means = means
    if differs(means) { moved = now }
    let isDue = searched.map { now - $0.at >= Self.period } ?? true
    let isMoving = moved.map { now - $0 < Self.aftermath } ?? false
    guard hasCodes || isDue || isMoving else {
      heldBack += 1
      return false
    }
    searched = (means, now)
    letThrough += 1
    return true
  }

  private func differs(_ means: [Int]) -> Bool {
    guard let searched, searched.means.count == means.count else { return true }
    return zip(searched.means, means).contains { abs($0 - $1) > Self.difference }
  }

  /// Every fourth pixel of every fourth line.
  private var means: [Int] {
    var sums = [Int](repeating: 0, count: Self.columns * Self.rows)
    var counts = sums
    for y in stride(from: 0, to: image.height, by: 4) {
      let row = y * Self.rows / image.height * Self.columns
      let line = y * image.width
      for x in stride(from: 0, to: image.width, by: 4) {
        let part = row + x * Self.columns / image.width
        sums[part] &+= Int(image.pixels[line + x])
        counts[part] &+= 1
      }
    }
    return zip(sums, counts).map { $1 > 0 ? $0 / $1 : 0 }
  }
}
