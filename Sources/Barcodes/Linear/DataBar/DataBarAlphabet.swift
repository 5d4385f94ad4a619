/// The most likely of a kind of DataBar characters for widths that were measured.
///
/// There are thousands, but in a group odd and even elements have nothing to do with each other: the best
/// character of a group is its best odd elements with its best even ones, some hundred comparisons in all. The
/// misfit is that of `WidthAlphabet`.
struct DataBarAlphabet: Sendable {
  /// One half of a character's elements, with the sum of their squares.
  private struct Half: Sendable {
    let widths: SIMD4<Float>
    let square: Float

    init(_ widths: [Int]) {
      self.widths = SIMD4(widths.map(Float.init))
      square = (self.widths * self.widths).sum()
    }
  }

  private struct Group: Sendable {
    let first: Int
    let odd: [Half]
    let even: [Half]
    /// The odd elements' sum less that of the even ones.
    let balance: Float
  }

  private let groups: [Group]
  private let modules: Float
  private let oddIsMinor: Bool

  /// - Precondition: characters of eight elements.
  init(_ characters: DataBarCharacters) {
    precondition(characters.elements == 8, "two vectors of four elements")
    groups = characters.groups.map { group in
      Group(
        first: group.first, odd: (0..<group.oddCount).map { Half(group.odd.widths($0)) },
        even: (0..<group.even.count).map { Half(group.even.widths($0)) },
        balance: Float(group.odd.sum - group.even.sum))
    }
    modules = Float(characters.modules)
    oddIsMinor = characters.oddIsMinor
  }

  /// The character whose widths fit best: eight elements from `start` on, or, where `isMirrored`, back from the last of
  /// them to `start`.
  ///
  /// - Precondition: the elements lie in the sequence.
  func match(_ bars: BarSequence, at start: Int, isMirrored: Bool = false) -> WidthAlphabet.Match {
    let module = bars.width(start..<start + 8) / modules
    var best = WidthAlphabet.Match()
    guard module > 0 else { return best }
    var (odd, even) = (SIMD4<Float>.zero, SIMD4<Float>.zero)
    for i in 0..<4 {
      odd[i] = bars.widths[isMirrored ? start + 7 - 2 * i : start + 2 * i] / module
      even[i] = bars.widths[isMirrored ? start + 6 - 2 * i : start + 2 * i + 1] / module
    }
    let square = (odd * odd).sum() + (even * even).sum()
    let balance = odd.sum() - even.sum()
    for group in groups {
      let (major, minor) = (Self.nearest(odd, group.odd), Self.nearest(even, group.even))
      let shift = balance - group.balance
      let misfit = max(0, square + major.cost + minor.cost - shift * shift / 9)
      guard misfit < best.misfit else { continue }
      let number =
        oddIsMinor ? minor.number * group.odd.count + major.number : major.number * group.even.count + minor.number
      best = WidthAlphabet.Match(character: group.first + number, misfit: misfit)
    }
    return best
  }

  /// The half with the least squared error, less the square of what was measured, which all have in common.
  private static func nearest(_ measured: SIMD4<Float>, _ halves: [Half]) -> (number: Int, cost: Float) {
    var best = (number: 0, cost: Float.infinity)
    for (number, half) in halves.enumerated() {
      let cost = half.square - 2 * (measured * half.widths).sum()
      if cost < best.cost { best = (number, cost) }
    }
    return best
  }
}
