package import Geometry

/// Halves and pairs of DataBar symbols over the scan lines of a region. Stacked symbols have them on different lines,
/// torn ones here and there; they are put together where their checks agree.
package struct DataBarCollector {
  /// Where a part was seen, in the direction of the symbol.
  package struct Sighting {
    let line: Int
    let start: Point<ImagePixels>
    let end: Point<ImagePixels>

    var length: Double { start.distance(to: end) }
  }

  /// The sightings of each part, which are of one kind and place in the symbol.
  struct Parts<Part: Hashable> {
    private(set) var sightings: [Part: [Sighting]] = [:]
    /// For each part how badly it fitted on the line where it fitted best, and how many parts were known before it.
    private var ranks: [Part: (misfit: Float, order: Int)] = [:]

    mutating func add(_ part: Part, misfit: Float, _ sighting: Sighting) {
      sightings[part, default: []].append(sighting)
      let known = ranks[part] ?? (misfit, ranks.count)
      ranks[part] = (min(known.misfit, misfit), known.order)
    }

    /// Sightings of all parts.
    var count: Int { sightings.values.reduce(0) { $0 + $1.count } }

    /// True where a part was seen on two lines.
    var isAgreed: Bool {
      sightings.values.contains { sightings in sightings.contains { $0.line != sightings[0].line } }
    }

    /// How badly a part fitted on the line where it fitted best.
    func misfit(_ part: Part) -> Float { ranks[part]?.misfit ?? .infinity }

    /// Seen on at least so many lines, the most seen first, and of those the one that fitted best.
    func agreed(_ least: Int, where isWanted: (Part) -> Bool) -> [Part] {
      let parts = sightings.compactMap { part, sightings in
        let lines = Set(sightings.map(\.line)).count
        return lines >= least && isWanted(part) ? (part: part, lines: lines, rank: ranks[part] ?? (0, 0)) : nil
      }
      return parts.sorted {
        ($1.lines, $0.rank.misfit, $0.rank.order) < ($0.lines, $1.rank.misfit, $1.rank.order)
      }.map(\.part)
    }
  }

  struct SidedHalf: Hashable {
    let half: DataBar14.Half
    let isRight: Bool
  }

  private let wants14: Bool
  private let wantsExpanded: Bool
  private(set) var halves = Parts<SidedHalf>()
  private(set) var pairs = Parts<DataBarExpanded.Pair>()

  package init(wanted: Set<Symbology>) {
    wants14 = wanted.contains(.gs1DataBar)
    wantsExpanded = wanted.contains(.gs1DataBarExpanded)
  }

  /// Sightings of all parts.
  var count: Int { halves.count + pairs.count }

  /// True before anything was seen.
  var isEmpty: Bool { halves.sightings.isEmpty && pairs.sightings.isEmpty }

  /// True where two lines have the same part.
  var isAgreed: Bool { halves.isAgreed || pairs.isAgreed }

  var isWanted: Bool { wants14 || wantsExpanded }

  /// A finder's five elements differ from the next one's by 2; noise must not become one.
  static let finderLimit: Float = 0.6
  /// Modules of the outermost bar, which has one.
  static let guardLimit: Float = 2.5
  /// Of the eight elements of a character.
  static let characterLimit: Float = 1.0
  /// Of the four characters of two halves together, where each fitted best: of 139 couples in photographs and drawings each
  /// had at most 1.3, the two halves that an ITF was taken for that had moved 1.7, and those of a blurred EAN-13, line after
  /// line, 3.1.
  static let coupleLimit: Float = 1.5
  /// Of the two characters of one half, where it fitted best: of 2,122 symbols that were drawn with 0.8 to 1.5 pixels a module
  /// 99 in a hundred had less, and three that were read wrong, line after line of a clean graphic, 0.92 to 1.39.
  static let halfLimit: Float = 0.9
  /// The same where no more than the two least lines saw one of the halves: 97 in a hundred of such couples that were right had
  /// less, two that were wrong 1.04 and 1.3.
  static let twoLinesLimit: Float = 1
  /// The same times the couples that lines leave to choose from, each of which is right by chance in one of 79 cases: of
  /// 2,878 passes over blurred, small and dirty symbols that were right 98 in a hundred had less, and of two wrong ones, out
  /// of six and twelve couples, one had 3.85 and one 12.6.
  static let couplesLimit: Float = 3.8

  /// Takes what a line shows, read forward.
  ///
  /// - Parameter place: where an edge of the sequence lies in the image.
  package mutating func collect(_ bars: BarSequence, line: Int, place: (Float) -> Point<ImagePixels>) {
    guard bars.widths.count >= 13 else { return }
    for finder in 0..<bars.widths.count - 4 {
      let width = bars.width(finder..<finder + 5)
      // Its two widest elements of five make 10 to 12 of its 15 modules, its last two are narrow.
      let middle = (bars.widths[finder + 1] + bars.widths[finder + 2]) / width
      guard middle > 0.52, middle < 0.88, bars.widths[finder + 3] + bars.widths[finder + 4] < width * 0.24 else {
        continue
      }
      if wants14 { collect14(bars, finder, line, place) }
      if wantsExpanded { collectExpanded(bars, finder, line, place) }
    }
  }

  // MARK: - Omnidirectional

  private mutating func collect14(
    _ bars: BarSequence, _ finder: Int, _ line: Int, _ place: (Float) -> Point<ImagePixels>
  ) {
    // Outer character before it, with the guard's element before that; inner character behind it.
    guard finder >= 9, finder + 13 <= bars.widths.count else { return }
    let module = bars.width(finder..<finder + 5) / 15
    guard abs(bars.width(finder - 8..<finder) / module - 16) < 3,
      abs(bars.width(finder + 5..<finder + 13) / module - 15) < 3
    else { return }
    let found = DataBar14.finders.match(bars, at: finder)
    guard found.misfit < Self.finderLimit else { return }
    let outer = DataBar14.outerAlphabet.match(bars, at: finder - 8)
    // The inner character runs towards the finder.
    let inner = DataBar14.innerAlphabet.match(bars, at: finder + 5, isMirrored: true)
    guard outer.misfit < Self.characterLimit, inner.misfit < Self.characterLimit else { return }
    let half = DataBar14.Half(outer: outer.character, inner: inner.character, finder: found.character)
    // Read from its outer end, the left half's finder begins with a space, the right one's with a bar.
    let isRight = finder.isMultiple(of: 2)
    // The guard's bar, which light on dark is the ground around the symbol: read as dark on light the two halves of such a one
    // change sides, and have their check right by chance once in 79.
    let guardBar = finder - (isRight ? 10 : 9)
    guard guardBar >= 0, bars.widths[guardBar] < Self.guardLimit * module else { return }
    let outerEnd = place(bars.edges[finder - 9])
    let innerEnd = place(bars.edges[finder + 13])
    halves.add(
      SidedHalf(half: half, isRight: isRight), misfit: outer.misfit + inner.misfit,
      isRight
        ? Sighting(line: line, start: innerEnd, end: outerEnd) : Sighting(line: line, start: outerEnd, end: innerEnd))
  }

  // MARK: - Expanded

  private mutating func collectExpanded(
    _ bars: BarSequence, _ finder: Int, _ line: Int, _ place: (Float) -> Point<ImagePixels>
  ) {
    let module = bars.width(finder..<finder + 5) / 15
    let found = DataBarExpanded.finders.match(bars, at: finder)
    guard found.misfit < Self.finderLimit else { return }
    // A finder that begins with a space is of the first kind and stands upright in the symbol's own direction; one
    // that begins with a bar is of the second kind and stands mirrored there.
    let isSecond = finder.isMultiple(of: 2)
    var before: WidthAlphabet.Match?
    var after: WidthAlphabet.Match?
    var first = finder
    var last = finder + 5
    if finder >= 8, abs(bars.width(finder - 8..<finder) / module - 17) < 3 {
      let match = DataBarExpanded.alphabet.match(bars, at: finder - 8)
      if match.misfit < Self.characterLimit {
        before = match
        first = finder - 8
      }
    }
    if finder + 13 <= bars.widths.count, abs(bars.width(finder + 5..<finder + 13) / module - 17) < 3 {
      let match = DataBarExpanded.alphabet.match(bars, at: finder + 5, isMirrored: true)
      if match.misfit < Self.characterLimit {
        after = match
        last = finder + 13
      }
    }
    let (start, end) = (place(bars.edges[first]), place(bars.edges[last]))
    if let before {
      pairs.add(
        DataBarExpanded.Pair(
          finder: found.character, isSecond: isSecond, isRight: isSecond, character: before.character),
        misfit: before.misfit,
        isSecond ? Sighting(line: line, start: end, end: start) : Sighting(line: line, start: start, end: end))
    }
    if let after {
      pairs.add(
        DataBarExpanded.Pair(
          finder: found.character, isSecond: isSecond, isRight: !isSecond, character: after.character),
        misfit: after.misfit,
        isSecond ? Sighting(line: line, start: end, end: start) : Sighting(line: line, start: start, end: end))
    }
  }
}
