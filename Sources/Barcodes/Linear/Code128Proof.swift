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
  private var candidates = Code128Candidates()
  /// Of each line the errors of the candidates, one place after the other, for each spread.
  private var lines: [[[Float]]] = []
  private var answered: (lines: Int, answer: GreyAnswer?)?

  /// Misfit up to which edges are where they were printed.
  static let needless: Float = 0.02
  /// The margin that a message must have: of 63 photographs those that are right have 3.1 and more; of six that edges said
  /// wrong, in 10,000 rendered labels, none was the likeliest.
  let leastMargin: Float = 2
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
  /// Bars as wide as they should be.
  private static let noSpread = 1
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
      findCandidates(layOut(ScanLine.darkness(grey, module: Double(module)), knots, widened: 0))
    }
    Self.sweep(line, module: module, inverted: inverted) { darkness, spread, widened in
      let samples = layOut(darkness, knots, widened: widened)
      let before = bySpread[spread]?.error ?? .infinity
      let sums = (0..<count).map { Self.alphabets[0].sums(samples, at: Self.modules * $0) }
      for alphabet in stride(from: spread, to: Self.alphabets.count, by: Self.spreads) {
        let limit = bySpread[spread]?.error ?? .infinity
        guard let error = error(samples, sums, alphabet, below: limit) else { continue }
        bySpread[spread] = (error, alphabet, samples)
      }
      return bySpread[spread].flatMap { $0.error < before ? $0.error : nil }
    }
    lines.append(
      bySpread.map { best in
        best.map { errors($0.samples, $0.alphabet) }
          ?? [Float](repeating: .infinity, count: candidates.characters.count)
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

  private mutating func findCandidates(_ samples: [GreyAlphabet.Module]) {
    let alphabet = Self.alphabets[Self.usual]
    for place in 0..<count {
      let sums = alphabet.sums(samples, at: Self.modules * place)
      var likest: [(error: Float, character: Int)] = []
      for character in place == 0 ? Code128.startA..<Self.characters : 0..<Code128.startA {
        let error = alphabet.misfit(samples, at: Self.modules * place, sums, character: character)
        if likest.count == Self.candidates {
          guard error < likest[Self.candidates - 1].error else { continue }
          likest.removeLast()
        }
        likest.insert((error, character), at: likest.lastIndex { $0.error <= error }.map { $0 + 1 } ?? 0)
      }
      candidates.append(likest.map(\.character))
    }
  }

  /// The sum over all places of the least error, or nil where it is not below a limit.
  ///
  /// - Parameter sums: of the samples at each place.
  private func error(
    _ samples: [GreyAlphabet.Module], _ sums: [(sum: Float, square: Float)], _ alphabet: Int, below limit: Float
  ) -> Float? {
    let alphabet = Self.alphabets[alphabet]
    var total: Float = 0
    for (place, sums) in sums.enumerated() {
      var least = Float.infinity
      for index in candidates.range(place) {
        let character = candidates.characters[index]
        least = min(least, alphabet.misfit(samples, at: Self.modules * place, sums, character: character))
      }
      total += least
      guard total < limit else { return nil }
    }
    return total
  }

  private func errors(_ samples: [GreyAlphabet.Module], _ alphabet: Int) -> [Float] {
    let alphabet = Self.alphabets[alphabet]
    return (0..<count).flatMap { place in
      let sums = alphabet.sums(samples, at: Self.modules * place)
      return candidates.range(place).map { index in
        alphabet.misfit(samples, at: Self.modules * place, sums, character: candidates.characters[index])
      }
    }
  }

  // MARK: - What it says

  var lineCount: Int { lines.count }

  mutating func answer(wanted: Set<Symbology>) -> GreyAnswer? {
    if let answered, answered.lines == lines.count { return answered.answer }
    // The spread that suits a message best is its own. Bars are mostly as wide as they should be.
    var messages: [(symbol: DecodedSymbol, error: Float)] = []
    var least = Float.infinity
    for spread in [Self.noSpread] + (0..<Self.spreads).filter({ $0 != Self.noSpread }) {
      let limit = Code128Paths.limit(beside: least, characters: count)
      for message in Code128Paths(candidates, mean(spread), upTo: limit).messages {
        least = min(least, message.error)
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
          ? .infinity : (messages[1].error - best.error) / max(best.error / Float(count), Code128Paths.leastError),
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
