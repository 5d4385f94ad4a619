/// The string literals of a Swift source, as a catalog knows them: with `{1}`, `{2}`… for what is put in.
struct SwiftLiterals {
  /// In their order, but those within an interpolation before the one that they are put into. Lines of a literal of several
  /// are joined where their ends are escaped; comments have none. What is said for other numbers than one is left out: a
  /// catalog has it with the one.
  private(set) var templates: [String] = []
  private let source: String
  private var rest: Substring

  init(_ source: String) {
    self.source = source
    rest = source[...]
    while let letter = rest.first {
      if rest.hasPrefix("//") {
        rest = rest.drop { !$0.isNewline }
      } else if letter == "\"" {
        takeLiteral()
      } else {
        rest.removeFirst()
      }
    }
  }

  private mutating func takeLiteral() {
    let isPlural = source[..<rest.startIndex].hasSuffix("others: ")
    let end = rest.hasPrefix("\"\"\"") ? "\"\"\"" : "\""
    rest.removeFirst(end.count)
    let hasLines = end.count > 1
    if hasLines { rest = rest.drop { $0.isWhitespace } }
    var (template, count) = ("", 0)
    while !rest.isEmpty, !rest.hasPrefix(end) {
      let letter = rest.removeFirst()
      guard letter == "\\", let escaped = rest.popFirst() else {
        template.append(letter)
        if hasLines, letter.isNewline { rest = rest.drop { $0 == " " } }
        continue
      }
      switch escaped {
      case "(":
        count += 1
        template += "{\(count)}"
        takeInterpolation()
      case _ where escaped.isNewline: rest = rest.drop { $0 == " " }
      case "n": template.append("\n")
      default: template.append(escaped)
      }
    }
    rest = rest.dropFirst(end.count)
    if isPlural { return }
    templates.append(hasLines && template.hasSuffix("\n") ? String(template.dropLast()) : template)
  }

  /// Up to the parenthesis that closes it.
  private mutating func takeInterpolation() {
    var depth = 1
    while depth > 0, let letter = rest.first {
      if letter == "\"" {
        takeLiteral()
        continue
      }
      rest.removeFirst()
      depth += letter == "(" ? 1 : letter == ")" ? -1 : 0
    }
  }
}
