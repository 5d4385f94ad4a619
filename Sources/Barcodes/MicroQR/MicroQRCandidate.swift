import Bits
import Geometry

/// A finder that may be a Micro QR symbol's: its timing patterns run along the symbol's upper and left side.
struct MicroQRCandidate {
  /// Correlation of separator and timing patterns below which a size is not tried: 22 modules and more stay
  /// below it by chance 99 times in 100.
  private static let leastAgreement: Float = 0.55
  /// Sizes tried for each finder: timing patterns of a larger size begin as those of a smaller.
  private static let attempts = 4

  /// What each size must show beside its finder.
  private static let sizes = MicroQRVersion.all.map { version in
    let separator = (0...7).map { (x: 7, y: $0) } + (0...6).map { (x: $0, y: 7) }
    let timing = (8..<version.side).flatMap { [(x: $0, y: 0), (x: 0, y: $0)] }
    return (side: version.side, template: MicroQRLayout(version).template, places: separator + timing)
  }

  /// The message of the symbol whose finder this is, if it is one's.
  ///
  /// - Parameter isOver: asked before each size is grown whether to stop there.
  static func read(_ finder: QRFinder, _ sampler: GreySampler, isOver: () -> Bool) -> QRCandidate.Reading? {
    var scored: [(grid: SymbolGrid, score: Float, quarter: Int)] = []
    for quarter in 0..<4 {
      for size in sizes {
        let grid = SymbolGrid(width: size.side, height: size.side, from: finder.turned(quarter))
        let score = grid.agreement(with: size.template, at: size.places, sampler)
        if score > leastAgreement { scored.append((grid, score, quarter)) }
      }
    }
    scored.sort { $0.score > $1.score }
    for candidate in scored.prefix(attempts) {
      if let reading = decode(candidate.grid, sampler) { return reading }
    }
    // The finder's own axes drift from the symbol's where it is tilted: the way that fits best at all shows a
    // smaller symbol's timing pattern, and the grid is grown to each size along it.
    guard let quarter = scored.first?.quarter else { return nil }
    var registration = GridRegistration(
      sampler: sampler, anchors: [Point(3.5, 3.5)], contrast: max(finder.light - finder.dark, 8))
    registration.highestDegree = 2
    var grown: [(grid: SymbolGrid, score: Float)] = []
    for size in sizes where !isOver() {
      let flat = SymbolGrid(width: size.side, height: size.side, from: finder.turned(quarter))
      let grid = registration.grown(flat)
      let score = grid.agreement(with: size.template, at: size.places, sampler)
      // All sizes show what the smallest one does: in texture it is gone once the grid has grown.
      if grown.isEmpty, score <= leastAgreement { return nil }
      grown.append((grid, score))
    }
    for candidate in grown.sorted(by: { $0.score > $1.score }) where candidate.score > leastAgreement {
      if let reading = decode(candidate.grid, sampler) { return reading }
    }
    return nil
  }

  private static func decode(_ grid: SymbolGrid, _ sampler: GreySampler) -> QRCandidate.Reading? {
    let plain = SoftModules(sampler, grid)
    for amount: Float in [0, 0.8] {
      var soft = amount == 0 ? plain : plain.sharpened(amount)
      soft.classify()
      let modules = soft.modules
      if let symbol = try? MicroQRDecoder.decode(modules, confidences: soft.confidences) {
        return QRCandidate.Reading(symbol: symbol, grid: grid, isMirrored: false)
      }
      if let symbol = try? MicroQRDecoder.decode(modules.transposed, confidences: soft.transposedConfidences) {
        return QRCandidate.Reading(symbol: symbol, grid: grid, isMirrored: true)
      }
    }
    return nil
  }
}
