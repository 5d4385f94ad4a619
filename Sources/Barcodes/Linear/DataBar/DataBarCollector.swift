import Geometry

/// Halves and pairs of DataBar symbols over the scan lines of a region. Stacked symbols have them on different lines,
/// torn ones here and there; they are put together where their checks agree.
struct DataBarCollector {
  /// Where a part was seen, in the direction of the symbol.
  struct Sighting {
    let line: Int
    let start: Point<ImagePixels>
    let end: Point<ImagePixels>
  }

  /// The sightings of each part, which are of one kind and place in the symbol.
  struct Parts<Part: Hashable> {
    private(set) var sightings: [Part: [Sighting]] = [:]

    mutating func add(_ part: Part, _ sighting: Sighting) { sightings[part, default: []].append(sighting) }

    /// Seen on at least so many lines, the most seen first.
    func agreed(_ least: Int, where isWanted: (Part) -> Bool) -> [Part] {
      sightings.filter { isWanted($0.key) && Set($0.value.map(\.line)).count >= least }
        .sorted { $0.value.count > $1.value.count }.map(\.key)
    }
  }

  struct SidedHalf: Hashable {
    let half: DataBar14.Half
    let isRight: Bool
  }

  private let wants14: Bool
  private let wantsExpanded: Bool
  private var halves = Parts<SidedHalf>()
  private var pairs = Parts<DataBarExpanded.Pair>()

  init(wanted: Set<Symbology>) {
    wants14 = wanted.contains(.gs1DataBar)
    wantsExpanded = wanted.contains(.gs1DataBarExpanded)
  }

  /// True before anything was seen.
  var isEmpty: Bool { halves.sightings.isEmpty && pairs.sightings.isEmpty }

  var isWanted: Bool { wants14 || wantsExpanded }

  /// A finder's five elements differ from the next one's by 2; noise must not become one.
  static let finderLimit: Float = 0.6
  /// Of the eight elements of a character.
  static let characterLimit: Float = 1.0

  /// Takes what a line shows, read forward.
  ///
  /// - Parameter place: where an edge of the sequence lies in the image.
  mutating func collect(_ bars: BarSequence, line: Int, place: (Float) -> Point<ImagePixels>) {
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
    guard outer.misfit < Self.characterLimit, let mirrored = mirroredInner(bars, finder + 5) else { return }
    let half = DataBar14.Half(outer: outer.character, inner: mirrored, finder: found.character)
    // Read from its outer end, the left half's finder begins with a space, the right one's with a bar.
    let isRight = finder.isMultiple(of: 2)
    let outerEnd = place(bars.edges[finder - 9])
    let innerEnd = place(bars.edges[finder + 13])
    halves.add(
      SidedHalf(half: half, isRight: isRight),
      isRight
        ? Sighting(line: line, start: innerEnd, end: outerEnd) : Sighting(line: line, start: outerEnd, end: innerEnd))
  }

  /// The inner character runs towards the finder.
  private func mirroredInner(_ bars: BarSequence, _ start: Int) -> Int? {
    let match = DataBar14.innerAlphabet.match(bars, at: start, isMirrored: true)
    return match.misfit < Self.characterLimit ? match.character : nil
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
    var before: Int?
    var after: Int?
    var first = finder
    var last = finder + 5
    if finder >= 8, abs(bars.width(finder - 8..<finder) / module - 17) < 3 {
      let match = DataBarExpanded.alphabet.match(bars, at: finder - 8)
      if match.misfit < Self.characterLimit {
        before = match.character
        first = finder - 8
      }
    }
    if finder + 13 <= bars.widths.count, abs(bars.width(finder + 5..<finder + 13) / module - 17) < 3 {
      let match = DataBarExpanded.alphabet.match(bars, at: finder + 5, isMirrored: true)
      if match.misfit < Self.characterLimit {
        after = match.character
        last = finder + 13
      }
    }
    let (start, end) = (place(bars.edges[first]), place(bars.edges[last]))
    if let before {
      pairs.add(
        DataBarExpanded.Pair(finder: found.character, isSecond: isSecond, isRight: isSecond, character: before),
        isSecond ? Sighting(line: line, start: end, end: start) : Sighting(line: line, start: start, end: end))
    }
    if let after {
      pairs.add(
        DataBarExpanded.Pair(finder: found.character, isSecond: isSecond, isRight: !isSecond, character: after),
        isSecond ? Sighting(line: line, start: end, end: start) : Sighting(line: line, start: start, end: end))
    }
  }

  // MARK: - Agreement

  /// What fits together, with where it was seen: a sighting a line, from the symbol's left to its right.
  ///
  /// - Parameter least: lines that a part must have been seen on.
  func symbols(least: Int) -> [(symbol: DecodedSymbol, sightings: [Sighting])] {
    var found: [(symbol: DecodedSymbol, sightings: [Sighting])] = []
    let lefts = halves.agreed(least) { !$0.isRight }.prefix(6)
    let rights = halves.agreed(least) { $0.isRight }.prefix(6)
    var usedRights: Set<SidedHalf> = []
    for left in lefts {
      for right in rights where !usedRights.contains(right) {
        guard let symbol = DataBar14.symbol(left: left.half, right: right.half) else { continue }
        usedRights.insert(right)
        found.append((symbol, Self.merged((halves.sightings[left] ?? []) + (halves.sightings[right] ?? []))))
        break
      }
    }
    let characters = pairs.agreed(least) { _ in true }
    if let (symbol, parts) = DataBarExpanded.symbol(characters) {
      found.append((symbol, Self.merged(parts.flatMap { pairs.sightings[$0] ?? [] })))
    }
    return found
  }

  /// A sighting a line: from the first of its parts to the last one. Lines that missed parts at an end take it from
  /// those that did not.
  private static func merged(_ sightings: [Sighting]) -> [Sighting] {
    guard let first = sightings.first, let axis = (first.end - first.start).normalized else { return [] }
    func along(_ place: Point<ImagePixels>) -> Double { (place - first.start).dot(axis) }
    let lines = Dictionary(grouping: sightings, by: \.line).values.compactMap { parts -> Sighting? in
      guard let start = parts.min(by: { along($0.start) < along($1.start) }),
        let end = parts.max(by: { along($0.end) < along($1.end) })
      else { return nil }
      return Sighting(line: start.line, start: start.start, end: end.end)
    }
    let low = lines.map { along($0.start) }.min() ?? 0
    let high = lines.map { along($0.end) }.max() ?? 0
    return lines.sorted { $0.line < $1.line }.map { line in
      let (start, end) = (along(line.start), along(line.end))
      guard end - start < 0.95 * (high - low) else { return line }
      return Sighting(line: line.line, start: line.start + axis * (low - start), end: line.end + axis * (high - end))
    }
  }
}
