package import Bits

/// Writes EAN-13, EAN-8, UPC-A and UPC-E.
///
/// The check digit may be left out. An add-on of 2 or 5 digits may follow after `+`: `9780735200449+51299`.
/// UPC-E takes its 6 digits, 7 with the number system, 8 with the check digit, or a UPC-A that has a short form.
package struct EANWriter: SymbolWriter {
  package let symbology: Symbology

  /// - Precondition: the symbology is one of the four.
  package init(_ symbology: Symbology) {
    precondition(EANReader.symbologies.contains(symbology), "not an EAN or UPC symbology")
    self.symbology = symbology
  }

  package func write(_ text: String) throws(WriteFailure) -> BitMatrix {
    let parts = text.split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false)
    var row = ModuleRow()
    let digits = try EANDigits.written(parts[0])
    switch symbology {
    case .ean8: try writeEAN8(digits, &row)
    case .upcE: try writeUPCE(digits, &row)
    case .upcA: try writeEAN13([0] + checked(digits, count: 12), &row)
    default: try writeEAN13(checked(digits, count: 13), &row)
    }
    if parts.count == 2 {
      guard symbology != .ean8 else { throw .invalid("EAN-8 has no add-on") }
      try writeAddOn(EANDigits.written(parts[1]), &row)
    }
    return row.matrix
  }

  /// The digits with their check digit, which is added where it is left out.
  private func checked(_ digits: [Int], count: Int) throws(WriteFailure) -> [Int] {
    if digits.count == count - 1 { return digits + [EANDigits.checkDigit(of: digits)] }
    guard digits.count == count else {
      throw .invalid("\(symbology.title) has \(count) digits, or \(count - 1) without the check digit")
    }
    guard EANDigits.isValid(digits) else {
      throw .invalid("the check digit of \(EANDigits.text(digits)) is \(EANDigits.checkDigit(of: digits.dropLast()))")
    }
    return digits
  }

  private func writeEAN13(_ digits: [Int], _ row: inout ModuleRow) throws(WriteFailure) {
    row.append([1, 1, 1])
    write(Array(digits[1...6]), parity: EANDigits.leadingParities[digits[0]], &row)
    row.append([1, 1, 1, 1, 1], startsDark: false)
    for digit in digits[7...] { row.append(EANDigits.alphabet.pattern(digit)) }
    row.append([1, 1, 1])
  }

  private func writeEAN8(_ given: [Int], _ row: inout ModuleRow) throws(WriteFailure) {
    let digits = try checked(given, count: 8)
    row.append([1, 1, 1])
    write(Array(digits[..<4]), parity: 0, &row)
    row.append([1, 1, 1, 1, 1], startsDark: false)
    for digit in digits[4...] { row.append(EANDigits.alphabet.pattern(digit)) }
    row.append([1, 1, 1])
  }

  private func writeUPCE(_ given: [Int], _ row: inout ModuleRow) throws(WriteFailure) {
    let digits = try Self.zeroSuppressed(given)
    row.append([1, 1, 1])
    write(Array(digits[1...6]), parity: UPCEParity.parity(system: digits[0], check: digits[7]), &row)
    row.append([1, 1, 1, 1, 1, 1], startsDark: false)
  }

  /// Number system, six digits and check digit.
  private static func zeroSuppressed(_ given: [Int]) throws(WriteFailure) -> [Int] {
    switch given.count {
    case 6, 7:
      let open = (given.count == 6 ? [0] : []) + given
      guard open[0] <= 1 else { throw .invalid("UPC-E has number system 0 or 1") }
      let full = EANNumber.expanded(upcE: open + [0])
      return open + [EANDigits.checkDigit(of: full.dropLast())]
    case 8:
      guard given[0] <= 1 else { throw .invalid("UPC-E has number system 0 or 1") }
      let check = EANDigits.checkDigit(of: EANNumber.expanded(upcE: given).dropLast())
      guard check == given[7] else { throw .invalid("the check digit of \(EANDigits.text(given)) is \(check)") }
      return given
    case 12:
      guard given[0] <= 1, EANDigits.isValid(given) else { throw .invalid("no UPC-A that has a short form") }
      // The last of the six tells the form, so there are at most ten candidates.
      for last in 0...9 {
        let six: [Int] =
          switch last {
          case 0...2: [given[1], given[2], given[8], given[9], given[10], last]
          case 3: [given[1], given[2], given[3], given[9], given[10], last]
          case 4: [given[1], given[2], given[3], given[4], given[10], last]
          default: [given[1], given[2], given[3], given[4], given[5], last]
          }
        let short = [given[0]] + six + [given[11]]
        if EANNumber.expanded(upcE: short) == given { return short }
      }
      throw .invalid("this UPC-A has no short form")
    default: throw .invalid("UPC-E has 6, 7 or 8 digits, or the 12 of a UPC-A")
    }
  }

  private func writeAddOn(_ digits: [Int], _ row: inout ModuleRow) throws(WriteFailure) {
    guard digits.count == 2 || digits.count == 5 else { throw .invalid("an add-on has 2 or 5 digits") }
    let parity = EANAddOn.parity(of: digits)
    // ISO/IEC 15420:2009 §4.3.5: 7 to 12 modules between the symbol and its add-on.
    row.append([9], startsDark: false)
    row.append([1, 1, 2])
    for (place, digit) in digits.enumerated() {
      if place > 0 { row.append([1, 1], startsDark: false) }
      write([digit], parity: parity >> (digits.count - 1 - place) & 1, &row)
    }
  }

  /// Digits of set A, or B where the parity has a bit, each from a space to a bar.
  private func write(_ digits: [Int], parity: Int, _ row: inout ModuleRow) {
    for (place, digit) in digits.enumerated() {
      let isB = parity >> (digits.count - 1 - place) & 1 == 1
      row.append(EANDigits.alphabet.pattern(isB ? digit + 10 : digit), startsDark: false)
    }
  }
}
