import CGIO

/// Says who made a message, to whoever has the same secret: HMAC-SHA-256 (RFC 2104, FIPS 180-4) by GLib.
public enum MessageAuthentication {
  /// - Returns: 32 bytes.
  public static func code(for message: [UInt8], secret: [UInt8]) -> [UInt8] {
    let state = unsafe keyed(secret)
    defer { unsafe g_hmac_unref(state) }
    unsafe g_hmac_update(state, message, message.count)
    return unsafe digest(state)
  }

  /// A key made of a password: PBKDF2 (RFC 8018 §5.2) with HMAC-SHA-256, of which the first block is all.
  ///
  /// - Returns: 32 bytes.
  /// - Complexity: two digests a round; a million rounds take about a second.
  public static func key(password: [UInt8], salt: [UInt8], rounds: Int) -> [UInt8] {
    precondition(rounds > 0, "a key takes one round at least")
    let base = unsafe keyed(password)
    defer { unsafe g_hmac_unref(base) }
    func next(_ message: [UInt8]) -> [UInt8] {
      guard let state = unsafe g_hmac_copy(base) else { preconditionFailure("GLib ends rather than return none") }
      defer { unsafe g_hmac_unref(state) }
      unsafe g_hmac_update(state, message, message.count)
      return unsafe digest(state)
    }
    var last = next(salt + [0, 0, 0, 1])
    var key = last
    for _ in 1..<rounds {
      last = next(last)
      for index in key.indices { key[index] ^= last[index] }
    }
    return key
  }

  private static func keyed(_ secret: [UInt8]) -> OpaquePointer {
    guard let state = unsafe g_hmac_new(G_CHECKSUM_SHA256, secret, gsize(secret.count)) else {
      preconditionFailure("GLib knows SHA-256 since 2.16")
    }
    return unsafe state
  }

  private static func digest(_ state: OpaquePointer) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 32)
    var count = gsize(bytes.count)
    unsafe g_hmac_get_digest(state, &bytes, &count)
    return bytes
  }
}
