public import Scanner

/// A PIN as it is kept: `pbkdf2-sha256:ROUNDS:SALT:HASH`, both in hexadecimal digits. RFC 8018 §5.2 with HMAC-SHA-256.
///
/// A PIN has few digits, and whoever has the file tries them all: the file is for its owner's eyes alone. The salt keeps one table
/// from serving for all stations, the rounds make each try cost what a person does not notice.
public struct PINHash: Hashable, Sendable {
  /// Makes 32 bytes of a password and a salt in so many rounds.
  public typealias Derivation = @Sendable (_ password: [UInt8], _ salt: [UInt8], _ rounds: Int) -> [UInt8]

  public let rounds: Int
  public let salt: [UInt8]
  public let hash: [UInt8]

  /// A fifth of a second on a machine of 2020, on which ten thousand PINs take half an hour.
  public static let standardRounds = 200_000
  /// Fewer are no obstacle at all, and more would lock a person out of a slow machine.
  private static let knownRounds = 1000...10_000_000

  /// - Parameter salt: random, 16 bytes.
  public init(pin: String, salt: [UInt8], rounds: Int = standardRounds, derivation: Derivation) {
    self.rounds = rounds
    self.salt = salt
    hash = derivation(Array(pin.utf8), salt, rounds)
  }

  /// - Parameter text: as the settings have it.
  public init(_ text: String) throws(SettingFailure) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 4, parts[0] == "pbkdf2-sha256", let rounds = Int(parts[1]), Self.knownRounds ~= rounds,
      let salt = [UInt8](hexadecimal: parts[2]), salt.count >= 8, let hash = [UInt8](hexadecimal: parts[3]),
      hash.count == 32
    else { throw .malformed(value: text, expected: "a line that “viewfinder settings pin” makes") }
    (self.rounds, self.salt, self.hash) = (rounds, salt, hash)
  }

  /// As the settings have it.
  public var text: String { "pbkdf2-sha256:\(rounds):\(salt.hexadecimal):\(hash.hexadecimal)" }

  /// - Complexity: as long as the rounds take.
  public func isRight(_ pin: String, derivation: Derivation) -> Bool {
    let tried = derivation(Array(pin.utf8), salt, rounds)
    return tried.count == hash.count && zip(tried, hash).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// What a PIN may be: digits alone, which every keypad has.
  public static func isUsable(_ pin: String) -> Bool {
    digits ~= pin.utf8.count && pin.utf8.allSatisfy { 0x30...0x39 ~= $0 }
  }

  /// Four are what people know from cards; more than twelve nobody types.
  public static let digits = 4...12
}

extension Sequence<UInt8> {
  /// Two digits a byte, in small letters.
  public var hexadecimal: String {
    map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
  }
}

extension [UInt8] {
  /// Nil for what is not pairs of hexadecimal digits.
  init?(hexadecimal text: Substring) {
    var digits: [UInt8] = []
    for sign in text.utf8 {
      switch sign {
      case 0x30...0x39: digits.append(sign - 0x30)
      case 0x61...0x66: digits.append(sign - 0x61 + 10)
      case 0x41...0x46: digits.append(sign - 0x41 + 10)
      default: return nil
      }
    }
    guard digits.count.isMultiple(of: 2) else { return nil }
    self = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }
}
