/// Digits at a code's end that the rest of it gives.
public enum CheckDigit: String, CaseIterable, Sendable {
  /// Weights 3 and 1 from the right, GS1 General Specifications (2024) §7.9.1.
  case gs1
  /// ISO/IEC 7812-1 Annex B, as on cards.
  case luhn
  /// ISO/IEC 7064 MOD 97-10: letters count as 10 to 35.
  case mod97

  public func isRight(_ text: String) -> Bool {
    switch self {
    case .gs1: Self.digits(text).map { Self.sum($0) { $0 * ($1.isMultiple(of: 2) ? 1 : 3) } % 10 == 0 } ?? false
    case .luhn:
      Self.digits(text).map { digits in
        Self.sum(digits) { digit, place in place.isMultiple(of: 2) ? digit : digit > 4 ? 2 * digit - 9 : 2 * digit }
          % 10
          == 0
      } ?? false
    case .mod97: Self.rest97(text) == 1
    }
  }

  /// Nil for what is not two digits at least.
  private static func digits(_ text: String) -> [Int]? {
    let digits = text.utf8.compactMap { 0x30...0x39 ~= $0 ? Int($0) - 0x30 : nil }
    return digits.count == text.utf8.count && digits.count >= 2 ? digits : nil
  }

  /// - Parameter weigh: a digit and its place from the right, from 0.
  private static func sum(_ digits: [Int], _ weigh: (Int, Int) -> Int) -> Int {
    digits.reversed().enumerated().reduce(0) { $0 + weigh($1.element, $1.offset) }
  }

  private static func rest97(_ text: String) -> Int? {
    guard text.utf8.count >= 3 else { return nil }
    var rest = 0
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39: rest = (rest * 10 + Int(byte) - 0x30) % 97
      case 0x41...0x5A: rest = (rest * 100 + Int(byte) - 0x41 + 10) % 97
      default: return nil
      }
    }
    return rest
  }
}
