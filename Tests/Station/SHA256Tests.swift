import Scanner
import Station
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
    #expect(SHA256.digest(message.utf8).hexadecimal == digest)
  }

  @Test func aMillionLetters() {
    #expect(
      SHA256.digest(repeatElement(UInt8(ascii: "a"), count: 1_000_000)).hexadecimal
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

  @Test(
    "RFC 4231 §4, cases 1, 2 and 6",
    arguments: [
      (
        Array(repeating: UInt8(0x0B), count: 20), "Hi There",
        "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
      ),
      (
        Array("Jefe".utf8), "what do ya want for nothing?",
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
      ),
      (
        Array(repeating: UInt8(0xAA), count: 131), "Test Using Larger Than Block-Size Key - Hash Key First",
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
      ),
    ])
  func code(secret: [UInt8], message: String, code: String) {
    #expect(MessageAuthentication.code(for: message.utf8, secret: secret).hexadecimal == code)
  }

  @Test func codesThatDifferAnywhereDiffer() {
    let code = MessageAuthentication.code(for: "x".utf8, secret: [1])
    #expect(MessageAuthentication.isEqual(code, code))
    for index in code.indices {
      var other = code
      other[index] ^= 1
      #expect(!MessageAuthentication.isEqual(code, other))
    }
    #expect(!MessageAuthentication.isEqual(code, Array(code.dropLast())))
  }
}
