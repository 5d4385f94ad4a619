/// GS1 DataBar Limited: a GTIN that begins with 0 or 1 in two characters with a check character between them.
/// ISO/IEC 24724:2011 §6.
enum DataBarLimited {
  /// §6.2.3, Table 6
  static let characters = DataBarCharacters(
    elements: 14, modules: 26,
    odd: [(17, 6), (13, 5), (9, 3), (15, 5), (11, 4), (19, 8), (7, 1)].map { ($0, $1, nil) }, narrowOdd: false,
    oddIsMinor: false)

  /// The check characters 0…88, a bit a module, a space first being 1. Table 7
  private static let checkModules = [
    0x2AAE2, 0x2AA72, 0x2AA3A, 0x2A972, 0x2A93A, 0x2A8BA, 0x2A572, 0x2A53A, 0x2A4BA, 0x2A2BA, 0x29572, 0x2953A, 0x294BA,
    0x292BA, 0x28ABA, 0x25572, 0x2553A, 0x254BA, 0x252BA, 0x24ABA, 0x22ABA, 0x2AB62, 0x2AB32, 0x2AB1A, 0x2A9B2, 0x2A99A,
    0x2A8DA, 0x2A5B2, 0x2A59A, 0x2A4DA, 0x2A2DA, 0x295B2, 0x2959A, 0x294DA, 0x292DA, 0x28ADA, 0x255B2, 0x2559A, 0x254DA,
    0x252DA, 0x24ADA, 0x22ADA, 0x2ABA2, 0x2AB92, 0x2A9D2, 0x295D2, 0x255D2, 0x2AD62, 0x2AD32, 0x2AD1A, 0x2ACB2, 0x296B2,
    0x2969A, 0x2965A, 0x2935A, 0x28B5A, 0x256B2, 0x2569A, 0x24B5A, 0x2B562, 0x2B532, 0x2B51A, 0x2B4B2, 0x2B49A, 0x2B2B2,
    0x25AB2, 0x25A9A, 0x25A5A, 0x2595A, 0x24D5A, 0x22D5A, 0x2D562, 0x2D532, 0x2D51A, 0x2D4B2, 0x2D49A, 0x2D45A, 0x2D2B2,
    0x2D29A, 0x2CAB2, 0x35532, 0x3551A, 0x354B2, 0x3549A, 0x3545A, 0x3529A, 0x3525A, 0x34A9A, 0x35592,
  ]

  /// The same as widths: fourteen elements, eighteen modules.
  static let checks: WidthAlphabet = {
    let patterns = checkModules.map { modules in
      var pattern = 0
      var run = 1
      for place in (0..<17).reversed() {
        if modules >> place & 1 == modules >> (place + 1) & 1 {
          run += 1
        } else {
          pattern = 10 * pattern + run
          run = 1
        }
      }
      return 10 * pattern + run
    }
    return WidthAlphabet(patterns, elements: 14)
  }()

  /// Weights are powers of 3 modulo 89, on from the left character to the right one. §6.2.4
  static func check(left: Int, right: Int) -> Int {
    var weight = 1
    var sum = 0
    for width in characters.widths(left) + characters.widths(right) {
      sum += weight * width
      weight = weight * 3 % 89
    }
    return sum % 89
  }

  static func symbol(left: Int, right: Int) -> DecodedSymbol? {
    var number = 2_013_571 * left + right
    // §6.2.3: what is above announces a composite component.
    let hasComposite = number >= 2_015_133_531_096
    if hasComposite { number -= 2_015_133_531_096 }
    guard number < 2_000_000_000_000 else { return nil }
    return DataBarGTIN.symbol(.gs1DataBarLimited, number, hasComposite: hasComposite)
  }

  /// The most likely character: there are two million, so bars and spaces are fitted on their own, and the group whose
  /// two halves fit best is it.
  static func match(_ bars: BarSequence, at start: Int) -> (character: Int, misfit: Float)? {
    let module = bars.width(start..<start + 14) / 26
    guard module > 0 else { return nil }
    var (odd, even) = (SIMD8<Float>.zero, SIMD8<Float>.zero)
    for pair in 0..<7 {
      odd[pair] = bars.widths[start + 2 * pair] / module
      even[pair] = bars.widths[start + 2 * pair + 1] / module
    }
    var search = NearestWidths()
    var best: (character: Int, misfit: Float)?
    // The likeliest groups first: bars and spaces must shift by as much as their sum is off, which is a part of the misfit.
    let sum = odd.sum()
    for group in characters.groups.sorted(by: { abs(Float($0.odd.sum) - sum) < abs(Float($1.odd.sum) - sum) }) {
      let shift = (Float(group.odd.sum) - sum) / 7
      if 2 * shift * shift >= best?.misfit ?? .infinity { break }
      guard let odd = search.nearest(odd, of: group.odd), let even = search.nearest(even, of: group.even) else {
        continue
      }
      let misfit = odd.misfit + even.misfit
      guard misfit < best?.misfit ?? .infinity else { continue }
      best = (group.first + odd.number * group.even.count + even.number, misfit)
    }
    return best
  }
}

/// Finds the widths that fit measured ones best, of all that a character may have.
private struct NearestWidths {
  /// The likeliest way to each sum, at twice the sum, and at one more with a narrow element in it. Widths are four bits each,
  /// the last one lowest.
  private struct Ways {
    var costs: [Float]
    var widths: [Int]
  }

  private var ways: Ways
  private var next: Ways

  /// The most modules of one kind: of 26, 7 may be of the other.
  private static let mostModules = 19

  init() {
    let slots = 2 * (Self.mostModules + 1)
    ways = Ways(costs: [Float](repeating: .infinity, count: slots), widths: [Int](repeating: 0, count: slots))
    next = ways
  }

  /// The sequence with the least squared error from measured widths, after the shift that all bars (or all spaces)
  /// have in common is taken away.
  mutating func nearest(_ measured: SIMD8<Float>, of kind: DataBarWidths) -> (number: Int, misfit: Float)? {
    let sum = kind.sum
    let shift = (Float(sum) - measured.sum()) / Float(kind.elements)
    // A shift of more than a module a group of elements is none of print's.
    guard abs(shift) < 0.7 else { return nil }
    let slots = 0..<2 * (sum + 1)
    for slot in slots { ways.costs[slot] = .infinity }
    (ways.costs[0], ways.widths[0]) = (0, 0)
    for element in 0..<kind.elements {
      let size = measured[element] + shift
      for slot in slots { next.costs[slot] = .infinity }
      for key in slots where ways.costs[key] < .infinity {
        for width in 1...kind.widest {
          let total = key / 2 + width
          guard total <= sum else { break }
          let slot = 2 * total + max(key & 1, width == 1 ? 1 : 0)
          let error = size - Float(width)
          let cost = ways.costs[key] + error * error
          if cost < next.costs[slot] { (next.costs[slot], next.widths[slot]) = (cost, ways.widths[key] << 4 | width) }
        }
      }
      swap(&ways, &next)
    }
    let ends = (kind.needsNarrow ? [1] : [0, 1]).map { 2 * sum + $0 }
    guard let best = ends.min(by: { ways.costs[$0] < ways.costs[$1] }), ways.costs[best] < .infinity else { return nil }
    let widths = (0..<kind.elements).map { ways.widths[best] >> (4 * (kind.elements - 1 - $0)) & 15 }
    return (kind.number(widths), ways.costs[best] + shift * shift)
  }
}
