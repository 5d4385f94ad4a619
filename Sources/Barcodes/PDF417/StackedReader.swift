import Geometry
import Imaging

/// Finds and reads PDF417 and MicroPDF417 symbols.
package final class StackedReader: SymbolReader {
  package static var symbologies: Set<Symbology> { [.pdf417, .microPDF417] }
  package static var findsBothPolarities: Bool { true }

  private var scan = StackedPatternScan()
  private var slanted = SlantedSides()
  /// Counts frames, for what live frames take turns in.
  private var frames = 0
  private static let turns = 4

  package init() {}

  /// The share of the budget after which linear symbols are looked for: their bars look like guards, which can keep this
  /// reader busy for ever, and no symbol of PDF417 was read later than that.
  private static let share = 0.5

  package func read(_ search: FrameSearch) {
    if search.isThorough, search.wants(LinearReader.symbologies) { search.limit(toShare: Self.share) }
    let before = search.observations.count
    frames &+= 1
    look(SearchScene(search), search)
    guard search.observations.count == before else { return }
    // A bar of more than 40 pixels has no edge near its middle to take a threshold from: large symbols show theirs
    // where the frame is smaller.
    // Live in turns with the slanted sides below, as a symbol is in view for many frames.
    let levels = search.isThorough ? 1..<3 : frames % Self.turns == 2 ? 2..<3 : 0..<0
    for level in levels where level < search.levels && !search.isOutOfTime {
      look(SearchScene(search, level: level), search)
      guard search.observations.count == before else { return }
    }
    guard search.isThorough, let scene = SearchScene(enlarging: search) else { return }
    look(scene, search)
  }

  private func look(_ scene: SearchScene, _ search: FrameSearch) {
    search.trace?.didBegin(.finders)
    var wish = StackedPatternScan.Wish(guards: search.wants([.pdf417]), sides: search.wants([.microPDF417]))
    if search.isThorough {
      wish.rowStep = scene.scale > 1 ? 3 : 2
      wish.columnStep = wish.rowStep
    } else {
      // 120 lines and more either way: three of them meet a symbol that takes a fortieth of the frame.
      wish.rowStep = max(4, min(8, scene.image.height / 120))
      wish.columnStep = max(6, min(16, scene.image.width / 120))
      wish.leastModule = 1.2
      wish.share = 0.5
    }
    var findings = scan.find(scene.image, scene.thresholds, wish) { search.isOutOfTime }
    for isInverted in search.options.triesInverted ? [false, true] : [false] {
      let guards = findings.guards.filter { $0.isInverted == isInverted }
      if !guards.isEmpty { PDF417Reading(guards, isInverted: isInverted, scene, search).read() }
      let sides = findings.sides.filter { $0.isInverted == isInverted }
      if !sides.isEmpty { MicroPDF417Reading(sides, isInverted: isInverted, scene, search).read() }
    }
    guard wish.sides, scene.scale >= 1, search.observations.isEmpty, !search.isOutOfTime else { return }
    guard search.isThorough || frames % Self.turns == 0 else { return }
    search.trace?.didBegin(.finders)
    findings.sides = slanted.find(
      scene.image, scene.thresholds, step: wish.rowStep, search.isThorough ? .thorough : .quick
    ) { search.isOutOfTime }
    if !findings.sides.isEmpty { MicroPDF417Reading(findings.sides, isInverted: false, scene, search).read() }
  }
}
