/// Turns a message into the fewest bits that the character sets can say it in.
///
/// All sets are followed from character to character, and the cheapest way to each is kept (dynamic programming).
package struct AztecEncoder {
  /// One thing to say.
  package enum Token: Hashable, Sendable {
    case byte(UInt8)
    case function1
    case eci(Int)
  }

  private let tokens: [Token]

  package init(_ tokens: [Token]) { self.tokens = tokens }

  /// A set that is latched; binary runs come back to the set they left.
  private struct State: Hashable {
    let mode: AztecMode
    let isBinary: Bool
    var index: Int { mode.rawValue + (isBinary ? 5 : 0) }
    static let all = [false, true].flatMap { isBinary in
      AztecMode.allCases.map { State(mode: $0, isBinary: isBinary) }
    }
  }

  private enum Step {
    /// Codes with their widths.
    case codes([(Int, Int)])
    /// A byte of a binary run.
    case binary(UInt8)
  }

  private struct Entry {
    var cost = Int.max
    var from = 0
    var previous = State(mode: .upper, isBinary: false)
    var steps: [Step] = []
  }

  package func encode() -> [Bool] {
    let columns = State.all.count
    var entries = Array(repeating: Entry(), count: (tokens.count + 1) * columns)
    entries[State(mode: .upper, isBinary: false).index].cost = 0
    for position in tokens.indices {
      for state in State.all where entries[position * columns + state.index].cost < .max {
        let cost = entries[position * columns + state.index].cost
        for option in options(at: position, from: state) {
          let target = (position + option.length) * columns + option.state.index
          if cost + option.cost < entries[target].cost {
            entries[target] = Entry(cost: cost + option.cost, from: position, previous: state, steps: option.steps)
          }
        }
      }
    }
    var state =
      State.all.min {
        entries[tokens.count * columns + $0.index].cost < entries[tokens.count * columns + $1.index].cost
      }
      ?? State(mode: .upper, isBinary: false)
    var position = tokens.count
    var steps: [[Step]] = []
    while position > 0 {
      let entry = entries[position * columns + state.index]
      steps.append(entry.steps)
      (position, state) = (entry.from, entry.previous)
    }
    return spell(steps.reversed().flatMap { $0 })
  }

  private typealias Option = (length: Int, state: State, cost: Int, steps: [Step])

  /// The ways to say what stands at a position.
  private func options(at position: Int, from state: State) -> [Option] {
    var result: [Option] = []
    switch tokens[position] {
    case .byte(let byte):
      if state.isBinary { result.append((1, state, 8, [.binary(byte)])) }
      for mode in AztecMode.allCases {
        let latches = Self.latches(from: state.mode, to: mode)
        let latchCost = latches.reduce(0) { $0 + $1.1 }
        let latched = State(mode: mode, isBinary: false)
        if let code = mode.code(of: [byte]) {
          result.append((1, latched, latchCost + mode.width, [.codes(latches + [(code, mode.width)])]))
        }
        if mode == .punct, let pair = pair(at: position), let code = mode.code(of: pair) {
          result.append((2, latched, latchCost + 5, [.codes(latches + [(code, 5)])]))
        }
        if mode == .upper || mode == .lower || mode == .mixed {
          // Ten bits open a binary run; what is longer than 31 bytes takes eleven more, not counted here.
          result.append(
            (1, State(mode: mode, isBinary: true), latchCost + 18, [.codes(latches), .binary(byte)]))
        }
      }
      for (mode, shift) in Self.shifts(from: state.mode) {
        if let code = mode.code(of: [byte]) {
          result.append(
            (1, State(mode: state.mode, isBinary: false), shift.1 + mode.width, [.codes([shift, (code, mode.width)])]))
        }
        if mode == .punct, let pair = pair(at: position), let code = mode.code(of: pair) {
          result.append((2, State(mode: state.mode, isBinary: false), shift.1 + 5, [.codes([shift, (code, 5)])]))
        }
      }
    case .function1, .eci:
      let flag = Self.flag(tokens[position])
      let own = State(mode: state.mode, isBinary: false)
      let shift = state.mode == .punct ? [] : [(0, state.mode.width)]
      let codes = shift + flag
      result.append((1, own, codes.reduce(0) { $0 + $1.1 }, [.codes(codes)]))
    }
    return result
  }

  private func pair(at position: Int) -> [UInt8]? {
    guard position + 1 < tokens.count, case .byte(let first) = tokens[position],
      case .byte(let second) = tokens[position + 1]
    else { return nil }
    return [first, second]
  }

  /// FLG(n) and its digits in the Punct set. ISO/IEC 24778:2008 §6.6.
  private static func flag(_ token: Token) -> [(Int, Int)] {
    guard case .eci(let number) = token else { return [(0, 5), (0, 3)] }
    let digits = String(number).utf8.map { (Int($0) - 48 + 2, 4) }
    return [(0, 5), (digits.count, 3)] + digits
  }

  /// The shortest latches from one set to another. Table 2.
  private static func latches(from: AztecMode, to: AztecMode) -> [(Int, Int)] {
    switch (from, to) {
    case (.upper, .upper), (.lower, .lower), (.mixed, .mixed), (.punct, .punct), (.digit, .digit): []
    case (.upper, .lower), (.mixed, .lower): [(28, 5)]
    case (.upper, .mixed), (.lower, .mixed): [(29, 5)]
    case (.upper, .digit), (.lower, .digit): [(30, 5)]
    case (.upper, .punct), (.lower, .punct): [(29, 5), (30, 5)]
    case (.lower, .upper): [(30, 5), (14, 4)]
    case (.mixed, .upper): [(29, 5)]
    case (.mixed, .punct): [(30, 5)]
    case (.mixed, .digit): [(29, 5), (30, 5)]
    case (.punct, .upper): [(31, 5)]
    case (.punct, .lower): [(31, 5), (28, 5)]
    case (.punct, .mixed): [(31, 5), (29, 5)]
    case (.punct, .digit): [(31, 5), (30, 5)]
    case (.digit, .upper): [(14, 4)]
    case (.digit, .lower): [(14, 4), (28, 5)]
    case (.digit, .mixed): [(14, 4), (29, 5)]
    case (.digit, .punct): [(14, 4), (29, 5), (30, 5)]
    }
  }

  /// The sets that can be shifted to for one character.
  private static func shifts(from mode: AztecMode) -> [(AztecMode, (Int, Int))] {
    switch mode {
    case .upper, .mixed: [(.punct, (0, 5))]
    case .lower: [(.punct, (0, 5)), (.upper, (28, 5))]
    case .digit: [(.punct, (0, 4)), (.upper, (15, 4))]
    case .punct: []
    }
  }

  private func spell(_ steps: [Step]) -> [Bool] {
    var bits: [Bool] = []
    func append(_ value: Int, _ width: Int) {
      for i in 0..<width { bits.append(value >> (width - 1 - i) & 1 == 1) }
    }
    var index = 0
    while index < steps.count {
      switch steps[index] {
      case .codes(let codes):
        for (code, width) in codes { append(code, width) }
        index += 1
      case .binary:
        var run: [UInt8] = []
        while index < steps.count, case .binary(let byte) = steps[index], run.count < 2078 {
          run.append(byte)
          index += 1
        }
        append(31, 5)
        if run.count < 32 {
          append(run.count, 5)
        } else {
          append(0, 5)
          append(run.count - 31, 11)
        }
        for byte in run { append(Int(byte), 8) }
      }
    }
    return bits
  }
}
