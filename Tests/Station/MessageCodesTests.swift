import MessageCodes
import Station
import Testing

@Suite struct MessageCodesTests {
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
    #expect(MessageAuthentication.code(for: Array(message.utf8), secret: secret).hexadecimal == code)
  }

  @Test(
    "RFC 7914 §11, the first 32 bytes",
    arguments: [
      ("passwd", "salt", 1, "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc"),
      ("Password", "NaCl", 80000, "4ddcd8f60b98be21830cee5ef22701f9641a4418d04c0414aeff08876b34ab56"),
    ])
  func key(password: String, salt: String, rounds: Int, key: String) {
    #expect(
      MessageAuthentication.key(password: Array(password.utf8), salt: Array(salt.utf8), rounds: rounds).hexadecimal
        == key)
  }

  @Test func anEmptySecretIsOne() {
    #expect(MessageAuthentication.code(for: [], secret: []).count == 32)
  }
}
