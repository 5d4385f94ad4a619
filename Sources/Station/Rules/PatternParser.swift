import Scanner

/// Reads a pattern's text.
struct PatternParser {
  private let source: String
  private var rest: Substring.UnicodeScalarView
  private var depth = 0

  /// Brackets within brackets: a person writes a few.
  private static let depthLimit = 50
  /// As repetitions are counted out in steps.
  private static let countLimit = 1000

  init(_ source: String) {
    self.source = source
    rest = source[...].unicodeScalars
  }

  mutating func whole() throws(SettingFailure) -> PatternNode {
    let node = try alternatives()
    guard rest.isEmpty else { throw wrong("a ) has no (") }
    return node
  }

  private func wrong(_ reason: String) -> SettingFailure { .malformed(value: source, expected: "a pattern: \(reason)") }

  private mutating func alternatives() throws(SettingFailure) -> PatternNode {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.depthLimit else { throw wrong("more than \(Self.depthLimit) brackets within brackets") }
    var branches = [try sequence()]
    while rest.first == "|" {
      rest.removeFirst()
      branches.append(try sequence())
    }
    return branches.count == 1 ? branches[0] : .alternatives(branches)
  }

  private mutating func sequence() throws(SettingFailure) -> PatternNode {
    var nodes: [PatternNode] = []
    while let sign = rest.first, sign != "|", sign != ")" {
      rest.removeFirst()
      nodes.append(try repeated(try single(sign)))
    }
    return .sequence(nodes)
  }

  private mutating func single(_ sign: Unicode.Scalar) throws(SettingFailure) -> PatternNode {
    switch sign {
    case "(":
      if rest.first == "?" {
        rest.removeFirst()
        guard rest.popFirst() == ":" else { throw wrong("of (? only (?: is known") }
      }
      let node = try alternatives()
      guard rest.popFirst() == ")" else { throw wrong("a ( has no )") }
      return node
    case "[": return .letters(try set())
    case ".": return .letters(Letters(ranges: [0...0x10_FFFF]))
    case "\\": return .letters(try escaped())
    case "*", "+", "?", "{": throw wrong("nothing stands before \(sign)")
    // The whole text is matched in any case.
    case "^" where rest.startIndex == source.unicodeScalars.index(after: source.startIndex): return .sequence([])
    case "$" where rest.isEmpty: return .sequence([])
    case "^", "$", "]", "}": throw wrong("\(sign) stands where it means nothing; \\\(sign) is the sign itself")
    default: return .letters(Letters(ranges: [sign.value...sign.value]))
    }
  }

  private mutating func repeated(_ node: PatternNode) throws(SettingFailure) -> PatternNode {
    switch rest.first {
    case "*":
      rest.removeFirst()
      return .repeated(node, least: 0, most: nil)
    case "+":
      rest.removeFirst()
      return .repeated(node, least: 1, most: nil)
    case "?":
      rest.removeFirst()
      return .repeated(node, least: 0, most: 1)
    case "{":
      rest.removeFirst()
      guard let least = number() else { throw wrong("{ is followed by no number") }
      var most: Int? = least
      if rest.first == "," {
        rest.removeFirst()
        most = rest.first == "}" ? nil : number()
        if most == nil, rest.first != "}" { throw wrong("{ is followed by no number") }
      }
      guard rest.popFirst() == "}" else { throw wrong("a { has no }") }
      guard least <= Self.countLimit, most ?? 0 <= Self.countLimit, most ?? least >= least else {
        throw wrong("a repetition is out of 0 to \(Self.countLimit)")
      }
      return .repeated(node, least: least, most: most)
    default: return node
    }
  }

  private mutating func number() -> Int? {
    let digits = rest.prefix { "0"..."9" ~= $0 }
    rest = rest.dropFirst(digits.count)
    return Int(String(digits))
  }

  private mutating func set() throws(SettingFailure) -> Letters {
    var letters = Letters(ranges: [])
    if rest.first == "^" {
      rest.removeFirst()
      letters.isInverted = true
    }
    while let sign = rest.popFirst() {
      if sign == "]" {
        guard !letters.ranges.isEmpty else { throw wrong("[] has no letters") }
        return letters
      }
      let first = sign == "\\" ? try escaped() : Letters(ranges: [sign.value...sign.value])
      guard rest.first == "-", rest.dropFirst().first != "]", first.ranges.count == 1, let low = first.ranges.first,
        low.count == 1
      else {
        guard !first.isInverted else { throw wrong("\\D, \\W and \\S have no place between [ and ]") }
        letters.ranges += first.ranges
        continue
      }
      rest.removeFirst()
      guard let end = rest.popFirst() else { break }
      let last = end == "\\" ? try escaped() : Letters(ranges: [end.value...end.value])
      guard let high = last.ranges.first, high.count == 1, high.lowerBound >= low.lowerBound else {
        throw wrong("a range between [ and ] goes backward")
      }
      letters.ranges.append(low.lowerBound...high.lowerBound)
    }
    throw wrong("a [ has no ]")
  }

  private mutating func escaped() throws(SettingFailure) -> Letters {
    guard let sign = rest.popFirst() else { throw wrong("it ends with \\") }
    let digits: [ClosedRange<UInt32>] = [0x30...0x39]
    let words = digits + [0x41...0x5A, 0x5F...0x5F, 0x61...0x7A]
    let blanks: [ClosedRange<UInt32>] = [0x09...0x0D, 0x20...0x20]
    switch sign {
    case "d": return Letters(ranges: digits)
    case "D": return Letters(ranges: digits, isInverted: true)
    case "w": return Letters(ranges: words)
    case "W": return Letters(ranges: words, isInverted: true)
    case "s": return Letters(ranges: blanks)
    case "S": return Letters(ranges: blanks, isInverted: true)
    case "t": return Letters(ranges: [9...9])
    case "n": return Letters(ranges: [10...10])
    case "r": return Letters(ranges: [13...13])
    case "0"..."9", "a"..."z", "A"..."Z": throw wrong("\\\(sign) is not known")
    default: return Letters(ranges: [sign.value...sign.value])
    }
  }
}
