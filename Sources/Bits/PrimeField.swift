/// Arithmetic modulo 929, the field of PDF417's codewords, in which 3 generates every element but 0.
/// ISO/IEC 15438:2015 §5.10.
public struct PrimeField: Sendable {
  public static let modulus = 929
  public static let generator = 3

  /// powers[i] is 3^i; twice the period, so that a sum of two logarithms needs no reduction.
  private static let powers: [Int] = {
    var result = [1]
    for _ in 1..<2 * (modulus - 1) { result.append(result[result.count - 1] * generator % modulus) }
    return result
  }()
  private static let logarithms: [Int] = {
    var result = [Int](repeating: 0, count: modulus)
    for i in 0..<modulus - 1 { result[powers[i]] = i }
    return result
  }()

  /// 3 to a power that is not negative.
  static func power(_ exponent: Int) -> Int { powers[exponent % (modulus - 1)] }

  static func add(_ a: Int, _ b: Int) -> Int { (a + b) % modulus }
  static func subtract(_ a: Int, _ b: Int) -> Int { (a + modulus - b) % modulus }
  static func multiply(_ a: Int, _ b: Int) -> Int { a * b % modulus }

  /// - Precondition: `a` is not 0.
  static func inverse(_ a: Int) -> Int {
    precondition(a != 0, "0 has no inverse")
    return powers[modulus - 1 - logarithms[a]]
  }
}

/// The Reed–Solomon code of PDF417: check codewords so that 3¹…3ᵏ are roots.
/// ISO/IEC 15438:2015 §5.10 and Annex F.
public struct PrimeReedSolomon: Sendable {
  /// Check codewords at the end of a word.
  public let checkCount: Int

  /// - Precondition: at least one check codeword, at most 927.
  public init(checkCount: Int) {
    precondition(1..<PrimeField.modulus - 1 ~= checkCount, "check codewords out of range")
    self.checkCount = checkCount
  }

  /// The check codewords for data, in the order in which they follow it.
  public func checks(for data: [Int]) -> [Int] {
    // The generator polynomial, highest power first.
    var generator = [1]
    for i in 1...checkCount {
      let root = PrimeField.power(i)
      var next = generator + [0]
      for (j, coefficient) in generator.enumerated() {
        next[j + 1] = PrimeField.subtract(next[j + 1], PrimeField.multiply(coefficient, root))
      }
      generator = next
    }
    var remainder = [Int](repeating: 0, count: checkCount)
    for codeword in data {
      let factor = PrimeField.add(codeword, remainder[0])
      for i in 0..<checkCount {
        let next = i + 1 < checkCount ? remainder[i + 1] : 0
        remainder[i] = PrimeField.subtract(next, PrimeField.multiply(factor, generator[i + 1]))
      }
    }
    // Data less its remainder is a multiple of the generator.
    return remainder.map { PrimeField.subtract(0, $0) }
  }

  /// Repairs a word in place: `erasures` are places known to be bad, others may be wrong anywhere, as
  /// long as erasures + 2 × errors do not exceed `checkCount`.
  ///
  /// - Returns: how many codewords were changed or erased, or nil (the word untouched) if there are too many.
  /// - Precondition: every codeword is in 0..<929 and every erasure is a place in the word.
  public func repair(_ word: inout [Int], erasures: [Int] = []) -> Int? {
    typealias Field = PrimeField
    let count = word.count
    guard erasures.count <= checkCount, count < Field.modulus else { return nil }
    // Syndromes: the word's values at the roots.
    var syndromes = [Int](repeating: 0, count: checkCount)
    for i in 0..<checkCount {
      let root = Field.power(i + 1)
      var value = 0
      for codeword in word { value = (value * root + codeword) % Field.modulus }
      syndromes[i] = value
    }
    if syndromes.allSatisfy({ $0 == 0 }) { return 0 }

    // The locator polynomial, lowest power first, begins with the erasures; Berlekamp and Massey add the errors.
    var locator = [1]
    for place in erasures {
      let root = Field.power(count - 1 - place)
      locator = Self.subtractShifted(locator, locator, root)
    }
    var previous = locator
    var length = erasures.count
    for step in erasures.count..<checkCount {
      var discrepancy = 0
      for (i, coefficient) in locator.enumerated() where i <= step {
        discrepancy = (discrepancy + coefficient * syndromes[step - i]) % Field.modulus
      }
      if discrepancy == 0 {
        previous.insert(0, at: 0)
      } else {
        let next = Self.subtractShifted(locator, previous, discrepancy)
        if 2 * length <= step + erasures.count {
          let factor = Field.inverse(discrepancy)
          previous = locator.map { Field.multiply($0, factor) }
          length = step + 1 + erasures.count - length
        } else {
          previous.insert(0, at: 0)
        }
        locator = next
      }
    }
    while locator.count > 1 && locator[locator.count - 1] == 0 { locator.removeLast() }
    let wrong = locator.count - 1
    guard wrong == length, 2 * (wrong - erasures.count) + erasures.count <= checkCount else { return nil }

    // Where: the inverse roots of the locator. How much: Forney's formula.
    var evaluator = [Int](repeating: 0, count: checkCount)
    for (i, a) in locator.enumerated() {
      for j in 0..<checkCount - min(i, checkCount) {
        evaluator[i + j] = (evaluator[i + j] + a * syndromes[j]) % Field.modulus
      }
    }
    var repaired = word
    var found = 0
    for place in 0..<count {
      let inverse = Field.power(Field.modulus - 1 - (count - 1 - place) % (Field.modulus - 1))
      guard Self.value(of: locator, at: inverse) == 0 else { continue }
      found += 1
      let derivative = Self.value(of: (1..<locator.count).map { $0 * locator[$0] % Field.modulus }, at: inverse)
      guard derivative != 0 else { return nil }
      let error = Field.multiply(Self.value(of: evaluator, at: inverse), Field.inverse(derivative))
      // Forney's sign makes the error −error; subtracting that adds it.
      repaired[place] = Field.add(repaired[place], error)
    }
    guard found == wrong else { return nil }
    word = repaired
    return wrong
  }

  /// a − factor·x·b
  private static func subtractShifted(_ a: [Int], _ b: [Int], _ factor: Int) -> [Int] {
    var result = a + [Int](repeating: 0, count: max(0, b.count + 1 - a.count))
    for (i, coefficient) in b.enumerated() {
      result[i + 1] = PrimeField.subtract(result[i + 1], PrimeField.multiply(coefficient, factor))
    }
    return result
  }

  private static func value(of polynomial: [Int], at x: Int) -> Int {
    polynomial.reversed().reduce(0) { ($0 * x + $1) % PrimeField.modulus }
  }
}
