/// How far the widths of a message scatter around the four that its elements have: narrow and wide bars, narrow and wide
/// spaces.
///
/// Each character on its own is fitted with what suits it; in a print all have the same. It tells what has no check
/// character from chance, and from other symbologies.
struct WidthScatter {
  private var elements: [(width: Float, kind: Int)] = []
  private var (sums, squares, counts) = (SIMD4<Float>.zero, SIMD4<Float>.zero, SIMD4<Float>.zero)

  mutating func add(_ width: Float, isBar: Bool, isWide: Bool) {
    let kind = (isBar ? 0 : 1) + (isWide ? 2 : 0)
    elements.append((width, kind))
    sums[kind] += width
    squares[kind] += width * width
    counts[kind] += 1
  }

  private var means: SIMD4<Float> { sums / counts.replacing(with: 1, where: counts .== 0) }
  /// From narrow to wide, the mean of bars and spaces.
  private var step: Float { (means.highHalf - means.lowHalf).sum() / 2 }

  /// Mean square, in squares of the step from narrow to wide.
  var mean: Float {
    guard step > 0 else { return .infinity }
    return (squares - sums * means).sum() / counts.sum() / (step * step)
  }

  /// The element that is furthest off, in steps: from a half on it may as well be of the other kind, as dirt makes it.
  var worst: Float {
    guard step > 0 else { return .infinity }
    return elements.reduce(0) { max($0, abs($1.width - means[$1.kind])) } / step
  }

  /// Whether a line may have taken an element for one of the other kind: it is nearer to their mean than to that of its own.
  ///
  /// At about one pixel a narrow element all lines of a graphic round alike, so that their agreement says nothing: of 2,900
  /// drawn symbols of Codabar with 0.8 to 1.5 pixels a module 26 were read wrong, and of 2,900 of ITF two; none without such
  /// lines, for one symbol in fifty that is not read. From two pixels on lines differ, and print has such elements, as
  /// Codabar's of eighteen widths, among others that hardly scatter.
  ///
  /// - Parameter narrow: the width of a narrow element, in pixels.
  func isMistakable(narrow: Float) -> Bool { worst >= 0.5 && (narrow < 2 || mean > Self.limit / 2) }

  /// Whether a width is nearer to the mean of wide elements than to that of narrow ones.
  ///
  /// - Parameter width: in the unit of those that were added.
  func isWide(_ width: Float, isBar: Bool) -> Bool {
    let kind = isBar ? 0 : 1
    return 2 * width > means[kind] + means[kind + 2]
  }

  /// Whether a width is one of the four, as nearly as the message's own are or by a sixth of a step: of 160 drawn pieces of
  /// cloth none had seven such elements behind each other.
  ///
  /// - Parameter width: in narrow widths.
  func holds(_ width: Float, isBar: Bool) -> Bool {
    let narrow = means.lowHalf.sum() / 2
    guard narrow > 0 else { return false }
    let within = max(Self.leastTolerance, worst) * step
    let kind = isBar ? 0 : 1
    return abs(width * narrow - means[kind]) <= within || abs(width * narrow - means[kind + 2]) <= within
  }

  private static let leastTolerance: Float = 0.17

  /// Means up to which widths are believed. Over rendered symbols with blur and noise, and photographs, those of symbols stay
  /// below 0.05 but for one in five hundred; other symbologies and chance begin at 0.05, where few characters make them up,
  /// and at 0.09.
  static let limit: Float = 0.08
  static let shortLimit: Float = 0.04
  /// Where the worst is off by more, more lines are asked: on those with the least noise dirt alone is.
  static let clear: Float = 0.45
}
