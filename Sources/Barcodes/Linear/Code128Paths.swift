/// The characters that may stand at each place, from the start through the check character.
struct Code128Candidates {
  /// Of one place after the other.
  private(set) var characters: [Int] = []
  private var ends: [Int] = []

  var isEmpty: Bool { ends.isEmpty }
  /// Places.
  var count: Int { ends.count }

  /// Takes those of the next place.
  mutating func append(_ place: [Int]) {
    characters += place
    ends.append(characters.count)
  }

  /// Where those of a place are among all.
  func range(_ place: Int) -> Range<Int> { (place == 0 ? 0 : ends[place - 1])..<ends[place] }
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
  /// Errors of a character below which it is as good as none.
  static let leastError: Float = 0.02
  /// Errors of a character beyond the likeliest message from which it does not matter how much worse another one is: more than any
  /// margin that is asked for.
  private static let beyond: Float = 12

  /// The error beyond which other messages than one with such an error need not be known.
  static func limit(beside error: Float, characters: Int) -> Float {
    error + beyond * max(error / Float(characters), leastError)
  }

  /// One way to a sum: its error, where it came from, and its last character.
  private struct Step {
    var error = Float.infinity
    var from = 0
    var character = 0
  }

  /// - Parameters:
  ///   - errors: of the candidates.
  ///   - limit: of the error; messages with a greater one may be left out.
  init(_ candidates: Code128Candidates, _ errors: [Float], upTo limit: Float) {
    // A start, a character and the check character are the least.
    guard candidates.count > 2 else { return }
    let likeliest = (0..<candidates.count).map { place in
      candidates.range(place).min { errors[$0] < errors[$1] } ?? 0
    }
    // What the places from each one on add at least.
    var rests: [Float] = [0]
    for index in likeliest.reversed() { rests.append(rests[rests.count - 1] + errors[index]) }
    rests.reverse()
    guard rests[0] <= limit else { return }
    var limit = limit
    let values = likeliest.map { candidates.characters[$0] }
    if Code128.checkCharacter(of: values.dropLast()) == values[values.count - 1],
      Code128.symbol(values.dropLast()) != nil
    {
      limit = min(limit, Self.limit(beside: rests[0], characters: candidates.count))
    }
    var first = [Step](repeating: Step(), count: Self.ways * Self.modulus)
    for index in candidates.range(0) {
      let character = candidates.characters[index]
      first[Self.ways * (character % Self.modulus)] = Step(error: errors[index], character: character)
    }
    var steps = [first]
    for place in 1..<candidates.count - 1 {
      var next = [Step](repeating: Step(), count: Self.ways * Self.modulus)
      let most = limit - rests[place + 1]
      for (from, step) in steps[place - 1].enumerated() where step.error < .infinity {
        for index in candidates.range(place) where step.error + errors[index] <= most {
          let character = candidates.characters[index]
          let at = Self.ways * ((from / Self.ways + place * character) % Self.modulus)
          let way = Step(error: step.error + errors[index], from: from, character: character)
          if way.error < next[at].error {
            next[at + 1] = next[at]
            next[at] = way
          } else if way.error < next[at + 1].error {
            next[at + 1] = way
          }
        }
      }
      steps.append(next)
    }
    let sums = steps[steps.count - 1]
    var ends: [(at: Int, error: Float)] = []
    for index in candidates.range(candidates.count - 1) {
      for at in Self.ways * candidates.characters[index]..<Self.ways * (candidates.characters[index] + 1)
      where sums[at].error < .infinity {
        ends.append((at, errors[index] + sums[at].error))
      }
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
