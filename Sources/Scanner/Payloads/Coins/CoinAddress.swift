/// Coins that payments ask for, by the name that the card shows.
enum Coin: String, CaseIterable {
  case bitcoin = "Bitcoin"
  case ethereum = "Ethereum"
  case litecoin = "Litecoin"
  case monero = "Monero"
  case lightning = "Lightning"
  case bitcoinCash = "Bitcoin Cash"
  case dogecoin = "Dogecoin"
  case solana = "Solana"

  /// Schemes of addresses are the names without blanks, in any case.
  init?(scheme: some StringProtocol) {
    let folded = scheme.lowercased()
    guard let coin = Self.allCases.first(where: { $0.rawValue.lowercased().filter { $0 != " " } == folded }) else {
      return nil
    }
    self = coin
  }
}

/// Where a payment goes. Most coins' addresses carry a checksum, so that a wrong letter is told before anything is lost.
struct CoinAddress {
  enum Check: Hashable {
    case intact
    /// The checksum is wrong, or the address has another length than it says.
    case damaged
    /// Intact, but of another coin.
    case foreign
    /// No checksum, or of a kind that is not known here: a name, or nothing at all.
    case unknown
  }

  let check: Check

  /// - Parameter target: what stands between the scheme and the query.
  init(_ target: String, of coin: Coin) {
    check =
      switch coin {
      case .bitcoin: Self.segregated(target, ["bc", "tb", "bcrt"]) ?? Self.base58(target, Self.bitcoinVersions)
      case .litecoin:
        Self.segregated(target, ["ltc", "tltc"]) ?? Self.base58(target, [0x30, 0x32, 0x05, 0x6F, 0x3A, 0xC4])
      case .dogecoin: Self.base58(target, [0x1E, 0x16, 0x71, 0xC4])
      case .bitcoinCash:
        CashAddress.isValid(target).map { $0 ? .intact : .damaged } ?? Self.base58(target, Self.bitcoinVersions)
      case .lightning: Self.invoice(target)
      case .ethereum: Self.ethereum(target)
      case .monero: Self.monero(target)
      case .solana: Self.solana(target)
      }
  }

  /// Pay to a key's or a script's digest, in the network and in its tests (Bitcoin Core's `chainparams.cpp`).
  private static let bitcoinVersions: Set<UInt8> = [0x00, 0x05, 0x6F, 0xC4]

  /// BIP 173 and BIP 350; nil for what does not begin like one.
  private static func segregated(_ address: String, _ prefixes: [String]) -> Check? {
    let folded = address.lowercased()
    guard prefixes.contains(where: { folded.hasPrefix($0 + "1") }) else { return nil }
    return Bech32.isAddress(address) ? .intact : .damaged
  }

  /// A version, the 20 bytes of a digest, and four bytes of a checksum.
  private static func base58(_ address: String, _ versions: Set<UInt8>) -> Check {
    guard !address.isEmpty else { return .unknown }
    guard let bytes = Base58.checked(address), bytes.count == 21 else { return .damaged }
    return versions.contains(bytes[0]) ? .intact : .foreign
  }

  /// BOLT 11; an address of LNURL or a name (`name@host`) is another thing.
  private static func invoice(_ target: String) -> Check {
    let folded = target.lowercased()
    guard ["lnbc", "lntb", "lnurl1"].contains(where: folded.hasPrefix) else { return .unknown }
    return Bech32.isIntact(target, constant: 1) ? .intact : .damaged
  }

  /// EIP-681: `pay-` may stand first, a chain's number after an @, a function after a slash. EIP-55 hides its checksum in
  /// the case of the digits: those of one case have none.
  private static func ethereum(_ target: String) -> Check {
    let bare = target.hasPrefix("pay-") ? target.dropFirst(4) : target[...]
    let address = bare.prefix { !"@/".contains($0) }
    // Names of ENS have no 0x before them.
    guard address.hasPrefix("0x") || address.hasPrefix("0X") else { return .unknown }
    let digits = address.dropFirst(2)
    guard digits.utf8.count == 40, digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) else { return .damaged }
    let folded = digits.lowercased()
    guard digits != folded, digits != digits.uppercased() else { return .unknown }
    let digest = Keccak256.digest(folded.utf8)
    for (index, digit) in digits.enumerated() where digit.isLetter {
      let nibble = index.isMultiple(of: 2) ? digest[index / 2] >> 4 : digest[index / 2] & 15
      if digit.isUppercase != (nibble >= 8) { return .damaged }
    }
    return .intact
  }

  /// A version and two keys, maybe eight bytes of a payment's number, four bytes of a checksum.
  private static func monero(_ address: String) -> Check {
    guard !address.isEmpty else { return .unknown }
    guard let bytes = Base58.blocks(address), [69, 77].contains(bytes.count) else { return .damaged }
    guard Keccak256.digest(bytes.dropLast(4)).prefix(4) == bytes.suffix(4)[...] else { return .damaged }
    // The network's, its second addresses, those with a number, and the tests' (`cryptonote_config.h`).
    return [18, 42, 19, 53, 63, 54, 24, 36, 25].contains(bytes[0]) ? .intact : .foreign
  }

  /// A key of 32 bytes without a checksum; Solana Pay also has links here.
  private static func solana(_ target: String) -> Check {
    guard !target.isEmpty, !target.contains(where: { ":/%".contains($0) }) else { return .unknown }
    return Base58.bytes(target)?.count == 32 ? .unknown : .damaged
  }
}
