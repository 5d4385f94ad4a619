/// The arithmetic of GS1 DataBar: numbers as widths of elements. ISO/IEC 24724:2011 Annex B.
///
/// A number stands for one of the sequences of widths with a given sum, none wider than a given one, in the order of
/// the dictionary. In one of the two halves of a character (its bars or its spaces) at least one element must be
/// narrow, so that the other half tells where modules begin.
package struct DataBarWidths: Sendable {
  let elements: Int
  let sum: Int
  let widest: Int
  /// True where at least one element must be a single module.
  let needsNarrow: Bool

  package init(elements: Int, sum: Int, widest: Int, needsNarrow: Bool) {
    self.elements = elements
    self.sum = sum
    self.widest = widest
    self.needsNarrow = needsNarrow
  }

  /// How many numbers there are.
  package var count: Int { Self.count(elements, sum, widest, needsNarrow) }

  /// The number of these widths.
  package func number(_ widths: [Int]) -> Int {
    var number = 0
    var rest = sum
    var needsNarrow = needsNarrow
    for (place, width) in widths.enumerated() {
      for narrower in 1..<max(1, width) {
        number += Self.count(elements - place - 1, rest - narrower, widest, needsNarrow && narrower > 1)
      }
      rest -= width
      needsNarrow = needsNarrow && width > 1
    }
    return number
  }

  /// The widths of a number.
  ///
  /// - Precondition: the number is in `0..<count`.
  package func widths(_ number: Int) -> [Int] {
    precondition(number >= 0 && number < count, "no such number of widths")
    var widths: [Int] = []
    var left = number
    var rest = sum
    var needsNarrow = needsNarrow
    for place in 0..<elements {
      var width = 1
      while true {
        let skipped = Self.count(elements - place - 1, rest - width, widest, needsNarrow && width > 1)
        if left < skipped { break }
        left -= skipped
        width += 1
      }
      widths.append(width)
      rest -= width
      needsNarrow = needsNarrow && width > 1
    }
    return widths
  }

  /// Sequences of so many widths with this sum: those of any widths, less those without a narrow one.
  private static func count(_ elements: Int, _ sum: Int, _ widest: Int, _ needsNarrow: Bool) -> Int {
    let all = bounded(elements, sum, widest)
    // Without a narrow one each is a module wider than it need be.
    return needsNarrow ? all - bounded(elements, sum - elements, widest - 1) : all
  }

  /// Sequences of widths from 1 to `widest`: by inclusion and exclusion over those that are too wide.
  private static func bounded(_ elements: Int, _ sum: Int, _ widest: Int) -> Int {
    guard elements > 0 else { return sum == 0 ? 1 : 0 }
    guard sum >= elements, widest > 0 else { return 0 }
    var total = 0
    var sign = 1
    for tooWide in 0...elements {
      let rest = sum - tooWide * widest
      guard rest >= elements else { break }
      total += sign * choose(elements, tooWide) * choose(rest - 1, elements - 1)
      sign = -sign
    }
    return total
  }

  private static func choose(_ n: Int, _ k: Int) -> Int {
    guard k >= 0, k <= n else { return 0 }
    return (0..<k).reduce(1) { $0 * (n - $1) / ($1 + 1) }
  }
}

/// A kind of DataBar character: groups that differ in how modules are shared out among odd and even elements.
package struct DataBarCharacters: Sendable {
  struct Group: Sendable {
    let odd: DataBarWidths
    let even: DataBarWidths
    /// The first number of the group.
    let first: Int
    /// How many of the odd elements' numbers are used, from 0 on: the standard leaves some out.
    let oddCount: Int
  }

  let groups: [Group]
  let modules: Int
  let elements: Int
  /// True where the odd elements count fastest.
  let oddIsMinor: Bool

  /// - Parameters:
  ///   - odd: for each group the sum of the odd elements and the widest one (an even one is at most 9 less that), and
  ///     how many of their numbers are used, nil for all.
  ///   - narrowOdd: true where an odd element must be narrow, else an even one.
  init(elements: Int, modules: Int, odd: [(sum: Int, widest: Int, used: Int?)], narrowOdd: Bool, oddIsMinor: Bool) {
    var groups: [Group] = []
    var first = 0
    for (sum, widest, used) in odd {
      let widths = DataBarWidths(elements: elements / 2, sum: sum, widest: widest, needsNarrow: narrowOdd)
      let group = Group(
        odd: widths,
        even: DataBarWidths(elements: elements / 2, sum: modules - sum, widest: 9 - widest, needsNarrow: !narrowOdd),
        first: first, oddCount: used ?? widths.count)
      groups.append(group)
      first += group.oddCount * group.even.count
    }
    self.groups = groups
    self.modules = modules
    self.elements = elements
    self.oddIsMinor = oddIsMinor
  }

  /// How many numbers the character can say.
  var count: Int { groups.last.map { $0.first + $0.oddCount * $0.even.count } ?? 0 }

  /// - Precondition: the number is in `0..<count`.
  func widths(_ number: Int) -> [Int] {
    let group = groups.last { $0.first <= number } ?? groups[0]
    let rest = number - group.first
    let (odd, even) =
      oddIsMinor
      ? (group.odd.widths(rest % group.oddCount), group.even.widths(rest / group.oddCount))
      : (group.odd.widths(rest / group.even.count), group.even.widths(rest % group.even.count))
    return zip(odd, even).flatMap { [$0, $1] }
  }
}
