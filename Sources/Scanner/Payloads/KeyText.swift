/// Private keys as people carry them in codes.
enum KeyText {
  static func isPrivateKey(_ text: String) -> Bool {
    isPEM(text) || isBase58(text) || isSeedPhrase(text) || isSeedDigits(text)
  }

  /// RFC 7468 §10 and §11, and what OpenSSH and OpenPGP made of it.
  private static func isPEM(_ text: String) -> Bool {
    text.contains("-----BEGIN ") && ["PRIVATE KEY-----", "PRIVATE KEY BLOCK-----"].contains { text.contains($0) }
  }

  /// Bitcoin's wallet import format (51 letters from 5 or 9, 52 from K, L or c), keys under a password (BIP 38, 58 from 6P),
  /// and extended private keys (BIP 32, 111 letters).
  private static func isBase58(_ text: String) -> Bool {
    let letters = Array(text.utf8)
    guard [51, 52, 58, 111].contains(letters.count), letters.allSatisfy(Self.isBase58) else { return false }
    let head = text.prefix(1)
    return switch letters.count {
    case 51: head == "5" || head == "9"
    case 52: head == "K" || head == "L" || head == "c"
    case 58: text.hasPrefix("6P")
    default: text.dropFirst().hasPrefix("prv")
    }
  }

  /// Digits and letters without 0, O, I and l.
  private static func isBase58(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x31...0x39, 0x41...0x48, 0x4A...0x4E, 0x50...0x5A, 0x61...0x6B, 0x6D...0x7A: true
    default: false
    }
  }

  /// BIP 39: 12, 15, 18, 21 or 24 words of three to eight small letters and nothing else.
  private static func isSeedPhrase(_ text: String) -> Bool {
    let words = text.split(whereSeparator: \.isWhitespace)
    return [12, 15, 18, 21, 24].contains(words.count)
      && words.allSatisfy { 3...8 ~= $0.utf8.count && $0.utf8.allSatisfy { 0x61...0x7A ~= $0 } }
  }

  /// SeedQR: four digits for each word's number, below 2048, of 12 or 24 words.
  private static func isSeedDigits(_ text: String) -> Bool {
    let digits = text.utf8.map { Int($0) - 0x30 }
    guard digits.count == 48 || digits.count == 96, digits.allSatisfy({ 0...9 ~= $0 }) else { return false }
    return stride(from: 0, to: digits.count, by: 4).allSatisfy { start in
      digits[start..<start + 4].reduce(0) { 10 * $0 + $1 } < 2048
    }
  }
}

/// Passwords and tokens within other payloads.
enum AccessData {
  /// Names of a link's items whose values are nobody else's business.
  private static let names: Set = [
    "password", "passwd", "pwd", "passphrase", "secret", "client_secret", "access_token", "refresh_token", "api_key",
    "apikey", "private_key",
  ]

  /// Whether an address names a user and a password before its host (RFC 3986 §3.2.1), has an item that is one, or the text
  /// is a tunnel's settings (WireGuard).
  ///
  /// - Parameter folded: in lower case.
  static func isPart(of folded: String) -> Bool {
    if folded.contains("[interface]"), folded.contains("privatekey") { return true }
    guard let separator = folded.firstRange(of: "://"), isScheme(folded[..<separator.lowerBound]) else { return false }
    let rest = folded[separator.upperBound...]
    // Browsers take a backslash for a slash: both end the authority.
    let end = rest.firstIndex { "/?#\\".contains($0) } ?? rest.endIndex
    if let at = rest[..<end].lastIndex(of: "@"), let colon = rest[..<at].firstIndex(of: ":") {
      return rest.index(after: colon) < at
    }
    let items = rest[end...].split { "?#".contains($0) }.flatMap(\.queryItems)
    return items.contains { names.contains($0.name) && !$0.value.isEmpty }
  }

  /// RFC 3986 §3.1.
  private static func isScheme(_ text: Substring) -> Bool {
    guard let first = text.utf8.first, 0x61...0x7A ~= first else { return false }
    return text.utf8.allSatisfy { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || "+-.".utf8.contains($0) }
  }

  /// A JSON Web Token, RFC 7519: three parts of base64url, of which the first is a JSON object.
  static func isToken(_ text: String) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 3 && parts[0].hasPrefix("eyJ") && parts[1].hasPrefix("eyJ")
      && parts.allSatisfy { $0.utf8.allSatisfy(isBase64URL) }
  }

  private static func isBase64URL(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"): true
    default: false
    }
  }
}
