import Geometry
import Imaging

/// Searches behind an EAN or UPC symbol that was read for the two or five digits that may stand there, by comparing the grey
/// with rendered digits on lines over the whole height: add-ons are lower than their symbols, and smaller in print.
/// ISO/IEC 15420:2009 §4.3.5.
struct EANAddOnSearch {
  let image: LuminanceImage
  /// In the symbol's own direction, length 1.
  private let axis: Vector<ImagePixels>
  private let origin: Point<ImagePixels>
  /// How far along the axis the symbol ends, and how much further a pixel down.
  private let end: Double
  private let slope: Double
  /// In pixels.
  private let module: Double

  /// Lines over the height: of a picture from a file, and of a camera's frame.
  static let thoroughLines = 15
  static let liveLines = 6
  /// Lines that must show an add-on.
  private static let least = 3
  /// How many errors of a digit the next likely add-on must be worse. In photographs wrong ones of five digits reached 0.4
  /// and right ones began at 2.3; two digits, which are found in pieces of five and carry less of a check, reached 2.9
  /// where they were wrong.
  private static let leastMargins: [Float] = [2, 5]
  /// Mean squared error of a sample, as for the symbols themselves.
  private static let residualLimit = EANLineFit.residualLimit

  /// - Parameters:
  ///   - extents: where lines met the symbol, at least one.
  ///   - modules: how wide the symbol is.
  init?(_ image: LuminanceImage, behind extents: [LinearOutline.Extent], modules: Int) {
    let sum = extents.reduce(Vector<ImagePixels>(0, 0)) { $0 + ($1.end - $1.start) }
    guard let first = extents.first, let axis = sum.normalized else { return nil }
    let origin = first.end
    let ends = extents.map { (v: ($0.end - origin).dot(axis.perpendicular), u: ($0.end - origin).dot(axis)) }
    let count = Double(extents.count)
    let (meanV, meanU) = (ends.reduce(0) { $0 + $1.v } / count, ends.reduce(0) { $0 + $1.u } / count)
    let spread = ends.reduce(0) { $0 + ($1.v - meanV) * ($1.v - meanV) }
    let lean = ends.reduce(0) { $0 + ($1.v - meanV) * ($1.u - meanU) }
    // Lines a few pixels apart say nothing of a slope.
    slope = spread > 4 * count ? min(max(lean / spread, -0.4), 0.4) : 0
    end = meanU - slope * meanV
    module = sum.dot(axis) / count / Double(modules)
    guard module >= 0.7 else { return nil }
    self.image = image
    self.axis = axis
    self.origin = origin
  }

  /// The digits, or nil where there are none that are sure.
  ///
  /// - Parameters:
  ///   - heights: where to search, in pixels down from the first extent.
  ///   - lines: on how many lines.
  func read(_ heights: ClosedRange<Double>, lines: Int) -> String? {
    var evidence = [[EANFit.Evidence]](repeating: [], count: EANFit.addOns.count)
    for (tried, number) in RegionScan.spread(lines).enumerated() {
      // It is half as high as its symbol at least: of the first half of the lines some meet it.
      if 2 * tried >= lines, evidence.allSatisfy(\.isEmpty) { return nil }
      let part = (Double(number) + 0.5) / Double(lines)
      compare(heights.lowerBound + part * (heights.upperBound - heights.lowerBound), &evidence)
    }
    // Five digits first: two are a piece of them.
    for (kind, fit) in EANFit.addOns.enumerated() {
      let best = evidence[kind].map(\.residual).min() ?? 0
      let used = evidence[kind].filter { $0.residual <= max(2 * best, Self.residualLimit / 2) }
      guard used.count >= Self.least, let answer = fit.addOn(used), answer.margin >= Self.leastMargins[kind] else {
        continue
      }
      return EANDigits.text(answer.digits)
    }
    return nil
  }

  /// What one line shows of each kind of add-on.
  private func compare(_ height: Double, _ evidence: inout [[EANFit.Evidence]]) {
    // From 8 modules before the symbol's end to 72 behind it: 16 of light and 47 of five digits.
    let place = origin + axis.perpendicular * height + axis * (end + slope * height)
    let region = StripeRegion(
      center: place + axis * (32 * module), direction: axis, halfLength: 40 * module, halfHeight: 1)
    let line = image.scanLine(region, offset: 0, margin: 0, reach: 1)
    let darkness = ScanLine.darkness(line.samples, module: module / line.step)
    let scale = module / line.step
    let behind = (place - line.start).dot(axis) / line.step
    // Specified are 7 to 12 modules in between; 5 to 16 are seen.
    let first = Int(behind + 5 * scale)
    guard first >= 0,
      let start = (first..<max(first, min(darkness.count, Int(behind + 16 * scale)))).first(where: {
        darkness[$0] > 0.5
      }),
      start > first
    else { return }
    for (kind, fit) in EANFit.addOns.enumerated() {
      let span = EANFit.Span(start: Double(start) - 0.5, end: Double(start) - 0.5 + Double(fit.layout.modules) * scale)
      guard let one = fit.evidence(darkness, span: span), one.residual < Self.residualLimit else { continue }
      // Two digits are what they are only where light is behind them.
      let after = Int(one.span.end + scale)..<Int(one.span.end + 5 * scale)
      if fit.layout.digits.count == 2 {
        guard after.upperBound < darkness.count, after.allSatisfy({ darkness[$0] < 0.4 }) else { continue }
      }
      evidence[kind].append(one)
    }
  }
}
