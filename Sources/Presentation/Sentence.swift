/// Something to be said, before it is known in which language: an English sentence and what is put into it.
///
///     let sentence: Sentence = "Saved as \(path)"
///     words(sentence)   // in German by what a catalog has for “Saved as {1}”
///
/// What is put in is shown as it is; a sentence that is put in is translated by itself.
public struct Sentence: Hashable, Sendable {
  /// In English, with places `{1}`, `{2}`…: what a catalog knows it by.
  public let template: String
  fileprivate let parts: [Part]
  /// What it tells of, in one that has a form for each number.
  fileprivate let counted: Counted?

  fileprivate enum Part: Hashable, Sendable {
    case text(String)
    case figure(Figure)
    indirect case sentence(Sentence)
  }

  fileprivate struct Counted: Hashable, Sendable {
    /// For other numbers than one, in English.
    let others: String
    let count: Int
  }

  /// A sentence that comes from elsewhere: translated where a catalog has it as it stands, else said as it is.
  public init(verbatim text: String) { (template, parts, counted) = (text, [], nil) }

  /// A sentence that comes from elsewhere with its numbers in it: a catalog has it with places in their stead. A number that
  /// belongs to a name, as in `EAN-13`, is none.
  public init(withNumbers text: String) {
    var (template, parts, rest) = ("", [Part](), text[...])
    while let letter = rest.first {
      let isInName = template.last.map { $0.isLetter || $0.isNumber || $0 == "-" } ?? false
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      if digits.isEmpty || isInName {
        template.append(letter)
        rest = rest.dropFirst()
      } else {
        parts.append(.text(String(digits)))
        template += "{\(parts.count)}"
        rest = rest.dropFirst(digits.count)
      }
    }
    (self.template, self.parts, counted) = (template, parts, nil)
  }

  /// One that tells of a number, which is its `{count}`, in the form that goes with it.
  ///
  /// - Precondition: the same things are put into both.
  public init(one: Sentence, others: Sentence, count: Int) {
    precondition(one.parts == others.parts, "a number's forms put in the same")
    (template, parts) = (one.template, one.parts)
    counted = Counted(others: others.template, count: count)
  }

  /// Several as one, with a comma between them; nil of none.
  public static func list(_ sentences: [Sentence]) -> Sentence? {
    sentences.first.map { first in sentences.dropFirst().reduce(first) { "\($0), \($1)" } }
  }

  fileprivate func values(_ words: Words) -> [String: String] {
    var values: [String: String] = [:]
    for (place, part) in parts.enumerated() {
      values["\(place + 1)"] =
        switch part {
        case .text(let text): text
        case .figure(let figure): words(figure)
        case .sentence(let sentence): words(sentence)
        }
    }
    return values
  }
}

/// A number with decimals, whose sign before them depends on the language.
public struct Figure: Hashable, Sendable, CustomStringConvertible {
  /// As English has it.
  public let description: String

  /// - Parameter digits: with a point before the decimals.
  public init(_ digits: String) { description = digits }
}

extension Sentence: CustomStringConvertible {
  /// In English.
  public var description: String { Words.english(self) }
}

extension Words {
  public func callAsFunction(_ sentence: Sentence) -> String {
    let values = sentence.values(self)
    guard let counted = sentence.counted else { return self(sentence.template, values) }
    return self(one: sentence.template, others: counted.others, count: counted.count, values)
  }

  /// A number as the language writes it (CLDR 45, decimal separators); Arabic with the digits that we write has the point.
  public func callAsFunction(_ figure: Figure) -> String {
    ["de", "es", "fr"].contains(language) ? figure.description.replacing(".", with: ",") : figure.description
  }

  /// What the language lacks of a sentence and of those that are put in. Signs around what is put in, such as `({1}) {2}`, are
  /// the same in every language.
  public func untranslated(in sentence: Sentence) -> [String] {
    let inner = sentence.parts.flatMap { part -> [String] in
      if case .sentence(let inner) = part { untranslated(in: inner) } else { [] }
    }
    let hasWords = sentence.template.contains(where: \.isLetter)
    return (hasWords && !isTranslated(sentence.template) ? [sentence.template] : []) + inner
  }
}

extension Sentence: ExpressibleByStringInterpolation {
  public init(stringLiteral text: String) { self.init(verbatim: text) }

  public init(stringInterpolation: StringInterpolation) {
    (template, parts, counted) = (stringInterpolation.template, stringInterpolation.parts, nil)
  }

  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var template = ""
    fileprivate var parts: [Part] = []

    public init(literalCapacity: Int, interpolationCount: Int) {}

    public mutating func appendLiteral(_ text: String) { template += text }

    public mutating func appendInterpolation(_ sentence: Sentence) { add(.sentence(sentence)) }

    public mutating func appendInterpolation(_ figure: Figure) { add(.figure(figure)) }

    public mutating func appendInterpolation(_ value: some CustomStringConvertible) { add(.text(value.description)) }

    private mutating func add(_ part: Part) {
      parts.append(part)
      template += "{\(parts.count)}"
    }
  }
}
