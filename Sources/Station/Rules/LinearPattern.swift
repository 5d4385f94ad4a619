public import Scanner

/// A regular expression that is matched in bounded time, whatever a code says: all ways are followed at once, and none twice
/// (Thompson, "Regular Expression Search Algorithm", CACM 11(6), 1968). It matches a whole text.
///
/// It knows letters as they are, `.`, `[a-z]`, `[^…]`, `\d \w \s` and their capitals, `\` before a sign, `( )`, `(?: )`, `|`, and
/// `* + ? {n} {n,} {n,m}`. It knows no references backward and no looking around, which bounded time does not allow.
public struct LinearPattern: Hashable, Sendable {
  /// As it was written.
  public let source: String
  private let steps: [Step]

  private enum Step: Hashable {
    case one(Letters)
    /// On to either; the first is the index of a step, as is the second.
    case either(Int, Int)
    case jump(Int)
    case match
  }

  /// A text of 7,089 letters, the longest that a code has, takes some ten milliseconds with as many.
  private static let stepLimit = 1000

  /// - Throws: `SettingFailure` with what is wrong.
  public init(_ source: String) throws(SettingFailure) {
    self.source = source
    var parser = PatternParser(source)
    var steps: [Step] = []
    var visits = 0
    try Self.emit(try parser.whole(), into: &steps, &visits, source)
    steps.append(.match)
    self.steps = steps
  }

  /// - Complexity: letters × steps.
  public func matches(_ text: String) -> Bool {
    var marks = [Int](repeating: -1, count: steps.count)
    var active: [Int] = []
    follow(0, at: 0, &marks, &active)
    for (index, scalar) in text.unicodeScalars.enumerated() {
      guard !active.isEmpty else { return false }
      var next: [Int] = []
      for step in active {
        if case .one(let letters) = steps[step], letters.contains(scalar) {
          follow(step + 1, at: index + 1, &marks, &next)
        }
      }
      active = next
    }
    return active.contains { steps[$0] == .match }
  }

  /// Adds a step and all that it leads to without a letter, each once.
  private func follow(_ step: Int, at position: Int, _ marks: inout [Int], _ active: inout [Int]) {
    var open = [step]
    while let step = open.popLast() {
      guard marks[step] != position else { continue }
      marks[step] = position
      switch steps[step] {
      case .one, .match: active.append(step)
      case .jump(let target): open.append(target)
      case .either(let one, let other): open += [other, one]
      }
    }
  }

  /// - Parameter visits: bounds what repeats nothing many times over.
  private static func emit(
    _ node: PatternNode, into steps: inout [Step], _ visits: inout Int, _ source: String
  ) throws(SettingFailure) {
    visits += 1
    guard steps.count < stepLimit, visits < 20 * stepLimit else {
      throw .malformed(value: source, expected: "a pattern of at most \(stepLimit) steps, repetitions counted")
    }
    switch node {
    case .letters(let letters): steps.append(.one(letters))
    case .sequence(let nodes): for node in nodes { try emit(node, into: &steps, &visits, source) }
    case .alternatives(let nodes):
      var ends: [Int] = []
      for (index, node) in nodes.enumerated() {
        let isLast = index == nodes.count - 1
        let fork = steps.count
        if !isLast { steps.append(.match) }
        try emit(node, into: &steps, &visits, source)
        guard !isLast else { break }
        ends.append(steps.count)
        steps.append(.match)
        steps[fork] = .either(fork + 1, steps.count)
      }
      for end in ends { steps[end] = .jump(steps.count) }
    case .repeated(let node, let least, let most):
      for _ in 0..<least { try emit(node, into: &steps, &visits, source) }
      guard let most else {
        let fork = steps.count
        steps.append(.match)
        try emit(node, into: &steps, &visits, source)
        steps.append(.jump(fork))
        steps[fork] = .either(fork + 1, steps.count)
        return
      }
      var forks: [Int] = []
      for _ in least..<max(least, most) {
        forks.append(steps.count)
        steps.append(.match)
        try emit(node, into: &steps, &visits, source)
      }
      for fork in forks { steps[fork] = .either(fork + 1, steps.count) }
    }
  }
}

/// Which letters one place takes.
struct Letters: Hashable, Sendable {
  var ranges: [ClosedRange<UInt32>]
  var isInverted = false

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    ranges.contains { $0.contains(scalar.value) } != isInverted
  }
}

/// A pattern as a tree.
indirect enum PatternNode {
  case letters(Letters)
  case sequence([PatternNode])
  case alternatives([PatternNode])
  /// No `most` is without end.
  case repeated(PatternNode, least: Int, most: Int?)
}
