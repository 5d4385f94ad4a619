import Imaging

/// Asks the grey whether a Code 128 message that edges said is what stands there. ISO/IEC 15417:2007.
///
/// Two characters that blur makes of others leave the check character right once in a hundred, and do so on line after line.
/// Each character is compared with others as they look under the blur of the line; the message is the likeliest of those with
/// a right check character, and the next one tells how sure it is.
struct Code128Proof: GreyProof {
  /// Characters from the start through the check character.
  private let count: Int
  /// The characters that may stand at each place: those that fit the first line best under a usual blur.
  private var candidates: [[Int]] = []
  /// Of each line the errors of the candidates, one place after the other, for each spread.
  private var lines: [[[Float]]] = []
  private var answered: (lines: Int, answer: GreyAnswer?)?

  /// Misfit up to which edges are where they were printed.
  static let needless: Float = 0.02
  /// The margin that a message must have: of 63 photographs those that are right have 3.1 and more; of six that edges said
  /// wrong, in 10,000 rendered labels, none was the likeliest.
  let leastMargin: Float = 2
  /// Errors of a character below which it is as good as none.
  private static let leastError: Float = 0.02
  /// Of all characters: what blur makes of one is among its likest.
  private static let candidates = 12
  /// Modules a character, elements a character, and all characters.
  private static let (modules, elements, characters) = (11, 6, 106)

  /// For each blur one for each spread.
  private static let alphabets: [GreyAlphabet] = {
    let patterns = (0..<characters).map { character in
      zip(Code128.alphabet.pattern(character), 0...).flatMap { width, place in
        [Double](repeating: place.isMultiple(of: 2) ? 1 : 0, count: width)
      }
    }
    return GreyAlphabet.blurs.flatMap { blur in
      GreyAlphabet.spreads.map { GreyAlphabet(patterns, blur: blur, spread: $0) }
    }
  }()
  private static var spreads: Int { GreyAlphabet.spreads.count }
  /// A medium blur and no spread.
  private static let usual = EANFit.usual

  /// Nil for what is no Code 128.
  init?(_ reading: LinearReading) {
    guard reading.symbol.symbology == .code128 else { return nil }
    // The stop character has an element more.
    count = (reading.elements.count - Self.elements - 1) / Self.elements
  }

  mutating func add(_ line: ScanLine, start: Float, edges: [Float], isReversed: Bool, inverted: Bool) {
    let way: Float = isReversed ? -1 : 1
    // All of them are edges from light to dark, so that their distances are right whatever the blur.
    let knots = (0...count).map { (start + way * edges[Self.elements * $0]) / Float(line.step) }
    let module = abs(knots[count] - knots[0]) / Float(Self.modules * count)
    var bySpread = [(error: Float, alphabet: Int, samples: [GreyAlphabet.Module])?](repeating: nil, count: Self.spreads)
    if candidates.isEmpty {
      let grey = inverted ? line.samples.map { 255 - $0 } : line.samples
      candidates = likeliest(layOut(ScanLine.darkness(grey, module: Double(module)), knots, widened: 0))
    }
    Self.sweep(line, module: module, inverted: inverted) { darkness, spread, widened in
      let samples = layOut(darkness, knots, widened: widened)
      let before = bySpread[spread]?.error ?? .infinity
      for alphabet in stride(from: spread, to: Self.alphabets.count, by: Self.spreads) {
        guard let error = error(samples, alphabet, below: bySpread[spread]?.error ?? .infinity) else { continue }
        bySpread[spread] = (error, alphabet, samples)
      }
      return bySpread[spread].flatMap { $0.error < before ? $0.error : nil }
    }
    lines.append(
      bySpread.map { best in
        best.map { errors($0.samples, $0.alphabet) }
          ?? [Float](repeating: .infinity, count: candidates.reduce(0) { $0 + $1.count })
      })
  }

  /// The line's darkness by modules.
  ///
  /// - Parameter widened: modules by which edges lie further out of the bars than they should.
  private func layOut(_ darkness: [Float], _ knots: [Float], widened: Float) -> [GreyAlphabet.Module] {
    var samples = [GreyAlphabet.Module](repeating: .zero, count: Self.modules * count)
    let moved = widened * (knots[count] - knots[0]) / Float(Self.modules * count)
    for place in 0..<count {
      let size = (knots[place + 1] - knots[place]) / Float(Self.modules)
      sampleLine(
        darkness, at: SIMD3(knots[place] + moved, size, 0), offsets: GreyAlphabet.offsets, 0..<Self.modules,
        first: Self.modules * place, into: &samples)
    }
    return samples
  }

  private func likeliest(_ samples: [GreyAlphabet.Module]) -> [[Int]] {
    let alphabet = Self.alphabets[Self.usual]
    return (0..<count).map { place in
      let sums = alphabet.sums(samples, at: Self.modules * place)
      let all = place == 0 ? Code128.startA..<Self.characters : 0..<Code128.startA
      let errors = all.map { alphabet.misfit(samples, at: Self.modules * place, sums, character: $0) }
      return all.sorted { errors[$0 - all.lowerBound] < errors[$1 - all.lowerBound] }.prefix(Self.candidates).map(
        \.self)
    }
  }

  /// The sum over all places of the least error, or nil where it is not below a limit.
  private func error(_ samples: [GreyAlphabet.Module], _ alphabet: Int, below limit: Float) -> Float? {
    let alphabet = Self.alphabets[alphabet]
    var total: Float = 0
    for (place, characters) in candidates.enumerated() {
      let sums = alphabet.sums(samples, at: Self.modules * place)
      total += characters.reduce(.infinity) {
        min($0, alphabet.misfit(samples, at: Self.modules * place, sums, character: $1))
      }
      guard total < limit else { return nil }
    }
    return total
  }

  private func errors(_ samples: [GreyAlphabet.Module], _ alphabet: Int) -> [Float] {
    let alphabet = Self.alphabets[alphabet]
    return candidates.enumerated().flatMap { place, characters in
      let sums = alphabet.sums(samples, at: Self.modules * place)
      return characters.map { alphabet.misfit(samples, at: Self.modules * place, sums, character: $0) }
    }
  }

  // MARK: - What it says

  var lineCount: Int { lines.count }

  mutating func answer(wanted: Set<Symbology>) -> GreyAnswer? {
    if let answered, answered.lines == lines.count { return answered.answer }
    // The spread that suits a message best is its own.
    var messages: [(symbol: DecodedSymbol, error: Float)] = []
    for spread in 0..<Self.spreads {
      for message in Code128Paths(candidates, mean(spread)).messages {
        if let known = messages.firstIndex(where: { $0.symbol.bytes == message.symbol.bytes }) {
          messages[known].error = min(messages[known].error, message.error)
        } else {
          messages.append(message)
        }
      }
    }
    messages.sort { $0.error < $1.error }
    let answer = messages.first.map { best in
      GreyAnswer(
        symbol: best.symbol,
        margin: messages.count < 2
          ? .infinity : (messages[1].error - best.error) / max(best.error / Float(count), Self.leastError),
        residual: best.error / Float(Self.modules * GreyAlphabet.density * count))
    }
    answered = (lines.count, answer)
    return answer
  }

  /// Errors of the candidates under a spread, mean over the lines.
  private func mean(_ spread: Int) -> [Float] {
    lines.dropFirst().reduce(lines[0][spread].map { $0 / Float(lines.count) }) { mean, line in
      zip(mean, line[spread]).map { $0 + $1 / Float(lines.count) }
    }
  }
}

/// The likeliest sequences of characters that have a right check character. ISO/IEC 15417:2007 Annex A
struct Code128Paths {
  /// The likeliest first.
  private(set) var messages: [(symbol: DecodedSymbol, error: Float)] = []

  private static let modulus = 103
  /// Ways that are kept of each sum.
  private static let ways = 2
  /// Messages that are told.
  private static let told = 4

  /// One way to a sum: its error, where it came from, and its last character.
  private struct Step {
    var error = Float.infinity
    var from = 0
    var character = 0
  }

  /// - Parameters:
  ///   - candidates: the characters that may stand at each place, from the start through the check character.
  ///   - errors: of these, one place after the other.
  init(_ candidates: [[Int]], _ errors: [Float]) {
    var steps: [[Step]] = []
    var first = 0
    for (place, characters) in candidates.dropLast().enumerated() {
      var next = [Step](repeating: Step(), count: Self.ways * Self.modulus)
      for (character, error) in zip(characters, errors[first...]) {
        if place == 0 { next[Self.ways * (character % Self.modulus)] = Step(error: error, character: character) }
        for (from, step) in (steps.last ?? []).enumerated() where step.error < .infinity {
          let at = Self.ways * ((from / Self.ways + place * character) % Self.modulus)
          let way = Step(error: step.error + error, from: from, character: character)
          if way.error < next[at].error {
            next[at + 1] = next[at]
            next[at] = way
          } else if way.error < next[at + 1].error {
            next[at + 1] = way
          }
        }
      }
      steps.append(next)
      first += characters.count
    }
    guard let last = candidates.last, let sums = steps.last else { return }
    let ends = zip(last, errors[first...]).flatMap { character, error in
      (0..<Self.ways).map { way in
        (at: Self.ways * character + way, error: error + sums[Self.ways * character + way].error)
      }.filter { $0.error < .infinity }
    }
    for end in ends.sorted(by: { $0.error < $1.error }) where messages.count < Self.told {
      var (values, at): ([Int], Int) = ([], end.at)
      for step in steps.reversed() {
        values.append(step[at].character)
        at = step[at].from
      }
      if let symbol = Code128.symbol(values.reversed()) { messages.append((symbol, end.error)) }
    }
  }
}
