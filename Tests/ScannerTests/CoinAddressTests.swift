import Barcodes
import Presentation
import Scanner
import Testing

private let damaged = "The address is damaged: its checksum is wrong."
private let foreign = "This is no address of "

private func cautions(_ text: String) -> [String] {
  PayloadDescription(
    of: DecodedSymbol(symbology: .qr, text: text, bytes: Array(text.utf8), symbologyIdentifier: "]Q1")
  ).cautions.map(\.description)
}

@Suite("Addresses of coins")
struct CoinAddressTests {
  @Test(
    "Addresses that are right are not doubted",
    arguments: [
      // Base58Check: the first block's, and one of a script from the developers' guide.
      "bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", "bitcoin:3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy",
      // BIP 173 and BIP 350, among them one of the test network.
      "bitcoin:BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4",
      "bitcoin:bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0",
      "bitcoin:tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx",
      "litecoin:LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1", "dogecoin:DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L",
      // The specification of CashAddr, and the older address of the same digest.
      "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a",
      "bitcoincash:PPM2QSZNHKS23Z7629MMS6S4CWEF74VCWVN0H829PQ", "bitcoincash:1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu",
      // EIP-55: mixed, all in capitals, all in small letters.
      "ethereum:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "ethereum:0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb@1",
      "ethereum:pay-0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359/transfer?uint256=1",
      "ethereum:0x52908400098527886E0F7030069857D2E4169EE7", "ethereum:0xde709f2102306220921060314715629080e2fb77",
      // The gift account of Monero's project.
      "monero:44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3A",
      // Solana Pay's specification.
      "solana:mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN?amount=1",
      // Names and links have no checksum of ours.
      "ethereum:vitalik.eth", "lightning:someone@example.com", "solana:https%3A%2F%2Fexample.com%2Fpay",
      // BIP 21: other ways to pay may stand in the query alone.
      "bitcoin:?lightning=x",
    ])
  func right(text: String) {
    let cautions = cautions(text)
    #expect(!cautions.contains(damaged) && !cautions.contains { $0.hasPrefix(foreign) }, "\(cautions)")
  }

  @Test(
    "One wrong letter is told",
    arguments: [
      "bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb", "bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7Divf0a", "bitcoin:hello",
      "bitcoin:bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj1",
      // BIP 350: version 1 with the checksum of version 0.
      "bitcoin:bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd",
      "dogecoin:DH5yaieqoZN36fDVciNyRueRGvGLR3mr7M", "bitcoincash:qpm2qsznhks23z7629mms6s5cwef74vcwvy22gdx6a",
      "ethereum:0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "ethereum:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe",
      "ethereum:0xg2908400098527886E0F7030069857D2E4169EE7",
      "monero:44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3B",
      "solana:mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2k",
      "lightning:lnbc2500u1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqyq",
    ])
  func wrong(text: String) { #expect(cautions(text).contains(damaged)) }

  @Test(
    "An address of another coin is told",
    arguments: [
      ("bitcoin:LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1", "Bitcoin"),
      ("litecoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", "Litecoin"),
      ("bitcoincash:DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L", "Bitcoin Cash"),
    ])
  func other(text: String, coin: String) { #expect(cautions(text).contains(foreign + coin + ".")) }
}
