/// A field GF(2^m): addition is exclusive or, multiplication goes by tables of powers and logarithms of α = 2.
///
/// Elements are stored as their bits, read as a polynomial over GF(2). The tables are laid out so that a
/// product needs no test for 0: the logarithm of 0 points past the powers, where the table holds zeros.
public struct GaloisField: Hashable, Sendable {
  /// How many elements: 2^m.
  public let size: Int
  /// `powers[i]` is α^i for i below 2·(size − 1), and 0 from there up to 4·(size − 1).
  @usableFromInline let powers: [UInt16]
  /// `logarithms[α^i]` is i; that of 0 is 2·(size − 1).
  @usableFromInline let logarithms: [UInt16]

  /// - Parameters:
  ///   - bits: m, 2 to 14.
  ///   - polynomial: of degree m over GF(2), lowest term in bit 0, such that α generates the field.
  /// - Precondition: the polynomial is primitive.
  public init(bits: Int, polynomial: Int) {
    precondition(2...14 ~= bits && polynomial >> bits == 1, "a polynomial of the field's degree")
    let size = 1 << bits
    let order = size - 1
    var powers = [UInt16](repeating: 0, count: 4 * order + 1)
    var logarithms = [UInt16](repeating: UInt16(2 * order), count: size)
    var power = 1
    for exponent in 0..<order {
      precondition(power != 1 || exponent == 0, "α does not generate the field")
      powers[exponent] = UInt16(power)
      powers[exponent + order] = UInt16(power)
      logarithms[power] = UInt16(exponent)
      power <<= 1
      if power & size != 0 { power ^= polynomial }
    }
    self.size = size
    self.powers = powers
    self.logarithms = logarithms
  }

  /// How many elements there are besides 0; α to this power is 1.
  @inlinable public var order: Int { size - 1 }

  /// α to an exponent, which may be negative.
  @inlinable public func power(_ exponent: Int) -> UInt16 {
    let rest = exponent % order
    return powers[rest < 0 ? rest + order : rest]
  }

  /// - Precondition: both are elements of the field.
  @inlinable public func product(_ a: UInt16, _ b: UInt16) -> UInt16 {
    powers[Int(logarithms[Int(a)]) &+ Int(logarithms[Int(b)])]
  }

  /// - Precondition: `a` is an element of the field other than 0.
  @inlinable public func inverse(_ a: UInt16) -> UInt16 {
    precondition(a != 0, "0 has no inverse")
    return powers[order &- Int(logarithms[Int(a)])]
  }
}

extension GaloisField {
  /// x⁸ + x⁴ + x³ + x² + 1: QR Code, Micro QR and rMQR. ISO/IEC 18004:2024 §7.5.2.
  public static let qr = GaloisField(bits: 8, polynomial: 0x11D)
  /// x⁸ + x⁵ + x³ + x² + 1: Data Matrix (ISO/IEC 16022:2006 §5.7.1), and Aztec Code's codewords of 8 bits.
  public static let dataMatrix = GaloisField(bits: 8, polynomial: 0x12D)
  /// x⁴ + x + 1: Aztec Code's mode message. ISO/IEC 24778:2008 §7.2.3.
  public static let aztec4 = GaloisField(bits: 4, polynomial: 0x13)
  /// x⁶ + x + 1: Aztec Code, 1 and 2 layers.
  public static let aztec6 = GaloisField(bits: 6, polynomial: 0x43)
  /// x¹⁰ + x³ + 1: Aztec Code, 9 to 22 layers.
  public static let aztec10 = GaloisField(bits: 10, polynomial: 0x409)
  /// x¹² + x⁶ + x⁵ + x³ + 1: Aztec Code, 23 to 32 layers.
  public static let aztec12 = GaloisField(bits: 12, polynomial: 0x1069)
}
