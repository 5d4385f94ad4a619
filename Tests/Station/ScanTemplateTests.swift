import Scanner
import Station
import TestSupport
import Testing

@Suite struct ScanTemplateTests {
  @Test func placesAreFilled() throws {
    var maker = ScanMaker()
    let scan = maker.scan("a/b", bytes: [0x61, 0x0A])
    let template = try ScanTemplate("x/{station}/{{{symbology}}}/{bytes}{profile}/{text}")
    #expect(template.text(for: scan) == "x/gate 1/{qr}/610a/a/b")
    #expect(template.text(for: scan, escaping: ScanTemplate.oneLevel) == "x/gate%201/{qr}/610a/a%2Fb")
    #expect(try ScanTemplate("{time}").text(for: scan) == "2023-11-14T22:13:20.000Z")
  }

  @Test(arguments: ["{", "{text", "}", "{nothing}", "{}", "a}b", "{ text }"])
  func whatIsNoTemplateIsTold(text: String) {
    #expect(throws: SettingFailure.self) { try ScanTemplate(text) }
  }

  @Test func aCodeThatLooksLikeATemplateIsNone() throws {
    var maker = ScanMaker()
    #expect(try ScanTemplate("{text}").text(for: maker.scan("{station}{{")) == "{station}{{")
  }

  @Test func aValueIsOneLevelWhateverItSays() throws {
    var random = SeededRandom(seed: 11)
    for fixed in ["..", ".", "+", "#", "a/../../etc", "$SYS/x", "\u{0}", "a\nb", "é"] {
      #expect(ScanTemplate.oneLevel(fixed).wholeMatch(of: /[A-Za-z0-9._%-]+/) != nil)
      #expect(![".", "..", "$SYS"].contains(ScanTemplate.oneLevel(fixed)))
    }
    var seen: [String: String] = [:]
    for _ in 0..<500 {
      let value = HostileText.text(length: 12, using: &random)
      let level = ScanTemplate.oneLevel(value)
      #expect(level.allSatisfy { !"/+#\0".contains($0) })
      // Different values stay different.
      if let other = seen.updateValue(value, forKey: level) { #expect(Array(other.utf8) == Array(value.utf8)) }
    }
  }
}
