import Scanner
import Station
import Testing

@Suite struct LinearPatternTests {
  @Test(
    arguments: [
      ("", [""], ["a"]),
      ("abc", ["abc"], ["ab", "abcd", "xabc", ""]),
      ("^abc$", ["abc"], ["^abc$"]),
      ("a|bc|", ["a", "bc", ""], ["b", "abc"]),
      ("(a|b)*c", ["c", "abbac"], ["ab", "cc"]),
      ("(?:ab)+", ["ab", "abab"], ["", "aba"]),
      ("x?y", ["y", "xy"], ["xxy"]),
      ("[0-9]{8}", ["01234567"], ["0123456", "012345678", "0123456x"]),
      ("a{2,3}", ["aa", "aaa"], ["a", "aaaa"]),
      ("a{2,}", ["aa", "aaaaaa"], ["a"]),
      ("a{0}", [""], ["a"]),
      ("[^a-c]", ["d", "é", "日"], ["a", "b", ""]),
      ("[-a]", ["-", "a"], ["b"]),
      ("[a-]", ["-", "a"], ["b"]),
      ("[\\]\\\\]", ["]", "\\"], ["["]),
      ("\\d\\D\\w\\W\\s\\S", ["1x_- x", "0a9!\ty"], ["xx_- x"]),
      ("\\(\\.\\)", ["(.)"], ["(x)"]),
      (".", ["a", "\n", "日", "\u{0}"], ["", "ab"]),
      ("[A-Z]{3}-\\d+(/[a-z])?", ["ABC-1", "XYZ-99/q"], ["ABC-", "abc-1", "ABC-1/"]),
      ("é", ["é"], ["e\u{301}"]),
    ] as [(String, [String], [String])])
  func matching(pattern: String, yes: [String], no: [String]) throws {
    let pattern = try LinearPattern(pattern)
    for text in yes { #expect(pattern.matches(text), "\(text)") }
    for text in no { #expect(!pattern.matches(text), "\(text)") }
  }

  @Test(arguments: [
    "(", ")", "a)", "[", "[]", "[z-a]", "*", "+a", "a{", "a{x}", "a{3,2}", "a{1001}", "\\", "\\q", "(?=a)", "(?<n>a)",
    "\\1",
    "a^b", "a$b", "[\\D]", "]", "}", "a{1000}b{1000}", "(((){1000}){1000}){1000}",
    String(repeating: "(", count: 100_000),
  ])
  func whatIsNoPatternIsTold(text: String) {
    #expect(throws: SettingFailure.self) { try LinearPattern(text) }
  }

  /// Patterns that keep a backtracking engine at work for longer than the world lasts: the work is letters × steps.
  @Test(arguments: ["(a*)*b", "(a|aa)+c", "(a|a?)+d", "(.*)*(.*)*x", "(a{0,10}){0,20}z"])
  func noCodeTakesLong(pattern: String) throws {
    let text = String(repeating: "a", count: 7000)
    #expect(!(try LinearPattern(pattern).matches(text + "!")))
  }
}
