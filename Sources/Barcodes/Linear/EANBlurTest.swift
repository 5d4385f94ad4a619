import Imaging

/// What the blur of lines says of a message.
enum BlurVerdict: Hashable {
  /// One blur explains it, and no other message nearly as well.
  case confirmed
  case open
  /// Another message is explained better, or none at all.
  case refuted
}

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
  /// Below what share of a number's own rest that of others refutes it. Of 256 that were read right in photographs other numbers
  /// left 0.75 at least, as glare and dents hid digits, and other digits, be the check digit wrong, 0.72; of 144 rendered ones
  /// 2 and 1.5. Of four wrong ones three had numbers with 0.04 to 0.5, and one of which dirt hid a digit had a digit with 0.2.
  private static let (betterNumber, betterDigit): (Float, Float) = (0.7, 0.6)
  /// What it takes to confirm a number: the most that it leaves of the variance itself, and the least that others leave, in
  /// shares of that. So were 1,630 of 1,668 right EAN-13 that were compared, rendered and in photographs, and 1,012 of 1,043
  /// shorter ones; of 9,550 wrong ones none, and of others one UPC-E by the measure of EAN-13.
  private struct Confirmation {
    let rest: Float
    let otherNumber: Float
    let otherDigit: Float
  }
  private static let confirmation = Confirmation(rest: 0.1, otherNumber: 1.4, otherDigit: 1.15)
  private static let confirmationOfShort = Confirmation(rest: 0.08, otherNumber: 1.8, otherDigit: 1.3)
  /// What a number itself may leave of the lines' variance. Of 275 in photographs EAN-13 left at most 0.19, shorter ones 0.13;
  /// a UPC-E that chance found in an EAN-8 left 0.21.
  private static let (most, mostOfShort): (Float, Float) = (0.25, 0.17)

  /// - Parameter number: what was read.
  init(_ number: EANNumber, _ fit: EANFit) {
    (self.number, self.fit) = (number, fit)
    pattern = fit.layout.pattern(number)
  }

  var isComplete: Bool { lines.count >= Self.mostLines }

  /// - Parameters:
  ///   - grey: the line's samples, dark bars on light.
  ///   - places: of each sample in modules from the symbol's first one.
  mutating func add(_ grey: [Float], places: [Float]) {
    guard let line = BlurredLine(grey, places: places, modules: fit.layout.modules), let fit = line.fit(pattern) else {
      return
    }
    lines.append((line, fit))
  }

  /// What the lines say of the number.
  ///
  /// - Parameter mayConfirm: false where only what refutes it counts, so that others are asked no further than that.
  func verdict(mayConfirm: Bool = true) -> BlurVerdict {
    guard !lines.isEmpty else { return .open }
    let own = lines.reduce(0) { $0 + $1.fit.unexplained }
    let rest = own / Float(lines.count)
    guard rest <= (number.form == .ean13 ? Self.most : Self.mostOfShort) else { return .refuted }
    let (digit, errors) = otherDigits()
    let asked = number.form == .ean13 ? Self.confirmation : Self.confirmationOfShort
    let digitsRest = unexplained(digit, upTo: (mayConfirm ? asked.otherDigit : Self.betterDigit) * own)
    guard digitsRest >= Self.betterDigit * own else { return .refuted }
    var others = InkExchange(number).others
    // Where no digit by itself is better as another one, no number is.
    if errors.contains(where: { $0 < 0 }), let likeliest = fit.likeliest(errors)?.number, likeliest != number {
      others.append(likeliest)
    }
    let enough = (mayConfirm ? asked.otherNumber : Self.betterNumber) * own
    let least = others.map { unexplained(fit.layout.pattern($0), upTo: enough) }.min() ?? .infinity
    guard least >= Self.betterNumber * own else { return .refuted }
    let isConfirmed =
      mayConfirm && rest <= asked.rest && digitsRest >= asked.otherDigit * own && least >= asked.otherNumber * own
    return isConfirmed && isComplete ? .confirmed : .open
  }

  /// What the best blur of other modules leaves, over all lines or over as many as leave so much.
  private func unexplained(_ other: [Float], upTo enough: Float) -> Float {
    var total: Float = 0
    for (line, _) in lines where total < enough { total += line.fit(other)?.unexplained ?? .infinity }
    return total
  }

  /// How much more is left unexplained under the number's own blur by each character of each digit, 30 a digit; and the modules
  /// with the best one that is not the number's own.
  private func otherDigits() -> (best: [Float], errors: [Float]) {
    var errors = [Float](repeating: .infinity, count: 30 * fit.layout.digits.count)
    var best: (error: Float, pattern: [Float]) = (.infinity, pattern)
    let places = fit.layout.digits.map { (start: $0.start, others: Array(EANLayout.modules[$0.of.characters])) }
    let changes = lines.map { $0.line.changes($0.fit, of: pattern, at: places) }
    for ((place, digit), own) in zip(fit.layout.digits.enumerated(), number.characters) {
      for (number, candidate) in digit.of.characters.enumerated() {
        let error = changes.reduce(0) { $0 + $1[place][number] }
        errors[30 * place + candidate] = error
        guard candidate != own, error < best.error else { continue }
        let (first, modules) = (digit.start + EANLayout.quiet, places[place].others[number])
        best = (error, pattern)
        best.pattern.replaceSubrange(first..<first + modules.count, with: modules)
      }
    }
    return (best.pattern, errors)
  }
}
