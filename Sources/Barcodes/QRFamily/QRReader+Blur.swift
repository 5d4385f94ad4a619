import Foundation
import Geometry
import Imaging

/// Last attempts: pictures that moved or are out of focus, with their blur undone, and at dim ones with their contrast
/// raised.
extension QRReader {
  /// Looks again at a dim picture, its contrast raised, at a size at which the noise of its pixels is averaged.
  func readLifted(_ search: FrameSearch) -> [Work] {
    guard search.observations.isEmpty,
      let level = (0..<search.levels).first(where: { search.image($0).pixels.count <= Self.liftedPixels }),
      search.image(level).isDim
    else { return [] }
    let (reader, another) = forRestored(search)
    search.trace?.didBegin(.luminance)
    another.begin(search.image(level).lifted(), within: search)
    search.trace?.didBegin(.finders)
    reader.readRestoredClosely(another, findsLight: search.options.triesInverted)
    search.adopt(another)
    return []
  }

  /// Pixels of the largest copy whose contrast is raised.
  private static let liftedPixels = 1_000_000

  /// Looks again at a picture out of focus, brought into it: where a spot is half a module wide, the rings of finders
  /// are too thin to be told, and single modules are lost.
  func readFocused(_ search: FrameSearch) -> [Work] {
    if mayBeOutOfFocus(search) { return readFocusedCopies(search) }
    // What is sharp may show finders once fainter ones were looked for.
    return [
      Work(.qrFocused, promise: 0.3) { search in
        self.mayBeOutOfFocus(search) ? self.readFocusedCopies(search) : []
      }
    ]
  }

  private func mayBeOutOfFocus(_ search: FrameSearch) -> Bool {
    hasFinders(search) || finders.finders.count >= Self.art
      || search.focusedCopies.first.map { search.isOutOfFocus($0.level) } ?? false
  }

  private func readFocusedCopies(_ search: FrameSearch) -> [Work] {
    let copies = search.focusedCopies
    let (reader, _) = forRestored(search)
    let furtherCopies = Set(copies.map(\.level)).sorted().map { FocusedCopy(level: $0, deviation: Self.largeDeviation) }
    for copy in copies + furtherCopies {
      if search.isOver() { return [] }
      search.trace?.didBegin(.luminance)
      let focused = search.focused(copy)
      guard focused.showsTwoLevels() else { continue }
      focused.takeUp(.qrFocused)
      search.trace?.didBegin(.finders)
      reader.readRestored(focused, findsLight: search.options.triesInverted)
      search.adopt(focused)
      if !reader.hasLeftovers(focused) { return [] }
    }
    return []
  }

  /// Finders' runs from which a sharp picture may hold one that is drawn as something else, whose modules run together once
  /// they are made soft: of 45 sharp pictures with fewer none was read so, of three with 20 and more all.
  static let art = 16
  /// What makes modules soft that are drawn as something else, in pixels of a copy.
  private static let largeDeviation = 2.9

  /// Looks again at what moved while the picture was taken, with its motion undone: first in the picture as it is,
  /// where short ways of small modules show, then in smaller copies.
  func readSteadied(_ search: FrameSearch) -> [Work] {
    var promising: [MotionSearch.Suspect] = []
    for level in 0..<(search.levels - 1) {
      for suspect in search.motionSuspects(level: level) {
        if search.isOver() || !search.observations.isEmpty { return [] }
        guard readSteadied(suspect, turned: 0, search) else { continue }
        promising.append(suspect)
      }
    }
    for suspect in promising.prefix(Self.secondMotions) {
      for turn in Self.turns {
        if search.isOver() || !search.observations.isEmpty { return [] }
        _ = readSteadied(suspect, turned: turn, search)
      }
    }
    return []
  }

  /// - Returns: whether as many finders showed as a symbol has.
  private func readSteadied(
    _ suspect: MotionSearch.Suspect, turned turn: Double, _ search: FrameSearch
  ) -> Bool {
    search.trace?.didBegin(.luminance)
    guard let steadied = search.steadied(suspect, turned: turn) else { return false }
    steadied.takeUp(.qrSteadied)
    let (reader, _) = forRestored(search)
    search.trace?.didBegin(.finders)
    reader.readRestoredClosely(steadied, findsLight: search.options.triesInverted)
    search.adopt(steadied)
    return reader.finders.finders.count >= 3
  }

  /// What is added to the direction in which a picture seems to have moved, in radians, where that showed finders and no
  /// symbol. It is measured to 5° at best, as a symbol's edges are not quite alike in all directions; and where the
  /// motion was curved, it is no single one.
  private static let turns = [8, -8].map { $0 * Double.pi / 180 }
  /// Parts of a picture for which other directions are tried, the first ones.
  private static let secondMotions = 1

  /// Plain finders and what they belong to, in a picture that was made anew: undoing blur that is none makes texture of
  /// texture.
  func readRestored(_ search: FrameSearch, findsLight: Bool) {
    findPlain(search, findsLight: findsLight)
    if !isCrowd(search) { readPlainFound(search) }
  }

  /// The same, then what hardly stands out.
  func readRestoredClosely(_ search: FrameSearch, findsLight: Bool) {
    readRestored(search, findsLight: findsLight)
    if hasLeftovers(search), !isTexture(search), !search.isOver(), finders.runFaint(search, findsLight: findsLight),
      !isCrowd(search)
    {
      readFound(search)
    }
  }

  /// Whether so many patterns have a finder's runs, and none of them is square, that none is a finder.
  private func isCrowd(_ search: FrameSearch) -> Bool { finders.finders.count > Self.crowd && !hasFinders(search) }

  /// Finders of which one is square where there is a symbol: of 146 that were read so none had more than 12 without a square
  /// one, and texture mostly has 20 to 440.
  private static let crowd = 16
}
