import Presentation

/// Payments in coins: `bitcoin:` and its kin (BIP 21), `ethereum:` (EIP-681), `lightning:` (BOLT 11). Shown, never paid.
enum CoinPayload: PayloadParser {
  static func describe(_ text: String) -> PayloadDescription? {
    let text = text.trimmed
    guard let colon = text.firstIndex(of: ":"), let currency = Coin(scheme: text[..<colon]) else { return nil }
    let rest = text[text.index(after: colon)...]
    let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let items = parts.count > 1 ? parts[1].queryItems : []
    func item(_ name: String) -> String? { items.first { $0.name == name }?.value }
    let target = parts.first ?? ""
    // EIP-681: `pay-` may stand first, a chain's number after an @, a function after a slash.
    let address = target.split(whereSeparator: { "@/".contains($0) }).first.map { String($0) } ?? ""
    var rows: [PayloadDescription.Row] = []
    rows.add("Currency", currency.rawValue)
    rows.add("Address", currency == .ethereum ? address : String(target))
    rows.add("Amount", item("amount") ?? item("tx_amount"))
    rows.add("Amount", item("value").map { EtherAmount.text(wei: $0) })
    rows.add("Amount", currency == .lightning ? LightningInvoice.amount(String(target)) : nil)
    rows.add("For", item("label") ?? item("recipient_name"))
    rows.add("Text", item("message") ?? item("tx_description"))
    if let at = target.firstIndex(of: "@") {
      rows.add("Chain", target[target.index(after: at)...].prefix { $0.isASCII && $0.isNumber }.description)
    }
    var cautions: [Sentence] = ["What is paid cannot be called back."]
    switch CoinAddress(String(target), of: currency).check {
    case .damaged: cautions.append("The address is damaged: its checksum is wrong.")
    case .foreign: cautions.append("This is no address of \(currency.rawValue).")
    case .intact, .unknown: break
    }
    if let unknown = items.first(where: { $0.name.hasPrefix("req-") }) {
      cautions.append(
        "The payment asks for “\(HarmlessText.escaped(String(unknown.name.prefix(30))))”, which is not known.")
    }
    return PayloadDescription(kind: .payment, title: "Payment", rows: rows, cautions: cautions)
  }
}

/// EIP-681 counts in wei, of which 10^18 are an ether.
enum EtherAmount {
  /// In ether; what is not written in digits alone stays in wei, as it is.
  static func text(wei: String) -> String {
    let digits = wei.drop { $0 == "0" }
    // No number of 256 bits has more digits.
    guard !wei.isEmpty, digits.count <= 78, wei.allSatisfy({ $0.isASCII && $0.isNumber }) else { return "\(wei) wei" }
    let padded = String(repeating: "0", count: max(0, 19 - digits.count)) + digits
    var part = padded.suffix(18)
    while part.last == "0" { part.removeLast() }
    return "\(padded.dropLast(18))" + (part.isEmpty ? "" : ".\(part)") + " ETH"
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
