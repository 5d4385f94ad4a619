/// What the program says, in a person's language: by the English sentence, as gettext has it.
///
/// A sentence is translated whole, never put together from pieces; what is put into it has a named place, such as
/// `{count}`. What nobody has translated is said in English.
public struct Words: Hashable, Sendable {
  /// BCP 47, such as `de`.
  public let language: String
  private let singular: [String: String]
  /// By the English singular: the forms in the order of the language's own rule.
  private let plural: [String: [String]]
  private let rule: PluralRule

  public init(
    language: String, singular: [String: String], plural: [String: [String]], rule: PluralRule
  ) {
    (self.language, self.singular, self.plural, self.rule) = (language, singular, plural, rule)
  }

  public static let english = Words(language: "en", singular: [:], plural: [:], rule: .oneAndOthers)

  /// Lines run from the right, and what stands at the left in English stands at the right.
  public var isRightToLeft: Bool { ["ar", "fa", "he", "ur"].contains(language) }

  /// Whether the language has the sentence, of one that tells of a number each form.
  public func isTranslated(_ english: String) -> Bool {
    singular[english] != nil || plural[english]?.count == rule.count && plural[english]?.contains("") == false
  }

  /// All that is translated, in English.
  public var sentences: Set<String> { Set(singular.keys).union(plural.keys) }

  /// What the language says in place of a sentence, in all its forms.
  public func forms(of english: String) -> [String] { plural[english] ?? singular[english].map { [$0] } ?? [] }

  /// - Parameters:
  ///   - english: the sentence in English, with names in braces where something is put in.
  ///   - values: what is put in, by name. It is shown as it is, braces too.
  public func callAsFunction(_ english: String, _ values: [String: String] = [:]) -> String {
    filled(singular[english] ?? english, values)
  }

  /// What a keyboard of the language has on a key, or on keys that are pressed together: `Strg O` for `Ctrl O`.
  public func key(_ english: String) -> String {
    guard !isTranslated(english) else { return self(english) }
    return english.split(separator: " ").map { self(String($0)) }.joined(separator: " ")
  }

  /// A sentence that tells of a number, which is its `{count}`.
  public func callAsFunction(
    one: String, others: String, count: Int, _ values: [String: String] = [:]
  ) -> String {
    let forms = plural[one] ?? []
    let place = rule.form(of: count)
    let english = count == 1 ? one : others
    let sentence = forms.indices.contains(place) ? forms[place] : english
    return filled(sentence, values.merging(["count": "\(count)"]) { given, _ in given })
  }

  /// Things that stand beside one another on a line, without a sentence. In a language from the right the first of them stands at
  /// the right, in whichever letters it is written.
  public func line(_ things: [String], separator: String = " · ") -> String {
    let things = things.filter { !$0.isEmpty }
    guard isRightToLeft else { return things.joined(separator: separator) }
    // The mark from right to left tells the whole line's direction.
    return "\u{200F}" + things.map(Self.isolated).joined(separator: separator)
  }

  private static func isolated(_ text: String) -> String { "\u{2068}\(text)\u{2069}" }

  /// From left to right, once: what was put in is not looked through.
  ///
  /// Amid letters that run from the right, what is put in is isolated (Unicode Standard Annex #9, FSI and PDI): a path, a host
  /// or `1280x720@30` then stands in its own order, and moves nothing beside it.
  private func filled(_ sentence: String, _ values: [String: String]) -> String {
    guard !values.isEmpty else { return sentence }
    var text = ""
    var rest = sentence[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      let name = String(rest[rest.index(after: open)..<close])
      text += rest[..<open]
      text +=
        values[name].map { isRightToLeft && Int($0) == nil ? "\u{2068}\($0)\u{2069}" : $0 }
        ?? String(rest[open...close])
      rest = rest[rest.index(after: close)...]
    }
    return text + rest
  }
}

/// Which form of a word goes with a number. The raw value is what a gettext catalog's header says.
public enum PluralRule: String, CaseIterable, Hashable, Sendable {
  case oneAndOthers = "nplurals=2; plural=(n != 1);"
  case upToOneAndOthers = "nplurals=2; plural=(n > 1);"
  case none = "nplurals=1; plural=0;"
  case arabic =
    "nplurals=6; plural=(n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5);"

  /// How many forms there are.
  public var count: Int {
    switch self {
    case .oneAndOthers, .upToOneAndOthers: 2
    case .none: 1
    case .arabic: 6
    }
  }

  /// - Parameter number: at least 0.
  public func form(of number: Int) -> Int {
    switch self {
    case .oneAndOthers: number == 1 ? 0 : 1
    case .upToOneAndOthers: number > 1 ? 1 : 0
    case .none: 0
    case .arabic:
      switch (number, number % 100) {
      case (0...2, _): number
      case (_, 3...10): 3
      case (_, 11...): 4
      default: 5
      }
    }
  }
}
