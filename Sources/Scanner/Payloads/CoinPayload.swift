/// Payments in coins: `bitcoin:` and its kin (BIP 21), `ethereum:` (EIP-681), `lightning:` (BOLT 11). Shown, never paid.
enum CoinPayload: PayloadParser {
  private static let schemes: [String: String] = [
    "bitcoin": "Bitcoin", "ethereum": "Ethereum", "litecoin": "Litecoin", "monero": "Monero", "lightning": "Lightning",
    "bitcoincash": "Bitcoin Cash", "dogecoin": "Dogecoin", "solana": "Solana",
  ]

  static func describe(_ text: String) -> PayloadDescription? {
    let text = text.trimmed
    guard let colon = text.firstIndex(of: ":"), let currency = schemes[text[..<colon].lowercased()] else { return nil }
    let rest = text[text.index(after: colon)...]
    let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let items = parts.count > 1 ? parts[1].queryItems : []
    func item(_ name: String) -> String? { items.first { $0.name == name }?.value }
    let target = parts.first ?? ""
    // EIP-681: `pay-` may stand first, a chain's number after an @, a function after a slash.
    let address = target.split(whereSeparator: { "@/".contains($0) }).first.map { String($0) } ?? ""
    var rows: [PayloadDescription.Row] = []
    rows.add("Currency", currency)
    rows.add("Address", currency == "Ethereum" ? address : String(target))
    rows.add("Amount", item("amount") ?? item("tx_amount"))
    rows.add("Amount", item("value").map { "\($0) wei" })
    rows.add("Amount", currency == "Lightning" ? LightningInvoice.amount(String(target)) : nil)
    rows.add("For", item("label") ?? item("recipient_name"))
    rows.add("Text", item("message") ?? item("tx_description"))
    if let at = target.firstIndex(of: "@") {
      rows.add("Chain", target[target.index(after: at)...].prefix { $0.isASCII && $0.isNumber }.description)
    }
    var cautions = ["What is paid cannot be called back."]
    // BIP 173: letters of one case, `bc` or `tb`, and a checksum.
    if currency == "Bitcoin", ["bc1", "tb1"].contains(address.prefix(3).lowercased()), !Bech32.isValid(address) {
      cautions.append("The address is damaged: its checksum is wrong.")
    }
    if let unknown = items.first(where: { $0.name.hasPrefix("req-") }) {
      cautions.append(
        "The payment asks for “\(HarmlessText.escaped(String(unknown.name.prefix(30))))”, which is not known.")
    }
    return PayloadDescription(kind: .payment, title: "Payment", rows: rows, cautions: cautions)
  }
}

/// BOLT 11: `lnbc`, an amount with a multiplier, `1`, the rest.
enum LightningInvoice {
  static func amount(_ invoice: String) -> String? {
    guard let rest = invoice.after(prefix: "lnbc") else { return nil }
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    // What follows the amount is its multiplier, then the separator; `lnbc1…` alone has no amount.
    guard let number = Double(digits), number < 1e15, let unit = rest.dropFirst(digits.count).first else { return nil }
    let factors: [Character: Double] = ["m": 100_000, "u": 100, "n": 0.1, "p": 0.0001]
    guard let factor = factors[unit], rest.dropFirst(digits.count + 1).first == "1" else { return nil }
    let value = number * factor
    return Int(exactly: value).map { "\($0) satoshi" } ?? "\(value) satoshi"
  }
}

/// Addresses with a checksum of six letters: BIP 173, and BIP 350 for those of version 1 and later.
enum Bech32 {
  static func isValid(_ address: String) -> Bool {
    let folded = address.lowercased()
    guard folded == address || address == address.uppercased(), address.utf8.count <= 90,
      let one = folded.lastIndex(of: "1")
    else { return false }
    let letters = Array("qpzry9x8gf2tvdw0s3jn54khce6mua7l")
    let data = folded[folded.index(after: one)...].compactMap { letters.firstIndex(of: $0) }
    guard data.count == folded.distance(from: one, to: folded.endIndex) - 1, data.count >= 7 else { return false }
    let prefix = folded[..<one].utf8.map { Int($0) }
    let sum = checksum(prefix.map { $0 >> 5 } + [0] + prefix.map { $0 & 31 } + data)
    return sum == (data[0] == 0 ? 1 : 0x2BC8_30A3)
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
