import MessageCodes
import Scanner
import Station
import Testing

@Suite struct PINTests {
  private static func derived(_ password: [UInt8], _ salt: [UInt8], _ rounds: Int) -> [UInt8] {
    MessageAuthentication.key(password: password, salt: salt, rounds: rounds)
  }

  @Test func whatIsKeptKnowsThePINAndNoOther() throws {
    let kept = PINHash(pin: "4815", salt: Array(1...16), rounds: 1000) { Self.derived($0, $1, $2) }
    let read = try PINHash(kept.text)
    #expect(read == kept)
    #expect(!kept.text.contains("4815"))
    for pin in ["4815", "4816", "48150", "481", ""] {
      #expect(read.isRight(pin) { Self.derived($0, $1, $2) } == (pin == "4815"))
    }
  }

  @Test func anotherSaltMakesAnotherLine() {
    let hashes = [[UInt8](repeating: 1, count: 16), Array(repeating: 2, count: 16)].map { salt in
      PINHash(pin: "1234", salt: salt, rounds: 1000) { Self.derived($0, $1, $2) }.hash
    }
    #expect(hashes[0] != hashes[1])
  }

  private static let digits = String(repeating: "00", count: 32)

  @Test(arguments: [
    "", "1234", "pbkdf2-sha256:1:0011223344556677:\(digits)", "pbkdf2-sha256:1000:00:\(digits)",
    "pbkdf2-sha256:1000:0011223344556677:00", "pbkdf2-sha256:1000:001122334455667g:\(digits)",
    "pbkdf2-sha256:99999999999:0011223344556677:\(digits)", "sha256:1000:0011223344556677:\(digits)",
  ])
  func whatIsNoSuchLineIsRefused(text: String) {
    #expect(throws: SettingFailure.self) { try PINHash(text) }
  }

  @Test(arguments: [
    ("1234", true), ("123", false), ("123456789012", true), ("1234567890123", false), ("12a4", false), ("١٢٣٤", false),
  ])
  func aPINIsFourToTwelveDigits(pin: String, isUsable: Bool) {
    #expect(PINHash.isUsable(pin) == isUsable)
  }
}
