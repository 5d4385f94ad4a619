/// Numbers in 32 digits with a checksum: BIP 173, and BIP 350 for addresses of version 1 and later.
enum Bech32 {
  static let letters = Array("qpzry9x8gf2tvdw0s3jn54khce6mua7l")

  /// An address of a segregated witness, at most 90 letters.
  static func isAddress(_ address: String) -> Bool {
    guard address.utf8.count <= 90, let version = address.lowercased().split(separator: "1", maxSplits: 1).last?.first
    else { return false }
    return isIntact(address, constant: version == letters[0] ? 1 : 0x2BC8_30A3)
  }

  /// Whether letters are of one case and the checksum is right.
  ///
  /// - Parameter constant: what the checksum of all shall be: 1 for Bech32.
  static func isIntact(_ text: String, constant: Int) -> Bool {
    let folded = text.lowercased()
    guard folded == text || text == text.uppercased(), folded.allSatisfy(\.isASCII),
      let one = folded.lastIndex(of: "1")
    else { return false }
    let data = folded[folded.index(after: one)...].compactMap { letters.firstIndex(of: $0) }
    guard data.count == folded.distance(from: one, to: folded.endIndex) - 1, data.count >= 7 else { return false }
    let prefix = folded[..<one].utf8.map { Int($0) }
    return checksum(prefix.map { $0 >> 5 } + [0] + prefix.map { $0 & 31 } + data) == constant
  }

  private static func checksum(_ values: [Int]) -> Int {
    let generator = [0x3B6A_57B2, 0x2650_8E6D, 0x1EA1_19FA, 0x3D42_33DD, 0x2A14_62B3]
    return values.reduce(1) { sum, value in
      let top = sum >> 25
      let next = (sum & 0x1FF_FFFF) << 5 ^ value
      return generator.indices.reduce(next) { top >> $1 & 1 == 1 ? $0 ^ generator[$1] : $0 }
    }
  }
}

/// Bitcoin Cash's addresses: the same digits, and a checksum of eight (`cashaddr.md` of its specification).
enum CashAddress {
  /// Nil for what is none: older addresses are Bitcoin's.
  static func isValid(_ address: String) -> Bool? {
    let folded = address.lowercased()
    // Keys' digests begin with q, scripts' with p; those of tokens with z and r.
    guard let first = folded.first, "qpzr".contains(first), folded.utf8.count == 42 else { return nil }
    guard folded == address || address == address.uppercased() else { return false }
    let data = folded.compactMap { Bech32.letters.firstIndex(of: $0) }
    guard data.count == 42 else { return false }
    return ["bitcoincash", "bchtest"].contains { checksum($0.utf8.map { Int($0) & 31 } + [0] + data) == 0 }
  }

  private static func checksum(_ values: [Int]) -> Int {
    let generator = [0x98_F2BC_8E61, 0x79_B76D_99E2, 0xF3_3E5F_B3C4, 0xAE_2EAB_E2A8, 0x1E_4F43_E470]
    return 1
      ^ values.reduce(1) { sum, value in
        let top = sum >> 35
        let next = (sum & 0x7_FFFF_FFFF) << 5 ^ value
        return generator.indices.reduce(next) { top >> $1 & 1 == 1 ? $0 ^ generator[$1] : $0 }
      }
  }
}
