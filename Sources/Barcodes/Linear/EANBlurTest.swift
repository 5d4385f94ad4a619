import Imaging

/// Asks whether one blur explains an EAN or UPC number on its lines better than others that might stand there.
///
/// What compares digits one by one takes what suits most of them for the blur; three that blur changes one way look right then,
/// and so does the check digit. No blur that suits the others' makes all of them.
struct EANBlurTest {
  private let fit: EANFit
  private var lines: [BlurredLine] = []

  /// Lines that are asked.
  static let mostLines = 2
  /// What another number must leave unexplained at most, in shares of what the one that was read leaves. Of 256 that were
  /// read right in photographs the least was 0.75, as glare and dents hid digits, and of 144 rendered ones 2; of four wrong
  /// ones three had 0.04 to 0.5.
  private static let otherNumber: Float = 0.7
  /// The same for one other digit, be the check digit wrong: of the right ones the least was 0.72, of a wrong one of which
  /// dirt hid a digit, 0.2.
  private static let otherDigit: Float = 0.6

  init(_ fit: EANFit) { self.fit = fit }

  var isComplete: Bool { lines.count >= Self.mostLines }

  /// - Parameters:
  ///   - grey: the line's samples, dark bars on light.
  ///   - layouts: ways in which the symbol's modules may lie on it: for each sample its place in modules.
  ///   - number: what was read, by which one of the ways is chosen.
  mutating func add(_ grey: [Float], layouts: [[Float]], _ number: EANNumber) {
    let pattern = fit.layout.pattern(number)
    let ways = layouts.compactMap { BlurredLine(grey, places: $0, modules: fit.layout.modules) }
    let best = ways.map { ($0, $0.fit(pattern)?.unexplained ?? .infinity) }.min { $0.1 < $1.1 }
    if let best { lines.append(best.0) }
  }

  /// True where other digits explain the lines better.
  func refutes(_ number: EANNumber) -> Bool {
    let pattern = fit.layout.pattern(number)
    let fits = lines.compactMap { line in line.fit(pattern).map { (line, $0) } }
    guard !fits.isEmpty, fits.count == lines.count else { return false }
    let unexplained = fits.reduce(0) { $0 + $1.1.unexplained }
    func isBetter(_ other: [Float], _ share: Float) -> Bool {
      var total: Float = 0
      for line in lines {
        guard let fit = line.fit(other) else { return false }
        total += fit.unexplained
      }
      return total < share * unexplained
    }
    var errors = [Float](repeating: .infinity, count: 30 * fit.layout.digits.count)
    var best: (error: Float, pattern: [Float]) = (.infinity, [])
    let characters = number.characters
    for (place, digit) in fit.layout.digits.enumerated() {
      let candidates = Array(digit.of.characters)
      let patterns = candidates.map(EANLayout.modules)
      var sums = [Float](repeating: 0, count: candidates.count)
      for (line, fit) in fits {
        for (i, change) in line.changes(fit, of: pattern, at: digit.start, to: patterns).enumerated() { sums[i] += change }
      }
      for (i, candidate) in candidates.enumerated() {
        errors[30 * place + candidate] = sums[i]
        guard candidate != characters[place], sums[i] < best.error else { continue }
        var other = pattern
        other.replaceSubrange(digit.start + EANLayout.quiet..<digit.start + EANLayout.quiet + 7, with: patterns[i])
        best = (sums[i], other)
      }
    }
    if isBetter(best.pattern, Self.otherDigit) { return true }
    var others = InkExchange(number).others
    if let likeliest = fit.likeliest(errors)?.number, likeliest != number { others.append(likeliest) }
    return others.contains { isBetter(fit.layout.pattern($0), Self.otherNumber) }
  }
}
