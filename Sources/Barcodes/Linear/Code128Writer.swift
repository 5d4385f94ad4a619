package import Bits

/// Writes Code 128 with the fewest characters. Text is ISO/IEC 8859-1.
package struct Code128Writer: SymbolWriter {
  package let symbology = Symbology.code128
  /// True for GS1-128: FNC1 comes first, and stands for each group separator (U+001D).
  package let isGS1: Bool

  package init(isGS1: Bool = false) { self.isGS1 = isGS1 }

  package func write(_ text: String) throws(WriteFailure) -> BitMatrix {
    let values = try Self.values(text, isGS1: isGS1)
    var row = ModuleRow()
    for value in values + [Code128.checkCharacter(of: values)] { row.append(Code128.alphabet.pattern(value)) }
    row.append(Code128.stop)
    try row.checkLength()
    return row.matrix
  }

  /// One thing to write: a byte, or FNC1.
  private enum Unit: Equatable {
    case byte(Int)
    case fnc1
  }

  /// Start character and the characters after it, the shortest way through the code sets.
  static func values(_ text: String, isGS1: Bool) throws(WriteFailure) -> [Int] {
    // Two digits in a character of set C are the densest.
    try CapacityLimit.row(modules: 11, characters: 2).check(text.unicodeScalars.count)
    var units: [Unit] = isGS1 ? [.fnc1] : []
    for scalar in text.unicodeScalars {
      guard scalar.value < 256 else { throw .unencodable(Character(scalar)) }
      units.append(isGS1 && scalar.value == 0x1D ? .fnc1 : .byte(Int(scalar.value)))
    }
    guard units.contains(where: { $0 != .fnc1 }) else { throw .invalid("nothing to write") }

    // From the end to the front: the shortest writing of what is left, for each code set in force.
    var best = [[[Int]?]](repeating: [[Int]?](repeating: nil, count: 3), count: units.count + 1)
    best[units.count] = [[], [], []]
    let latches = [Code128.codeA, Code128.codeB, Code128.codeC]
    for place in units.indices.reversed() {
      var direct = [[Int]?](repeating: nil, count: 3)
      for set in 0..<3 {
        for (values, taken) in spellings(units, place, set) {
          guard let rest = best[place + taken][set] else { continue }
          direct[set] = shorter(direct[set], values + rest)
        }
      }
      for set in 0..<3 {
        best[place][set] = direct[set]
        for other in 0..<3 where other != set {
          if let rest = direct[other] { best[place][set] = shorter(best[place][set], [latches[other]] + rest) }
        }
      }
    }
    var answer: [Int]?
    for set in [1, 0, 2] {
      if let rest = best[0][set] { answer = shorter(answer, [Code128.startA + set] + rest) }
    }
    guard let answer else { throw .invalid("nothing to write") }
    return answer
  }

  private static func shorter(_ a: [Int]?, _ b: [Int]) -> [Int] {
    guard let a, a.count <= b.count else { return b }
    return a
  }

  /// How the units from a place on can be written in a code set, and how many of them that takes.
  private static func spellings(_ units: [Unit], _ place: Int, _ set: Int) -> [(values: [Int], taken: Int)] {
    guard case .byte(let byte) = units[place] else { return [([Code128.fnc1], 1)] }
    if set == 2 {
      guard place + 1 < units.count, case .byte(let next) = units[place + 1], 48...57 ~= byte, 48...57 ~= next else {
        return []
      }
      return [([10 * (byte - 48) + next - 48], 2)]
    }
    // Above 127 each character takes an FNC4: 101 in set A, 100 in set B.
    let fnc4 = byte >= 128 ? [set == 0 ? 101 : 100] : []
    let ascii = byte & 127
    if let value = value(ascii, set) { return [(fnc4 + [value], 1)] }
    if let value = value(ascii, 1 - set) { return [(fnc4 + [Code128.shift, value], 1)] }
    return []
  }

  private static func value(_ ascii: Int, _ set: Int) -> Int? {
    if set == 0 { return ascii < 32 ? ascii + 64 : ascii < 96 ? ascii - 32 : nil }
    return ascii >= 32 ? ascii - 32 : nil
  }
}
