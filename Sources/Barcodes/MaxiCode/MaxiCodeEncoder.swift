/// Finds the fewest codewords that say a text: over the code sets and the ways between them, one byte after another.
struct MaxiCodeEncoder {
  /// Bytes, between them the interpretations that begin there.
  enum Token: Hashable {
    case byte(UInt8)
    case eci(Int)
  }

  let tokens: [Token]

  /// A way to say the tokens so far that ends in some set; they are linked backwards, so that none is copied.
  private final class Way {
    let codes: [UInt8]
    let count: Int
    let before: Way?

    init(_ codes: [UInt8], after before: Way?) {
      self.codes = codes
      self.before = before
      count = codes.count + (before?.count ?? 0)
    }
  }

  /// The codewords, and the set that they end in.
  func encode() throws(WriteFailure) -> (codes: [UInt8], set: MaxiCodeCodeSet) {
    var steps: [[Way?]] = Array(
      repeating: [Way?](repeating: nil, count: MaxiCodeCodeSet.allCases.count), count: tokens.count + 1)
    steps[0][MaxiCodeCodeSet.a.rawValue] = Way([], after: nil)
    for place in tokens.indices {
      changeSets(&steps[place])
      for set in MaxiCodeCodeSet.allCases {
        guard let way = steps[place][set.rawValue] else { continue }
        for (length, codes) in next(at: place, in: set) {
          let new = Way(codes, after: way)
          if new.count < steps[place + length][set.rawValue]?.count ?? .max {
            steps[place + length][set.rawValue] = new
          }
        }
      }
      // What was before is reached by the ways alone.
      steps[place] = []
    }
    guard
      let set = MaxiCodeCodeSet.allCases.min(by: { count(steps[tokens.count], $0) < count(steps[tokens.count], $1) }),
      let best = steps[tokens.count][set.rawValue]
    else { throw .invalid("MaxiCode has no code for a byte of this text") }
    var codes: [UInt8] = []
    var way: Way? = best
    while let step = way {
      codes += step.codes.reversed()
      way = step.before
    }
    return (codes.reversed(), set)
  }

  private func count(_ ways: [Way?], _ set: MaxiCodeCodeSet) -> Int { ways[set.rawValue]?.count ?? .max }

  /// Latches and locks: A and B are latched to by one code, the others by a shift and the lock behind it.
  private func changeSets(_ ways: inout [Way?]) {
    let known = ways
    for from in MaxiCodeCodeSet.allCases {
      guard let way = known[from.rawValue] else { continue }
      for to in MaxiCodeCodeSet.allCases where to != from {
        let new = Way(Self.change(from, to), after: way)
        if new.count < count(ways, to) { ways[to.rawValue] = new }
      }
    }
  }

  private static func change(_ from: MaxiCodeCodeSet, _ to: MaxiCodeCodeSet) -> [UInt8] {
    switch (from, to) {
    case (_, .b), (.b, .a): [63]
    case (_, .a): [58]
    default: [shift(to), shift(to)]
    }
  }

  /// The code that shifts to C, D or E from any other set, and locks it in its own.
  private static func shift(_ set: MaxiCodeCodeSet) -> UInt8 { UInt8(58 + set.rawValue) }

  /// How many tokens can be said next in a set without leaving it for good, and how.
  private func next(at place: Int, in set: MaxiCodeCodeSet) -> [(length: Int, codes: [UInt8])] {
    guard case .byte(let byte) = tokens[place] else {
      guard case .eci(let number) = tokens[place] else { return [] }
      return [(1, [UInt8(MaxiCodeCodeSet.eciCode)] + Self.eci(number))]
    }
    var ways: [(Int, [UInt8])] = []
    if let code = set.code(of: byte) { ways.append((1, [UInt8(code)])) }
    if let number = number(at: place) { ways.append((9, number)) }
    for other in MaxiCodeCodeSet.allCases where other != set {
      guard let code = other.code(of: byte) else { continue }
      switch (set, other) {
      case (.a, .b): ways.append((1, [59, UInt8(code)]))
      case (.b, .a):
        ways.append((1, [59, UInt8(code)]))
        for length in 2...3 {
          let codes = (0..<length).compactMap { self.code(at: place + $0, in: .a) }
          if codes.count == length { ways.append((length, [UInt8(54 + length)] + codes)) }
        }
      case (_, .c), (_, .d), (_, .e): ways.append((1, [Self.shift(other), UInt8(code)]))
      default: break
      }
    }
    return ways
  }

  private func code(at place: Int, in set: MaxiCodeCodeSet) -> UInt8? {
    guard place < tokens.count, case .byte(let byte) = tokens[place] else { return nil }
    return set.code(of: byte).map { UInt8($0) }
  }

  /// Nine digits as a number of thirty bits.
  private func number(at place: Int) -> [UInt8]? {
    guard place + 9 <= tokens.count else { return nil }
    var number = 0
    for token in tokens[place..<place + 9] {
      guard case .byte(let byte) = token, 48...57 ~= byte else { return nil }
      number = 10 * number + Int(byte) - 48
    }
    let codes: [Int] = [MaxiCodeCodeSet.numberCode] + stride(from: 24, through: 0, by: -6).map { number >> $0 & 63 }
    return codes.map { UInt8($0) }
  }

  /// An interpretation's number in one to four codes. §4.8
  private static func eci(_ number: Int) -> [UInt8] {
    let (first, more) =
      number < 32 ? (0, 0) : number < 1024 ? (0b100000, 1) : number < 32_768 ? (0b110000, 2) : (0b111000, 3)
    return [UInt8(first | number >> (6 * more))] + (0..<more).map { UInt8(number >> (6 * (more - 1 - $0)) & 63) }
  }
}
