/// What all lines say together.
extension EANFit {
  /// A message, and how much better it is than the next one.
  struct Answer {
    let number: EANNumber
    /// Error of the message, mean over lines.
    let error: Float
    /// The same of the next likely message.
    let runnerUp: Float
    /// The same of the likeliest of those that ink alone makes of it.
    let exchanged: Float
    /// Errors of the message's digits, the mean over lines, the largest first.
    let digitErrors: [Float]

    /// What makes ink of blur does so on all lines alike, so that a mean over them does not lessen it as it does noise: of 13,000
    /// rendered labels a wrong message had up to 1.8 times the margin that others must have, and of 128 in photographs that have
    /// such others none has less than 2.16 times.
    private static let systematic: Float = 2.1

    /// How much worse the next likely message is, in errors of one digit.
    var margin: Float {
      min(runnerUp - error, (exchanged - error) / Self.systematic)
        / max(error / Float(number.form == .upcE ? 6 : number.form == .ean8 ? 8 : 12), 0.02)
    }

    /// Whether enough is seen of the digits. One that is covered is whichever the check digit asks for, if all others are clear;
    /// where what covers it reaches into the next one, both would be wrong.
    ///
    /// Of 2,304 drawn symbols with a bar of 3 to 12 modules of dark or light across them, 515 were read right by what is not
    /// confirmed otherwise, and 36 wrong; so it is 234 and 2. Of none that photographs show more is lost.
    var showsDigits: Bool { digitErrors[0] < Self.covered || digitErrors[1] < Self.unclear }

    private static let covered: Float = 0.7
    private static let unclear: Float = 0.2
  }

  /// The message with the least error of those that the symbology allows.
  func answer(_ evidence: [Evidence]) -> Answer? {
    let characterErrors = mean(evidence.map(\.errors))
    guard !evidence.isEmpty, let (number, least, runnerUp) = likeliest(characterErrors) else { return nil }
    let exchange = InkExchange(number)
    // Where light and dark were taken in two ways, the one by which the two are nearer to each other counts.
    let errors = evidence[0].errorsBySpread.indices.map { way in
      exchange.leastErrors(
        Self.spreads.indices.map { spread in mean(evidence.map { $0.errorsBySpread[way][spread] }) })
    }
    let error = min(least, errors.first?.own ?? least)
    let gap = errors.map { $0.other - $0.own }.min() ?? .infinity
    let own = zip(number.characters, 0...).map { characterErrors[30 * $1 + $0] }.sorted(by: >)
    return Answer(number: number, error: error, runnerUp: runnerUp, exchanged: error + gap, digitErrors: own)
  }

  /// The number with the least error, its error, and that of the next one; nil of an add-on.
  ///
  /// - Parameter errors: of each digit's characters, 30 a digit.
  func likeliest(_ errors: [Float]) -> (number: EANNumber, error: Float, next: Float)? {
    guard let form = layout.form else { return nil }
    var best: EANNumber?
    var (least, runnerUp) = (Float.infinity, Float.infinity)
    // The least error of each digit in each set: what these add up to no message in such sets can be below.
    let leastErrors = (0..<errors.count / 10).map { set in errors[10 * set..<10 * set + 10].min() ?? .infinity }
    func bound(_ sets: [Int]) -> Float {
      sets.indices.reduce(Float(0)) { sum, place in sum + leastErrors[3 * place + sets[place]] }
    }
    // The likeliest sets first leave little to do for the others.
    func inOrder<Sets>(_ all: [Sets], _ sets: (Sets) -> [Int]) -> [(least: Float, of: Sets, sets: [Int])] {
      all.map { of in (bound(sets(of)), of, sets(of)) }.sorted { $0.0 < $1.0 }
    }
    func add(_ found: [Path], _ number: ([Int]) -> EANNumber) {
      for path in found where path.error < runnerUp {
        runnerUp = max(path.error, least)
        if path.error < least { (least, best) = (path.error, number(digits(path))) }
      }
    }
    switch form {
    case .ean13:
      let leading = inOrder(Array(0...9)) { leading in
        let parity = EANDigits.leadingParities[leading]
        return (0..<6).map { parity >> (5 - $0) & 1 } + [Int](repeating: 2, count: 6)
      }
      for one in leading where one.least < runnerUp {
        let found = paths(errors, sets: one.sets, weights: Self.weights, sum: one.of, below: runnerUp)
        add(found) { EANNumber(form: .ean13, digits: [one.of] + $0) }
      }
    case .ean8:
      add(
        paths(errors, sets: [0, 0, 0, 0, 2, 2, 2, 2], weights: Array(Self.weights.prefix(8)), sum: 0)
      ) { EANNumber(form: .ean8, digits: $0) }
    case .upcE:
      let ends = (0...1).flatMap { system in (0...9).map { check in (system: system, check: check) } }
      let parities = inOrder(ends) { end in
        let parity = UPCEParity.parity(system: end.system, check: end.check)
        return (0..<6).map { parity >> (5 - $0) & 1 }
      }
      for one in parities where one.least < runnerUp {
        let (beforeLast, set) = (bound(Array(one.sets.dropLast())), one.sets[5])
        for last in 0...9 where beforeLast + errors[150 + 10 * set + last] < runnerUp {
          let found = paths(
            errors, sets: one.sets, weights: Self.upcEWeights[last], sum: 3 * one.of.system + one.of.check, last: last,
            below: runnerUp)
          add(found) { EANNumber(form: .upcE, digits: [one.of.system] + $0 + [one.of.check]) }
        }
      }
    }
    return best.map { ($0, least, runnerUp) }
  }

  private func mean(_ errors: [[Float]]) -> [Float] {
    var mean = [Float](repeating: 0, count: 30 * layout.digits.count)
    for one in errors {
      for i in mean.indices { mean[i] += one[i] / Float(errors.count) }
    }
    return mean
  }

  /// Squared error of a digit's samples from which nothing of it is seen: light alone has 1.4 and more, as blur levels the
  /// digit that it is compared with.
  private static let unseen: Float = 1

  /// The add-on with the least error of those whose sets agree with their digits, and how much worse the next one is, in
  /// errors of one digit.
  func addOn(_ evidence: [Evidence]) -> (digits: [Int], margin: Float)? {
    guard !evidence.isEmpty, layout.form == nil else { return nil }
    let errors = mean(evidence.map(\.errors))
    let count = layout.digits.count
    var candidates: [Path] = []
    if count == 5 {
      for check in 0...9 {
        let parity = EANAddOn.five[check]
        candidates += paths(
          errors, sets: (0..<5).map { parity >> (4 - $0) & 1 }, weights: [3, 9, 3, 9, 3], sum: 10 - check)
      }
    } else {
      candidates = (0..<100).map { number in
        let digits = [number / 10, number % 10]
        let parity = EANAddOn.parity(of: digits)
        return Path(
          error: errors[10 * (parity >> 1) + digits[0]] + errors[30 + 10 * (parity & 1) + digits[1]], digits: number)
      }
    }
    candidates.sort { $0.error < $1.error }
    guard candidates.count > 1 else { return nil }
    let (best, next) = (candidates[0], candidates[1])
    let digits = digits(best)
    // A digit that is not there at all would be the one that the check asks for.
    let seen = (0..<count).allSatisfy { place in
      (0..<2).contains { errors[30 * place + 10 * $0 + digits[place]] < Self.unseen }
    }
    guard seen else { return nil }
    return (digits, (next.error - best.error) / max(best.error / Float(count), 0.02))
  }

  private func digits(_ path: Path) -> [Int] {
    var rest = path.digits
    var digits = [Int](repeating: 0, count: layout.digits.count)
    for place in digits.indices.reversed() { (rest, digits[place]) = rest.quotientAndRemainder(dividingBy: 10) }
    return digits
  }

  /// How often each digit behind the leading one counts in the check sum.
  private static let weights = (0..<12).map { $0.isMultiple(of: 2) ? 3 : 1 }

  /// How often each of UPC-E's six digits counts in the check sum of the twelve for which it stands, which depends on
  /// the last one.
  private static let upcEWeights = (0...9).map { last in
    (0..<6).map { place in
      var digits = [Int](repeating: 0, count: 8)
      digits[6] = last
      let without = checkSum(EANNumber.expanded(upcE: digits))
      // The last digit is given; its share is what it adds to a symbol of zeros.
      if place == 5 { return last == 0 ? 0 : without }
      digits[1 + place] = 1
      return checkSum(EANNumber.expanded(upcE: digits)) - without
    }
  }

  private static func checkSum(_ digits: [Int]) -> Int {
    zip(digits, 0...).reduce(0) { $0 + $1.0 * ($1.1.isMultiple(of: 2) ? 3 : 1) }
  }

  private struct Path {
    var error: Float
    /// Each a decimal place, the last digit the lowest.
    var digits: Int

    static let none = Path(error: .infinity, digits: 0)
  }

  /// The two best ways to a check sum.
  private struct Ways {
    var first = Path.none
    var second = Path.none

    mutating func add(_ path: Path) {
      if path.error < first.error {
        (first, second) = (path, first)
      } else if path.error < second.error {
        second = path
      }
    }
  }

  /// The two sequences of digits with the least error whose weighted sum, with what is given, is a multiple of 10.
  ///
  /// - Parameters:
  ///   - last: the last digit where it is given; its weight is then its whole share.
  ///   - limit: of the error; sequences that reach it are left out.
  private func paths(
    _ errors: [Float], sets: [Int], weights: [Int], sum: Int, last: Int? = nil, below limit: Float = .infinity
  ) -> [Path] {
    var states = [Ways](repeating: Ways(), count: 10)
    var next = states
    states[sum % 10].first = Path(error: 0, digits: 0)
    for (place, set) in sets.enumerated() {
      for state in 0..<10 { next[state] = Ways() }
      let isLast = last != nil && place == sets.count - 1
      for state in 0..<10 where states[state].first.error < .infinity {
        let ways = states[state]
        for digit in 0...9 where !isLast || digit == last {
          let share = isLast ? weights[place] : weights[place] * digit
          let to = (state + share) % 10
          let error = errors[30 * place + 10 * set + digit]
          guard ways.first.error + error < limit else { continue }
          next[to].add(Path(error: ways.first.error + error, digits: 10 * ways.first.digits + digit))
          guard ways.second.error + error < limit else { continue }
          next[to].add(Path(error: ways.second.error + error, digits: 10 * ways.second.digits + digit))
        }
      }
      swap(&states, &next)
    }
    return [states[0].first, states[0].second].filter { $0.error < .infinity }
  }
}
