/// GS1 DataBar omnidirectional, truncated, stacked and stacked omnidirectional: a GTIN in two halves, each of an outer
/// character, a finder and an inner character. ISO/IEC 24724:2011 §5.
enum DataBar14 {
  /// §5.2.3, Table 2
  static let outer = DataBarCharacters(
    elements: 8, modules: 16, odd: [(12, 8, nil), (10, 6, nil), (8, 4, nil), (6, 3, nil), (4, 1, nil)],
    narrowOdd: false, oddIsMinor: false)
  static let inner = DataBarCharacters(
    elements: 8, modules: 15, odd: [(5, 2, 4), (7, 4, 20), (9, 6, 48), (11, 8, 81)], narrowOdd: true, oddIsMinor: true)
  static let outerAlphabet = DataBarAlphabet(outer)
  static let innerAlphabet = DataBarAlphabet(inner)
  /// Fifteen modules, seen from the outer character. Table 4
  static let finders = WidthAlphabet([38211, 35511, 33711, 31911, 27411, 25611, 23811, 15711, 13911], elements: 5)

  /// A half as it was read.
  struct Half: Hashable {
    let outer: Int
    let inner: Int
    let finder: Int

    var value: Int { 1597 * outer + inner }

    /// Weighted widths modulo 79, those of the inner character four times; weights are powers of 3. §5.2.4
    var checksum: Int {
      func sum(_ widths: [Int]) -> Int {
        zip(widths, 0...).reduce(0) { total, element in
          total + element.0 * [1, 3, 9, 27, 2, 6, 18, 54][element.1]
        }
      }
      return (sum(DataBar14.outer.widths(outer)) + 4 * sum(DataBar14.inner.widths(inner))) % 79
    }
  }

  /// What two halves say, or nil where they do not fit together.
  static func symbol(left: Half, right: Half) -> DecodedSymbol? {
    guard (left.checksum + 16 * right.checksum) % 79 == check(left.finder, right.finder) else { return nil }
    var number = 4_537_077 * left.value + right.value
    // Beyond a GTIN's thirteen digits a composite component is announced. §5.2.2
    let hasComposite = number >= 10_000_000_000_000
    if hasComposite { number -= 10_000_000_000_000 }
    guard number < 10_000_000_000_000 else { return nil }
    return DataBarGTIN.symbol(.gs1DataBar, number, hasComposite: hasComposite)
  }

  /// The two finders' order says the check value: 0…78 without two of the 81 pairs. §5.2.5
  static func check(_ left: Int, _ right: Int) -> Int {
    let pair = 9 * left + right
    return pair - (pair > 72 ? 1 : 0) - (pair > 8 ? 1 : 0)
  }

  static func finders(check: Int) -> (left: Int, right: Int) {
    let pair = check + (check >= 8 ? 1 : 0)
    let both = pair + (pair >= 72 ? 1 : 0)
    return (both / 9, both % 9)
  }
}

/// A GTIN as DataBar's symbols carry it: thirteen digits, the check digit left out.
enum DataBarGTIN {
  static func symbol(_ symbology: Symbology, _ number: Int, hasComposite: Bool) -> DecodedSymbol {
    let short = String(number)
    let digits = [Int](repeating: 0, count: 13 - short.count) + (EANDigits.digits(short) ?? [])
    let text = "01" + EANDigits.text(digits + [EANDigits.checkDigit(of: digits)])
    return DecodedSymbol(
      symbology: symbology, text: text, bytes: Array(text.utf8), symbologyIdentifier: "]e0",
      details: hasComposite ? ["linkage": .boolean(true)] : [:])
  }
}
