import Geometry
import Imaging

/// Finds and reads PDF417 and MicroPDF417 symbols.
package final class StackedReader: SymbolReader {
  package static var symbologies: Set<Symbology> { [.pdf417, .microPDF417] }
  package static var findsBothPolarities: Bool { true }

  private var scan = StackedPatternScan()
  private var slanted = SlantedSides()

  package init() {}

  package func read(_ search: FrameSearch) {
    let before = search.observations.count
    look(SearchScene(search), search)
    guard search.isThorough && search.observations.count == before else { return }
    if let scene = SearchScene(enlarging: search) { look(scene, search) }
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
    var findings = scan.find(scene.image, scene.thresholds, wish)

    for isInverted in search.options.triesInverted ? [false, true] : [false] {
      let guards = findings.guards.filter { $0.isInverted == isInverted }
      if !guards.isEmpty { PDF417Reading(guards, isInverted: isInverted, scene, search).read() }
      let sides = findings.sides.filter { $0.isInverted == isInverted }
      if !sides.isEmpty { MicroPDF417Reading(sides, isInverted: isInverted, scene, search).read() }
    }
    guard wish.sides, search.isThorough, search.observations.isEmpty else { return }
    search.trace?.didBegin(.finders)
    findings.sides = slanted.find(scene.image, scene.thresholds, step: wish.rowStep)

    if !findings.sides.isEmpty { MicroPDF417Reading(findings.sides, isInverted: false, scene, search).read() }
  }
}
