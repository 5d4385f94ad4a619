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

  fileprivate enum Part: Hashable, Sendable {
    case text(String)
    indirect case sentence(Sentence)
  }

  /// A sentence that comes from elsewhere: translated where a catalog has it as it stands, else said as it is.
  public init(verbatim text: String) { (template, parts) = (text, []) }

  fileprivate func values(_ words: Words) -> [String: String] {
    var values: [String: String] = [:]
    for (place, part) in parts.enumerated() {
      values["\(place + 1)"] =
        switch part {
        case .text(let text): text
        case .sentence(let sentence): words(sentence)
        }
    }
    return values
  }
}

extension Sentence: CustomStringConvertible {
  /// In English.
  public var description: String { Words.english(self) }
}

extension Words {
  public func callAsFunction(_ sentence: Sentence) -> String { self(sentence.template, sentence.values(self)) }

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
    (template, parts) = (stringInterpolation.template, stringInterpolation.parts)
  }

  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var template = ""
    fileprivate var parts: [Part] = []

    public init(literalCapacity: Int, interpolationCount: Int) {}

    public mutating func appendLiteral(_ text: String) { template += text }

    public mutating func appendInterpolation(_ sentence: Sentence) { add(.sentence(sentence)) }

    public mutating func appendInterpolation(_ value: some CustomStringConvertible) { add(.text(value.description)) }

    private mutating func add(_ part: Part) {
      parts.append(part)
      template += "{\(parts.count)}"
    }
  }
}
