import Geometry
import Imaging

/// Reads what is out of focus in a picture that was brought into focus, by what its family does there for what is plain to see
/// and by its finer steps.
///
/// Where a spot is half a module wide, single modules, guards and the rings of a bull's eye no longer reach half of the way
/// between dark and light, and nothing is found. Of 24 Aztec Codes drawn so, with spots of 0.45 to 0.75 modules' deviation, 16 are
/// read in place of 2, of 24 Data Matrix 13 in place of 1, and of eight MicroPDF417 six in place of none.
final class FocusedSearch {
  private var readers = RestoredReaders()

  /// What each of these families may do on pictures brought into focus: the frame's, or its largest copy that is small enough,
  /// and the one of half the size.
  func seeds(_ families: [any SymbolReader.Type], _ search: FrameSearch) -> [Work] {
    let kinds = families.compactMap { family in family.focused.map { (family: family, work: $0) } }
    guard !kinds.isEmpty else { return [] }
    return search.focusedCopies.enumerated().flatMap { number, copy in
      kinds.map { kind in
        Work(kind.work, promise: 1 / Double(1 + number)) { search in
          self.read(kind.family, kind.work, copy, search)
          return []
        }
      }
    }
  }

  private func read(
    _ family: any SymbolReader.Type, _ kind: SearchWork, _ copy: FocusedCopy, _ search: FrameSearch
  ) {
    guard search.isOutOfFocus(copy.level) else { return }
    let found = observations(family, kind, copy, search)
    guard kind.family == .linear else { return found.forEach(search.add) }
    for factor in Self.confirmations where !found.isEmpty && search.observations.isEmpty && !search.isOver() {
      let other = observations(family, kind, copy.deviating(by: factor), search)
      for observation in found where other.contains(where: { Self.areSame($0, observation) }) {
        search.add(observation)
      }
    }
  }

  /// What undoing blur adds to all lines alike changes with the deviation, and bars have no error correction that tells: by one
  /// copy alone two of 17,000 blurred labels were read wrong.
  private static let confirmations = [0.87, 1.15]

  private static func areSame(_ one: Observation, _ other: Observation) -> Bool {
    one.symbol.symbology == other.symbol.symbology && one.symbol.bytes == other.symbol.bytes
      && one.corners.contains(other.corners.center)
  }

  /// What a family reads in a copy that is brought into focus.
  private func observations(
    _ family: any SymbolReader.Type, _ kind: SearchWork, _ copy: FocusedCopy, _ search: FrameSearch
  ) -> [Observation] {
    search.trace?.didBegin(.luminance)
    let focused = search.focused(copy)
    guard focused.showsTwoLevels() else { return [] }
    search.trace?.didBegin(.finders)
    return readers.observations(family, kind, focused)
  }
}

/// A copy of a frame's picture that may be brought into focus.
struct FocusedCopy: Hashable {
  /// Of the pyramid.
  let level: Int
  /// Of the spot that a point became, in pixels of that level.
  let deviation: Double

  /// The same with another spot.
  func deviating(by factor: Double) -> FocusedCopy { FocusedCopy(level: level, deviation: factor * deviation) }
}

extension FrameSearch {
  /// Pixels of the largest copy that is brought into focus: of larger ones modules out of focus are large too.
  private static let focusedPixels = 700_000
  /// Deviations of the spots that are undone, in pixels of a copy: the next copy has them half as large, so that these are four
  /// in steps of the square root of two.
  private static let deviations = [1.7, 2.4]

  /// The copies that are brought into focus where something is out of it, those of little blur first.
  var focusedCopies: [FocusedCopy] {
    guard let first = (0..<levels).first(where: { image($0).pixels.count <= Self.focusedPixels }) else { return [] }
    return (first..<min(first + 2, levels)).flatMap { level in
      Self.deviations.map { FocusedCopy(level: level, deviation: $0) }
    }
  }
}
