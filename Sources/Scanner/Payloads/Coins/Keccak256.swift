/// The digest of 32 bytes that Ethereum and Monero use: SHA-3 as it was before FIPS 202 changed what is appended to a
/// message. The permutation is FIPS 202 §3.
enum Keccak256 {
  /// Bytes that are taken in at once: 200 of the state less twice those of the digest.
  private static let rate = 136

  static func digest(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var message = Array(bytes)
    let zeros = rate - 1 - message.count % rate
    // A one bit, zeros, a one bit; FIPS 202 has 0x06 here.
    message.append(0x01)
    message += [UInt8](repeating: 0, count: zeros)
    message[message.count - 1] |= 0x80
    var state = [UInt64](repeating: 0, count: 25)
    for start in stride(from: 0, to: message.count, by: rate) {
      for lane in 0..<rate / 8 {
        let bytes = message[start + 8 * lane..<start + 8 * lane + 8]
        state[lane] ^= bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
      }
      permute(&state)
    }
    return state.prefix(4).flatMap { lane in (0..<8).map { UInt8(truncatingIfNeeded: lane >> (8 * $0)) } }
  }

  /// Lanes are numbered x + 5 y.
  private static func permute(_ state: inout [UInt64]) {
    for constant in roundConstants {
      // θ
      let columns = (0..<5).map { x in (0..<5).reduce(0) { $0 ^ state[x + 5 * $1] } }
      for lane in 0..<25 { state[lane] ^= columns[(lane + 4) % 5] ^ columns[(lane + 1) % 5].rotated(1) }
      // ρ and π
      var moved = state
      var (x, y) = (1, 0)
      for step in 0..<24 {
        let lane = state[x + 5 * y]
        (x, y) = (y, (2 * x + 3 * y) % 5)
        moved[x + 5 * y] = lane.rotated((step + 1) * (step + 2) / 2 % 64)
      }
      // χ
      for lane in 0..<25 {
        let row = lane / 5 * 5
        state[lane] = moved[lane] ^ ~moved[row + (lane + 1) % 5] & moved[row + (lane + 2) % 5]
      }
      // ι
      state[0] ^= constant
    }
  }

  /// §3.2.5: bits 2^j − 1 of each round come from a shift register of eight bits.
  private static let roundConstants: [UInt64] = {
    var register: UInt16 = 1
    return (0..<24).map { _ in
      (0...6).reduce(0) { constant, j in
        let bit = UInt64(register & 1)
        register <<= 1
        if register & 0x100 != 0 { register ^= 0x171 }
        return constant | bit << (1 << j - 1)
      }
    }
  }()
}

extension UInt64 {
  fileprivate func rotated(_ count: Int) -> UInt64 { count == 0 ? self : self << count | self >> (64 - count) }
}
