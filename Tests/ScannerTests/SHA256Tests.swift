import Scanner
import Testing

@Suite struct SHA256Tests {
  @Test(
    "FIPS 180-4 examples (NIST CSRC, SHA256.pdf), and the lengths about the end of a block",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
    ])
  func digest(message: String, digest: String) {
    #expect(hexadecimal(SHA256.digest(message.utf8)) == digest)
  }

  @Test func aMillionLetters() {
    #expect(
      hexadecimal(SHA256.digest(repeatElement(UInt8(ascii: "a"), count: 1_000_000)))
        == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  @Test func piecesGiveTheSame() {
    for length in 50...130 {
      let message = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 7) }
      var hash = SHA256()
      for byte in message { hash.update([byte]) }
      #expect(hash.finish() == SHA256.digest(message), "\(length)")
    }
  }
}

private func hexadecimal(_ bytes: [UInt8]) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}
