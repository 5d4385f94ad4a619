import ArgumentParser
import Foundation
import Presentation

/// What `--help` says, in a person's language: made of what the commands declare, in the order in which the library says it in
/// English.
struct CommandHelp {
  let words: Words
  /// In letters, of which those of East Asian scripts take two.
  let columns: Int
  private let root: Command

  /// - Parameter dump: what the library tells of all commands, as JSON.
  init?(dump: String, words: Words, columns: Int) {
    guard let tool = try? JSONDecoder().decode(Tool.self, from: Data(dump.utf8)) else { return nil }
    (self.words, self.columns, self.root) = (words, max(40, columns), tool.command)
  }

  /// What stands in place of the library's help; nil if it is none, such as a version.
  ///
  /// - Parameter english: the library's message for what was asked.
  func message(inPlaceOf english: String) -> String? {
    guard let mark = english.range(of: "USAGE: ") else { return nil }
    // How a command is called is the same in every language.
    let usage = english[mark.upperBound...]
    let end = usage.range(of: "\n\n")?.lowerBound ?? usage.endIndex
    var command = root
    var path = [root.commandName]
    for word in usage[..<end].split(whereSeparator: \.isWhitespace).dropFirst() {
      guard let next = command.subcommands?.first(where: { $0.commandName == word }) else { break }
      command = next
      path.append(next.commandName)
    }
    let call = usage[..<end].split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return text(of: command, path, usage: call)
  }

  private func text(of command: Command, _ path: [String], usage: String) -> String {
    var parts: [String] = []
    if let abstract = command.abstract { parts.append(wrapped(words(abstract))) }
    if let discussion = command.discussion { parts.append(wrapped(words(discussion))) }
    parts.append(wrapped(words("USAGE: {usage}", ["usage": usage]), indent: 2))
    let shown = (command.arguments ?? []).filter { $0.shouldDisplay != false }
    // As in English, options of a section of their own stand first.
    let options = shown.filter { $0.kind != "positional" }
    let ordered = options.filter { $0.sectionTitle != nil } + options.filter { $0.sectionTitle == nil }
    let lists: [(title: String, rows: [(String, String)])] = [
      (words("ARGUMENTS:"), shown.filter { $0.kind == "positional" }.map { ($0.title, explanation(of: $0)) }),
      (words("OPTIONS:"), ordered.map { ($0.title, explanation(of: $0)) }),
      (
        words("SUBCOMMANDS:"),
        (command.subcommands ?? []).filter { $0.shouldDisplay != false && $0.commandName != "help" }
          .map { ($0.commandName, words($0.abstract ?? "")) }
      ),
    ]
    for list in lists where !list.rows.isEmpty {
      parts.append(list.title + "\n" + list.rows.map { row($0.0, $0.1) }.joined(separator: "\n"))
    }
    if !lists[2].rows.isEmpty {
      let more = "\(root.commandName) help \(path.dropFirst().map { $0 + " " }.joined())<subcommand>"
      parts.append(wrapped(words("See “{command}” for detailed help.", ["command": more]), indent: 2, first: 2))
    }
    return parts.joined(separator: "\n\n") + "\n"
  }

  private func explanation(of argument: Argument) -> String {
    var sentences = [argument.abstract, argument.discussion].compactMap { $0.map { words($0) } }
    if let values = argument.allValues, !values.isEmpty {
      sentences.append(words("(values: {values})", ["values": values.joined(separator: ", ")]))
    }
    if let value = argument.defaultValue, !value.isEmpty, argument.kind != "flag" {
      sentences.append(words("(default: {value})", ["value": value]))
    }
    return sentences.joined(separator: " ")
  }

  /// A name, and beside it what it is, or below where it is too long.
  private func row(_ name: String, _ text: String) -> String {
    let start = 26
    let lines = Self.lines(of: text, in: columns - start)
    let indent = String(repeating: " ", count: start)
    let title = "  " + name
    guard let first = lines.first else { return title }
    let rest = lines.dropFirst().map { indent + $0 }
    if title.count + 1 < start {
      return ([title + String(repeating: " ", count: start - title.count) + first] + rest).joined(separator: "\n")
    }
    return ([title, indent + first] + rest).joined(separator: "\n")
  }

  /// - Parameters:
  ///   - indent: blanks before each line but a paragraph's first.
  ///   - first: blanks before that.
  private func wrapped(_ text: String, indent: Int = 0, first: Int = 0) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { paragraph in
      // What is indented is a table, which stays as it is.
      if paragraph.hasPrefix(" ") { return String(paragraph) }
      return Self.lines(of: String(paragraph), in: columns - max(indent, first)).enumerated().map { place, line in
        String(repeating: " ", count: place == 0 ? first : indent) + line
      }.joined(separator: "\n")
    }.joined(separator: "\n")
  }

  /// Broken at blanks, and between letters of scripts that write none.
  static func lines(of text: String, in columns: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    var word = ""
    func end() {
      if width(line) + width(word) > columns, !line.isEmpty {
        lines.append(line.trimmed)
        line = ""
      }
      line += word
      word = ""
    }
    for letter in text {
      let isBlank = letter.isWhitespace
      // A full stop does not begin a line.
      if isWide(letter), !"、。）」』".contains(letter) { end() }
      if isBlank {
        end()
        line += " "
      } else {
        word.append(letter)
      }
    }
    end()
    return lines + (line.trimmed.isEmpty ? [] : [line.trimmed])
  }

  private static func width(_ text: String) -> Int { text.reduce(0) { $0 + (isWide($1) ? 2 : 1) } }

  /// Hangul's first block, and from the CJK radicals to the ideographs, syllables and full-width forms (UAX #11).
  private static func isWide(_ letter: Character) -> Bool {
    guard let scalar = letter.unicodeScalars.first?.value else { return false }
    return 0x1100...0x115F ~= scalar || 0x2E80...0xA4CF ~= scalar || 0xAC00...0xD7A3 ~= scalar
      || 0xF900...0xFAFF ~= scalar || 0xFF00...0xFF60 ~= scalar
  }

  // MARK: What the library tells

  private struct Tool: Decodable { let command: Command }

  private struct Command: Decodable {
    let commandName: String
    let abstract: String?
    let discussion: String?
    let shouldDisplay: Bool?
    let arguments: [Argument]?
    let subcommands: [Command]?
  }

  private struct Argument: Decodable {
    let kind: String
    let sectionTitle: String?
    let names: [Name]?
    let valueName: String?
    let abstract: String?
    let discussion: String?
    let defaultValue: String?
    let allValues: [String]?
    let shouldDisplay: Bool?
    let isRepeating: Bool?

    var title: String {
      let value = valueName.map { "<\($0)>" } ?? ""
      if kind == "positional" { return value }
      // The short name first, as the library has it.
      let names = (names ?? []).filter { $0.kind == "short" } + (names ?? []).filter { $0.kind != "short" }
      let written = names.map(\.written).joined(separator: ", ")
      return kind == "option" ? "\(written) \(value)" : written
    }
  }

  private struct Name: Decodable {
    let kind: String
    let name: String
    var written: String { (kind == "long" ? "--" : "-") + name }
  }
}

extension String {
  fileprivate var trimmed: String {
    String(reversed().drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace))
  }
}
