/// Turns a message into the fewest data codewords.
///
/// All encodations are followed at once from character to character, each with what it has pending, and
/// the cheapest way to every state is kept (dynamic programming), so the choice is the best there is,
/// not a look-ahead's guess.
package struct DataMatrixEncoder: Sendable {
  /// One thing to say.
  package enum Token: Hashable, Sendable {
    case byte(UInt8)
    case function1
    case eci(Int)
  }

  private let tokens: [Token]
  /// Codewords that stand before the message: structured append, reader programming, macro.
  private let prefix: [UInt8]

  package init(_ tokens: [Token], prefix: [UInt8] = []) {
    self.tokens = tokens
    self.prefix = prefix
  }

  /// The data codewords for the first of the sizes that holds the message, padded to its capacity.
  package func encode(for sizes: [DataMatrixSize]) throws(WriteFailure) -> (size: DataMatrixSize, codewords: [UInt8]) {
    var needed = Int.max
    var ways: [Way] = []
    // EDIFACT ends by rules of its own; a way without it is kept for symbols that those rules spoil.
    for usesEDIFACT in [true, false] {
      let table = Table(tokens, usesEDIFACT: usesEDIFACT)
      for state in State.all { if let way = table.way(to: state) { ways.append(way) } }
    }
    let spelled = ways.map { ($0, spell($0)) }.sorted { $0.1.count < $1.1.count }
    for size in sizes {
      for (way, codewords) in spelled {
        needed = min(needed, codewords.count)
        for candidate in endings(of: codewords, way.last.mode, capacity: size.dataCodewords) where says(candidate) {
          return (size, candidate)
        }
      }
    }
    throw .tooLong(needed: 8 * needed, available: 8 * (sizes.map(\.dataCodewords).max() ?? 0))
  }

  /// True if a reader gets the message back: what ends in a special way is believed only after reading it.
  private func says(_ codewords: [UInt8]) -> Bool {
    guard let message = try? DataMatrixMessage(reading: codewords) else { return false }
    var expected: [UInt8] = []
    for token in tokens {
      if case .byte(let byte) = token { expected.append(byte) }
    }
    let separators = tokens.count { $0 == .function1 }
    let read = message.bytes
    let macroLength = prefix.contains { $0 == DataMatrixCodeword.macro05 || $0 == DataMatrixCodeword.macro06 } ? 9 : 0
    let marks = message.marking == .none ? 0 : 1
    guard read.count + marks == expected.count + separators + macroLength else { return false }
    if separators == 0 && macroLength == 0 { return read == expected }
    let literal = expected.filter { $0 != 0x1D }
    return macroLength > 0 || read.filter { $0 != 0x1D } == literal
  }

  /// The codewords with unlatch and padding as they fit the capacity, if they do.
  private func endings(of codewords: [UInt8], _ mode: Mode, capacity: Int) -> [[UInt8]] {
    var result: [[UInt8]] = []
    if codewords.count == capacity { result.append(codewords) }
    // A single last codeword is ASCII without an unlatch before it. §5.2.5.2 c and d.
    if codewords.count == capacity + 1 && codewords.count >= 2
      && codewords[codewords.count - 2] == DataMatrixCodeword.unlatch
    {
      result.append(codewords.dropLast(2) + [codewords[codewords.count - 1]])
    }
    if codewords.count < capacity {
      switch mode {
      case .ascii, .base256: result.append(pad(codewords, to: capacity))
      // With one or two codewords left, EDIFACT has ended by itself; else the unlatch value has a codeword
      // of its own where no group was open. §5.2.8.2.
      case .edifact: result += [pad(codewords, to: capacity), pad(codewords + [31 << 2], to: capacity)]
      case .c40, .text, .x12: result.append(pad(codewords + [DataMatrixCodeword.unlatch], to: capacity))
      }
    }
    return result
  }

  private func pad(_ codewords: [UInt8], to capacity: Int) -> [UInt8] {
    var result = codewords
    if result.count < capacity { result.append(DataMatrixCodeword.pad) }
    while result.count < capacity { result.append(DataMatrixCodeword.pad(at: result.count + 1)) }
    return result
  }
}

extension DataMatrixEncoder {
  fileprivate enum Mode: Int, CaseIterable {
    case ascii, c40, text, x12, edifact, base256

    var alphabet: DataMatrixAlphabet? {
      switch self {
      case .c40: .c40
      case .text: .text
      case .x12: .x12
      default: nil
      }
    }
    var latch: UInt8 {
      switch self {
      case .ascii: DataMatrixCodeword.unlatch
      case .c40: DataMatrixCodeword.latchC40
      case .text: DataMatrixCodeword.latchText
      case .x12: DataMatrixCodeword.latchX12
      case .edifact: DataMatrixCodeword.latchEDIFACT
      case .base256: DataMatrixCodeword.latchBase256
      }
    }
  }

  /// An encodation and how many of its values wait for their group to be complete.
  fileprivate struct State: Hashable {
    let mode: Mode
    let pending: Int

    static let all: [State] = Mode.allCases.flatMap { mode in
      (0..<groupSize(mode)).map { State(mode: mode, pending: $0) }
    }
    static func groupSize(_ mode: Mode) -> Int {
      switch mode {
      case .ascii, .base256: 1
      case .c40, .text, .x12: 3
      case .edifact: 4
      }
    }
    var index: Int { State.firstIndex[mode.rawValue] + pending }
    private static let firstIndex = [0, 1, 4, 7, 10, 14]
  }

  /// The tokens with the encodation of each.
  fileprivate struct Way {
    var steps: [(tokens: Range<Int>, mode: Mode)]
    var last: State
  }

  /// The cheapest ways to each state after each token.
  fileprivate struct Table {
    private struct Entry {
      var cost = Int.max
      var from = 0
      var previous = State(mode: .ascii, pending: 0)
    }
    private let count: Int
    private var entries: [Entry]
    private let columns = State.all.count

    init(_ tokens: [Token], usesEDIFACT: Bool) {
      count = tokens.count
      entries = Array(repeating: Entry(), count: (tokens.count + 1) * columns)
      let begin = State(mode: .ascii, pending: 0)
      entries[begin.index].cost = 0
      for position in tokens.indices {
        for state in State.all where entries[position * columns + state.index].cost < Int.max {
          for mode in Mode.allCases where usesEDIFACT || mode != .edifact {
            relax(tokens, position, state, mode)
          }
        }
      }
    }

    /// Says the next token (two digits at once in ASCII) from a state in a mode.
    private mutating func relax(_ tokens: [Token], _ position: Int, _ state: State, _ mode: Mode) {
      guard var cost = switchCost(state, to: mode) else { return }
      cost += entries[position * columns + state.index].cost
      var pending = state.mode == mode ? state.pending : 0
      var length = 1
      switch (mode, tokens[position]) {
      case (.ascii, .byte(let byte)):
        let isPair =
          position + 1 < tokens.count && isDigit(tokens[position]) && isDigit(tokens[position + 1])
        length = isPair ? 2 : 1
        cost += byte >= 128 ? 2 : 1
      case (.ascii, .function1): cost += 1
      case (.ascii, .eci(let number)): cost += number < 127 ? 2 : number < 16383 ? 3 : 4
      case (.edifact, .byte(32...94)):
        pending += 1
        // The first three values of a group fill a codeword each, the fourth none.
        cost += pending < 4 ? 1 : 0
        pending %= 4
      case (.base256, .byte): cost += 1
      case (.c40, let token), (.text, let token), (.x12, let token):
        guard let values = mode.alphabet.flatMap({ DataMatrixEncoder.values(of: token, $0) }) else { return }
        pending += values.count
        cost += 2 * (pending / 3)
        pending %= 3
      default: return
      }
      let target = (position + length) * columns + State(mode: mode, pending: pending).index
      if cost < entries[target].cost { entries[target] = Entry(cost: cost, from: position, previous: state) }
    }

    private func isDigit(_ token: Token) -> Bool {
      if case .byte(48...57) = token { return true }
      return false
    }

    /// Codewords between two modes, or nil where a group is not complete.
    private func switchCost(_ state: State, to mode: Mode) -> Int? {
      if state.mode == mode { return 0 }
      let enter = mode == .ascii ? 0 : mode == .base256 ? 2 : 1
      switch state.mode {
      case .ascii, .base256: return enter
      case .c40, .text, .x12: return state.pending == 0 ? enter + 1 : nil
      // The unlatch value shares the codeword of what is pending, of three values all are full.
      case .edifact: return state.pending == 3 ? enter : enter + 1
      }
    }

    func way(to state: State) -> Way? {
      guard entries[count * columns + state.index].cost < Int.max else { return nil }
      var steps: [(tokens: Range<Int>, mode: Mode)] = []
      var (position, current) = (count, state)
      while position > 0 {
        let entry = entries[position * columns + current.index]
        steps.append((entry.from..<position, current.mode))
        (position, current) = (entry.from, entry.previous)
      }
      return Way(steps: steps.reversed(), last: state)
    }
  }

  fileprivate static func values(of token: Token, _ alphabet: DataMatrixAlphabet) -> [Int]? {
    switch token {
    case .byte(let byte): alphabet.values(of: byte)
    case .function1: alphabet == .x12 ? nil : [1, DataMatrixAlphabet.function1]
    case .eci: nil
    }
  }

  /// The codewords of a way, without the unlatch at its end.
  fileprivate func spell(_ way: Way) -> [UInt8] {
    var result = prefix
    var index = 0
    var previous = Mode.ascii
    while index < way.steps.count {
      let mode = way.steps[index].mode
      var end = index
      while end < way.steps.count && way.steps[end].mode == mode { end += 1 }
      let run = way.steps[index..<end].flatMap { step in step.tokens.map { tokens[$0] } }
      if [.c40, .text, .x12].contains(previous) { result.append(DataMatrixCodeword.unlatch) }
      if mode != .ascii { result.append(mode.latch) }
      switch mode {
      case .ascii: for step in way.steps[index..<end] { appendASCII(step.tokens.map { tokens[$0] }, to: &result) }
      case .c40, .text, .x12: appendTriplets(run, mode, to: &result)
      case .edifact: appendEDIFACT(run, isLast: end == way.steps.count, to: &result)
      case .base256: appendBase256(run, to: &result)
      }
      previous = mode
      index = end
    }
    return result
  }

  private func appendASCII(_ run: [Token], to result: inout [UInt8]) {
    if run.count == 2, case .byte(let tens) = run[0], case .byte(let ones) = run[1] {
      result.append(130 + (tens - 48) * 10 + (ones - 48))
      return
    }
    for token in run {
      switch token {
      case .byte(let byte) where byte < 128: result.append(byte + 1)
      case .byte(let byte): result += [DataMatrixCodeword.upperShift, byte - 127]
      case .function1: result.append(DataMatrixCodeword.function1)
      case .eci(let number): result += [DataMatrixCodeword.eci] + Self.eciCodewords(number)
      }
    }
  }

  /// ISO/IEC 16022:2006 §5.4.2, Table 6.
  private static func eciCodewords(_ number: Int) -> [UInt8] {
    if number < 127 { return [UInt8(number + 1)] }
    if number < 16383 {
      let rest = number - 127
      return [UInt8(rest / 254 + 128), UInt8(rest % 254 + 1)]
    }
    let rest = number - 16383
    return [UInt8(rest / 64516 + 192), UInt8(rest / 254 % 254 + 1), UInt8(rest % 254 + 1)]
  }

  private func appendTriplets(_ run: [Token], _ mode: Mode, to result: inout [UInt8]) {
    guard let alphabet = mode.alphabet else { return }
    var values = run.flatMap { Self.values(of: $0, alphabet) ?? [] }
    // At the end two values are filled up with a shift that shifts nothing. §5.2.5.2 b.
    while values.count % 3 != 0 { values.append(0) }
    for i in stride(from: 0, to: values.count, by: 3) {
      let packed = 1600 * values[i] + 40 * values[i + 1] + values[i + 2] + 1
      result += [UInt8(packed >> 8), UInt8(packed & 255)]
    }
  }

  private func appendEDIFACT(_ run: [Token], isLast: Bool, to result: inout [UInt8]) {
    var values = run.map { token -> Int in
      guard case .byte(let byte) = token else { return 0 }
      return Int(byte & 63)
    }
    // At the end of the message a complete group needs no unlatch if the symbol ends soon after it.
    if !isLast || values.count % 4 != 0 { values.append(31) }
    var bits = 0
    var width = 0
    for value in values {
      bits = bits << 6 | value
      width += 6
      while width >= 8 {
        result.append(UInt8(bits >> (width - 8) & 255))
        width -= 8
      }
    }
    if width > 0 { result.append(UInt8(bits << (8 - width) & 255)) }
  }

  private func appendBase256(_ run: [Token], to result: inout [UInt8]) {
    var plain: [Int] = run.count < 250 ? [run.count] : [249 + run.count / 250, run.count % 250]
    for token in run { if case .byte(let byte) = token { plain.append(Int(byte)) } }
    for value in plain { result.append(UInt8((value + DataMatrixCodeword.state255(result.count + 1)) & 255)) }
  }
}
