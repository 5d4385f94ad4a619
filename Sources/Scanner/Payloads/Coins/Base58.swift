/// Numbers in 58 digits: those and the letters that are not taken for one another (Bitcoin's alphabet).
enum Base58 {
  /// Longer than any address: what takes the square of it in steps stays short.
  private static let limit = 128

  private static let digits: [Character: Int] = Dictionary(
    uniqueKeysWithValues: "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz".enumerated()
      .map { ($1, $0) })

  /// The number as bytes; a leading zero byte for each leading 1. Nil for other signs, and for texts too long.
  static func bytes(_ text: some StringProtocol) -> [UInt8]? {
    guard text.utf8.count <= limit, let number = number(text) else { return nil }
    return [UInt8](repeating: 0, count: text.prefix { $0 == "1" }.count) + number
  }

  /// Base58Check: the bytes before a checksum that is the first four of their digest's digest. Nil where it is wrong.
  static func checked(_ text: String) -> [UInt8]? {
    guard let bytes = bytes(text), bytes.count > 4 else { return nil }
    let content = bytes.dropLast(4)
    return SHA256.digest(SHA256.digest(content)).prefix(4) == bytes.suffix(4) ? Array(content) : nil
  }

  /// Monero's: 11 digits for each eight bytes, and fewer for the rest. Nil where a block says more than its bytes hold.
  static func blocks(_ text: String) -> [UInt8]? {
    let letters = Array(text)
    guard letters.count <= limit else { return nil }
    var bytes: [UInt8] = []
    for start in stride(from: 0, to: letters.count, by: 11) {
      let block = String(letters[start..<min(start + 11, letters.count)])
      // As many bytes as need so many digits: ⌈8 n ⁄ log2 58⌉ is 2, 3, 5, 6, 7, 9, 10, 11 for 1 to 8.
      guard let size = [0, 2, 3, 5, 6, 7, 9, 10, 11].firstIndex(of: block.count), let number = number(block),
        number.count <= size
      else { return nil }
      bytes += [UInt8](repeating: 0, count: size - number.count) + number
    }
    return bytes
  }

  /// Without leading zeros.
  private static func number(_ text: some StringProtocol) -> [UInt8]? {
    // The last byte first.
    var number: [UInt8] = []
    for character in text {
      guard var carry = digits[character] else { return nil }
      for index in number.indices {
        carry += 58 * Int(number[index])
        number[index] = UInt8(truncatingIfNeeded: carry)
        carry >>= 8
      }
      while carry > 0 {
        number.append(UInt8(truncatingIfNeeded: carry))
        carry >>= 8
      }
    }
    return number.reversed()
  }
}
