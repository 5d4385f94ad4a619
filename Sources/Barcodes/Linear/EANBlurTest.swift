import Imaging

/// Asks whether one blur explains an EAN or UPC number on its lines better than others that might stand there.
///
/// What compares digits one by one takes what suits most of them for the blur; three that blur changes one way look right then,
/// and so does the check digit. No blur that suits the others' makes all of them.
struct EANBlurTest {
  private let fit: EANFit
  private let number: EANNumber
  private let pattern: [Float]
  private var lines: [(line: BlurredLine, fit: BlurredLine.Fit)] = []

  /// Lines that are asked.
  static let mostLines = 2
  /// What another number must leave unexplained at most, in shares of what the one that was read leaves. Of 256 that were
  /// read right in photographs the least was 0.75, as glare and dents hid digits, and of 144 rendered ones 2; of four wrong
  /// ones three had 0.04 to 0.5.
  private static let otherNumber: Float = 0.7
  /// The same for one other digit, be the check digit wrong: of the right ones the least was 0.72, of a wrong one of which
  /// dirt hid a digit, 0.2.
  private static let otherDigit: Float = 0.6
  /// What a number itself may leave unexplained, mean over the lines. Of 275 in photographs EAN-13 left at most 0.19, shorter
  /// ones 0.13; a UPC-E that chance found in an EAN-8 left 0.21.
  private static let (most, mostOfShort): (Float, Float) = (0.25, 0.17)

  /// - Parameter number: what was read.
  init(_ number: EANNumber, _ fit: EANFit) {
    (self.number, self.fit) = (number, fit)
    pattern = fit.layout.pattern(number)
  }

  var isComplete: Bool { lines.count >= Self.mostLines }

  /// - Parameters:
  ///   - grey: the line's samples, dark bars on light.
  ///   - layouts: ways in which the symbol's modules may lie on it: for each sample its place in modules.
  /// - Returns: the number of the way that suits best, or nil where none does.
  mutating func add(_ grey: [Float], layouts: [[Float]]) -> Int? {
    var best: (line: BlurredLine, fit: BlurredLine.Fit, way: Int)?
    for (way, layout) in layouts.enumerated() {
      guard let line = BlurredLine(grey, places: layout, modules: fit.layout.modules), let fit = line.fit(pattern),
        fit.unexplained < best?.fit.unexplained ?? .infinity
      else { continue }
      best = (line, fit, way)
    }
    if let best { lines.append((best.line, best.fit)) }
    return best?.way
  }

  /// True where other digits explain the lines better, or the number hardly explains them.
  var isRefuted: Bool {
    guard !lines.isEmpty else { return false }
    let unexplained = lines.reduce(0) { $0 + $1.fit.unexplained }
    let most = number.form == .ean13 ? Self.most : Self.mostOfShort
    guard unexplained <= most * Float(lines.count) else { return true }
    let (digit, errors) = otherDigits()
    if isBetter(digit, Self.otherDigit * unexplained) { return true }
    var others = InkExchange(number).others
    if let likeliest = fit.likeliest(errors)?.number, likeliest != number { others.append(likeliest) }
    return others.contains { isBetter(fit.layout.pattern($0), Self.otherNumber * unexplained) }
  }

  /// True where other modules leave less than that unexplained.
  private func isBetter(_ other: [Float], _ limit: Float) -> Bool {
    var total: Float = 0
    for (line, _) in lines where total < limit { total += line.fit(other)?.unexplained ?? .infinity }
    return total < limit
  }

  /// How much more is left unexplained under the number's own blur by each character of each digit, 30 a digit; and the modules
  /// with the best one that is not the number's own.
  private func otherDigits() -> (best: [Float], errors: [Float]) {
    var errors = [Float](repeating: .infinity, count: 30 * fit.layout.digits.count)
    var best: (error: Float, pattern: [Float]) = (.infinity, pattern)
    for ((place, digit), own) in zip(fit.layout.digits.enumerated(), number.characters) {
      let candidates = digit.of.characters
      let modules = candidates.map(EANLayout.modules)
      let changes = lines.map { $0.line.changes($0.fit, of: pattern, at: digit.start, to: modules) }
      for (number, candidate) in candidates.enumerated() {
        let error = changes.reduce(0) { $0 + $1[number] }
        errors[30 * place + candidate] = error
        guard candidate != own, error < best.error else { continue }
        let first = digit.start + EANLayout.quiet
        best = (error, pattern)
        best.pattern.replaceSubrange(first..<first + modules[number].count, with: modules[number])
      }
    }
    return (best.pattern, errors)
  }
}
