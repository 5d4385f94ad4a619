/// Repairs words of a Reed–Solomon code: wrong codewords at unknown places (errors) and at known ones
/// (erasures), as long as twice the errors and the erasures together do not exceed the check codewords.
///
/// Blahut, "Algebraic Codes for Data Transmission" (2003), ch. 7: Berlekamp–Massey begun from the erasures'
/// locator, Chien's search, Forney's values.
public struct ReedSolomonDecoder: Sendable {
  public let field: GaloisField
  public let checkCount: Int
  @usableFromInline let firstRoot: Int

  /// - Parameter firstRoot: 0 for QR, 1 for Data Matrix and Aztec.
  /// - Precondition: at least one check codeword, and fewer than the field has elements.
  public init(field: GaloisField, checkCount: Int, firstRoot: Int = 0) {
    precondition(checkCount > 0 && checkCount < field.size, "check codewords out of range")
    self.field = field
    self.checkCount = checkCount
    self.firstRoot = firstRoot
  }

  /// Repairs a word in place: data, then check codewords.
  ///
  /// - Parameters:
  ///   - erasures: indices of codewords that are not to be relied on, each at most once.
  ///   - reserve: check codewords that must be left unused, against words that are far from every code word
  ///     and only look like one that was damaged.
  /// - Returns: how many codewords changed, or nil if the word cannot be repaired; it is then as it was.
  /// - Precondition: the word is shorter than the field has elements, and each codeword is one of them.
  /// - Complexity: O(word × checks) table look-ups, and O(checks²) more where something is wrong.
  @inlinable public func repair<Codeword: FixedWidthInteger>(
    _ word: inout [Codeword], erasures: [Int] = [], reserve: Int = 0
  ) -> Int? {
    repair(&word, syndromes(of: word), erasures: erasures, reserve: reserve)
  }

  /// The same for a word whose syndromes are known.
  @inlinable func repair<Codeword: FixedWidthInteger>(
    _ word: inout [Codeword], _ syndromes: [UInt16], erasures: [Int], reserve: Int
  ) -> Int? {
    if syndromes.allSatisfy({ $0 == 0 }) { return 0 }
    guard
      let errors = errors(syndromes, length: word.count, erasures: erasures, budget: checkCount - reserve)
    else { return nil }
    var changed = 0
    for error in errors where error.value != 0 {
      word[error.place] ^= Codeword(truncatingIfNeeded: error.value)
      changed += 1
    }
    return changed
  }

  /// True for a word without any error.
  @inlinable public func isIntact<Codeword: FixedWidthInteger>(_ word: [Codeword]) -> Bool {
    syndromes(of: word).allSatisfy { $0 == 0 }
  }

  /// The word as a polynomial, at each of the code's roots: all 0 for an intact word.
  @inlinable func syndromes<Codeword: FixedWidthInteger>(of word: [Codeword]) -> [UInt16] {
    precondition(word.count > checkCount && word.count < field.size, "a word of another code")
    var values = [UInt16](repeating: 0, count: checkCount)
    let shift = firstRoot % field.order
    for codeword in word {
      let addend = UInt16(truncatingIfNeeded: codeword)
      for index in 0..<checkCount {
        var exponent = shift &+ index
        if exponent >= field.order { exponent &-= field.order }
        values[index] = field.powers[Int(field.logarithms[Int(values[index])]) &+ exponent] ^ addend
      }
    }
    return values
  }
}

extension ReedSolomonDecoder {
  /// One wrong codeword: its index in the word, and what to add to it. The value is 0 for an erasure that
  /// was right after all.
  @usableFromInline struct WrongCodeword {
    @usableFromInline let place: Int
    @usableFromInline let value: UInt16
  }

  @usableFromInline func errors(
    _ syndromes: [UInt16], length: Int, erasures: [Int], budget: Int
  ) -> [WrongCodeword]? {
    guard erasures.count <= budget,
      let locator = locator(syndromes, length: length, erasures: erasures, budget: budget),
      let powers = roots(of: locator, length: length)
    else { return nil }

    // Ω = S·Λ modulo x^checks, of lower degree than Λ; Λ' keeps the odd powers, as 2 is 0 in the field.
    let degree = locator.count - 1
    var evaluator = [UInt16](repeating: 0, count: degree)
    for i in 0..<degree {
      for j in 0...i { evaluator[i] ^= field.product(locator[j], syndromes[i - j]) }
    }
    var result: [WrongCodeword] = []
    result.reserveCapacity(degree)
    for power in powers {
      let x = field.power(-power)
      let xx = field.product(x, x)
      var derivative: UInt16 = 0
      for i in stride(from: degree - 1 + degree % 2, through: 1, by: -2) {
        derivative = field.product(derivative, xx) ^ locator[i]
      }
      guard derivative != 0 else { return nil }
      var value: UInt16 = 0
      for coefficient in evaluator.reversed() { value = field.product(value, x) ^ coefficient }
      value = field.product(field.product(value, field.inverse(derivative)), field.power(power * (1 - firstRoot)))
      result.append(WrongCodeword(place: length - 1 - power, value: value))
    }
    return result
  }

  /// Λ, whose roots are the inverses of the wrong places; lowest power first, without leading zeros.
  private func locator(_ syndromes: [UInt16], length: Int, erasures: [Int], budget: Int) -> [UInt16]? {
    let known = erasures.count
    var locator = [UInt16](repeating: 0, count: checkCount + 1)
    locator[0] = 1
    for (count, place) in erasures.enumerated() {
      let x = field.power(length - 1 - place)
      for i in stride(from: count + 1, through: 1, by: -1) { locator[i] ^= field.product(locator[i - 1], x) }
    }
    var previous = locator
    var wrong = known
    for step in known..<checkCount {
      var discrepancy: UInt16 = 0
      for i in 0...step { discrepancy ^= field.product(locator[i], syndromes[step - i]) }
      // previous · x, whose highest power cannot be needed: the loop ends before.
      for i in stride(from: checkCount, through: 1, by: -1) { previous[i] = previous[i - 1] }
      previous[0] = 0
      guard discrepancy != 0 else { continue }
      if 2 * wrong <= step + known {
        let inverse = field.inverse(discrepancy)
        for i in 0...checkCount {
          let old = locator[i]
          locator[i] = old ^ field.product(previous[i], discrepancy)
          previous[i] = field.product(old, inverse)
        }
        wrong = step + 1 + known - wrong
      } else {
        for i in 0...checkCount { locator[i] ^= field.product(previous[i], discrepancy) }
      }
    }
    guard let degree = locator.lastIndex(where: { $0 != 0 }), degree == wrong, degree > 0 else { return nil }
    guard 2 * (wrong - known) + known <= budget else { return nil }
    return Array(locator[...degree])
  }

  /// The powers x^i of the word whose codewords are wrong, or nil if the locator does not have as many roots
  /// as its degree says.
  private func roots(of locator: [UInt16], length: Int) -> [Int]? {
    let degree = locator.count - 1
    // Each term of Λ(α^−i), carried from one i to the next by a multiplication with α^−(its power).
    var terms = locator
    var found: [Int] = []
    found.reserveCapacity(degree)
    for power in 0..<length {
      var sum = terms[0]
      for i in 1...degree { sum ^= terms[i] }
      if sum == 0 {
        found.append(power)
        if found.count == degree { return found }
      }
      for i in 1...degree { terms[i] = field.powers[Int(field.logarithms[Int(terms[i])]) &+ field.order &- i] }
    }
    return nil
  }
}
