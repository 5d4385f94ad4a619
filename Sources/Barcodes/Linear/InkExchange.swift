/// The numbers that ink alone makes of an EAN or UPC number.
///
/// Between equal edges 1 and 7, and 2 and 8, have the same widths in all sets: they differ by a module in each bar
/// (ISO/IEC 15420:2009 Table 1). Ink that spreads, or blur that levels narrow spaces, changes all such digits one way; three
/// and more of them together can leave the check digit right. Errors that are compared at one spread favor the number for
/// which the spread was chosen.
struct InkExchange {
  /// Errors of the number itself, and the least of the others, each at the spread that suits it.
  typealias Errors = (own: Float, other: Float)

  private let number: EANNumber
  /// For each encoded digit where its set begins among its characters: 0, 10 or 20.
  private let sets: [Int]
  /// Its digits without those that are told by sets alone.
  private let encoded: Range<Int>
  /// The other numbers; nearly half of all numbers have none.
  let others: [EANNumber]

  private static let partners = [1: 7, 7: 1, 2: 8, 8: 2]
  /// Digits of which a bar of more ink makes its partner.
  private static let lighter: Set = [1, 2]

  init(_ number: EANNumber) {
    self.number = number
    (encoded, sets) = (number.encoded, number.sets)
    others = Self.others(number)
  }

  /// True where ink alone makes one message of the other.
  static func exchanges(_ one: DecodedSymbol, _ other: DecodedSymbol) -> Bool {
    guard EANReader.symbologies.contains(one.symbology), one.bytes.count == other.bytes.count else { return false }
    return zip(one.bytes, other.bytes).allSatisfy { a, b in
      a == b || partners[Int(a) - 0x30] == Int(b) - 0x30
    }
  }

  /// - Parameter errors: of each digit's characters, 30 a digit, for each spread.
  func leastErrors(_ errors: [[Float]]) -> Errors {
    func least(_ numbers: [EANNumber]) -> Float {
      numbers.flatMap { number in errors.map { error(number.digits, $0) } }.min() ?? .infinity
    }
    return (least([number]), least(others))
  }

  private func error(_ digits: [Int], _ errors: [Float]) -> Float {
    zip(encoded, 0...).reduce(0) { $0 + errors[30 * $1.1 + sets[$1.1] + digits[$1.0]] }
  }

  /// Those with some of its digits exchanged, all one way, that are a number again.
  private static func others(_ number: EANNumber) -> [EANNumber] {
    [true, false].flatMap { isLighter in
      let places = number.encoded.filter {
        partners[number.digits[$0]] != nil && lighter.contains(number.digits[$0]) == isLighter
      }
      return (1..<1 << places.count).compactMap { chosen -> EANNumber? in
        var digits = number.digits
        for (bit, place) in places.enumerated() where chosen >> bit & 1 == 1 {
          digits[place] = partners[digits[place]] ?? digits[place]
        }
        let isValid = EANDigits.isValid(number.form == .upcE ? EANNumber.expanded(upcE: digits) : digits)
        return isValid ? EANNumber(form: number.form, digits: digits) : nil
      }
    }
  }
}
