import Scanner

/// Says who made a message, to whoever has the same secret. RFC 2104 with SHA-256.
public enum MessageAuthentication {
  /// - Returns: 32 bytes.
  public static func code(for message: some Sequence<UInt8>, secret: [UInt8]) -> [UInt8] {
    let short = secret.count > 64 ? SHA256.digest(secret) : secret
    let key = short + Array(repeating: 0, count: 64 - short.count)
    var inner = SHA256()
    inner.update(key.map { $0 ^ 0x36 })
    inner.update(message)
    return SHA256.digest(key.map { $0 ^ 0x5C } + inner.finish())
  }

  /// Takes as long for codes that differ in the first byte as for those that differ in the last: time tells nothing.
  public static func isEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    guard one.count == other.count else { return false }
    return zip(one, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

extension Sequence<UInt8> {
  /// Two digits a byte, in small letters.
  public var hexadecimal: String {
    map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
  }
}
