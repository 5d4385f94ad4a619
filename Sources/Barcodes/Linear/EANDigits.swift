/// The digits of EAN and UPC: ISO/IEC 15420:2009 §4.2.2, number sets A, B and C.
package enum EANDigits {
  /// Sets A (0…9) and B (10…19), from a space to a bar; set C has the widths of A, from a bar to a space.
  package static let alphabet = WidthAlphabet(setA + setB, elements: 4)

  private static let setA = [3211, 2221, 2122, 1411, 1132, 1231, 1114, 1312, 1213, 3112]
  private static let setB = [1123, 1222, 2212, 1141, 2311, 1321, 4111, 2131, 3121, 2113]

  /// Which of the left half's six digits are of set B, for each leading digit; the first one is the highest
  /// bit. Table 3.
  package static let leadingParities = [
    0, 0b001011, 0b001101, 0b001110, 0b010011, 0b011001, 0b011100, 0b010101, 0b010110, 0b011010,
  ]

  /// The check digit after these digits. §7.10: the last of them counts three times, then every second one.
  package static func checkDigit(of digits: some BidirectionalCollection<Int>) -> Int {
    var weight = 3
    var sum = 0
    for digit in digits.reversed() {
      sum += weight * digit
      weight = 4 - weight
    }
    return (10 - sum % 10) % 10
  }

  /// True where the last digit is the check digit of the others.
  package static func isValid(_ digits: [Int]) -> Bool {
    !digits.isEmpty && checkDigit(of: digits.dropLast()) == digits[digits.count - 1]
  }

  /// The digits of a text of digits only, or nil.
  package static func digits(_ text: some StringProtocol) -> [Int]? {
    var digits: [Int] = []
    for byte in text.utf8 {
      guard 0x30...0x39 ~= byte else { return nil }
      digits.append(Int(byte) - 0x30)
    }
    return digits
  }

  /// The digits of a text that is to be written.
  ///
  /// - Throws: `WriteFailure.unencodable` for the first character that is none.
  static func written(_ text: some StringProtocol) throws(WriteFailure) -> [Int] {
    guard let digits = digits(text) else {
      let other = text.unicodeScalars.first { !("0"..."9" ~= $0) }
      throw .unencodable(Character(other ?? "?"))
    }
    return digits
  }

  package static func text(_ digits: some Sequence<Int>) -> String { digits.map(String.init).joined() }
}

/// A run of digits as one scan line sees it.
struct EANRun {
  /// 0…9 of set A or C, 10…19 of set B.
  var characters: [Int] = []
  /// Squared error in modules, the sum over the digits.
  var sum: Float = 0
  /// True where digits differ in width by more than a slant gives.
  var isBent = false

  var digits: [Int] { characters.map { $0 % 10 } }
  /// A bit a digit, 1 for set B, the first highest.
  var parity: Int { characters.reduce(0) { $0 << 1 | ($1 < 10 ? 0 : 1) } }

  /// How wide a digit of bent paper may be, in widths of the mean one.
  private static let bentSizes: ClosedRange<Float> = 0.6...1.6
  /// And in widths of the digit before: paper bends over several digits.
  private static let bentStep: Float = 1.35

  /// Reads digits one after the other, or nil where one has not the width of a digit, or fits none.
  ///
  /// - Parameters:
  ///   - mixed: true where sets A and B may both occur; else set A (or C) alone.
  ///   - bends: true where the paper may be bent or lie askew, so that digits are as wide as their neighbors only.
  init?(
    _ bars: BarSequence, at start: Int, count: Int, every stride: Int = 4, module: Float, mixed: Bool,
    bends: Bool = false, growth: Float = 0
  ) {
    var previous: Float?
    for k in 0..<count {
      let at = start + k * stride
      // A digit is 7 modules; scanned at a slant, from near to far, all differ by some percent.
      let size = bars.width(at..<at + 4) / (7 * module)
      if abs(size - 1) >= 1.3 / 7 {
        guard bends, Self.bentSizes ~= size, 1 / Self.bentStep...Self.bentStep ~= size / (previous ?? size) else {
          return nil
        }
        isBent = true
      }
      previous = size
      let match = EANDigits.alphabet.match(bars, at: at, among: mixed ? 0..<20 : 0..<10, growth: growth)
      // Of text it is one of the first.
      guard match.misfit < EANReader.digitLimit else { return nil }
      characters.append(match.character)
      sum += match.misfit
    }
  }
}
