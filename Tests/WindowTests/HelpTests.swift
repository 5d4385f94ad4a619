import Foundation
import Presentation
import TestSupport
import Testing
import Translations

/// What `--help` says in each language, by the unmodified program.
@Suite("Help") struct HelpTests {
  private static func output(_ arguments: [String], language: String = "C") throws -> String {
    let program = try BuiltProgram(arguments, environment: ["LANG": language, "PATH": "/usr/bin:/bin"])
    #expect(program.status == 0)
    return program.output
  }

  private struct Command: Decodable {
    let commandName: String
    let abstract: String?
    let discussion: String?
    let arguments: [Argument]?
    let subcommands: [Command]?

    struct Argument: Decodable {
      let abstract: String?
      let discussion: String?
    }

    /// All that it says of itself. What measures the program, and is for who works on it, is told in English alone.
    var sentences: Set<String> {
      let own = [abstract, discussion] + (arguments ?? []).flatMap { [$0.abstract, $0.discussion] }
      let others = commandName == "bench" ? [] : (subcommands ?? []).flatMap(\.sentences)
      return Set(own.compactMap { $0 }).union(others).filter { !$0.isEmpty }
    }
  }

  private struct Tool: Decodable { let command: Command }

  @Test("Every sentence of every command is translated, and nothing else", arguments: Translations.languages)
  func complete(language: String) throws {
    let dump = try Self.output(["--experimental-dump-help"])
    let tool = try JSONDecoder().decode(Tool.self, from: Data(dump.utf8))
    let words = try Translations.help(in: language)
    #expect(words.language == language)
    let frame: Set = [
      "USAGE: {usage}", "ARGUMENTS:", "OPTIONS:", "SUBCOMMANDS:", "See “{command}” for detailed help.",
      "(values: {values})", "(default: {value})",
    ]
    let sentences = tool.command.sentences.union(frame)
    #expect(sentences.count > 150)
    #expect(sentences.subtracting(words.sentences).sorted() == [])
    #expect(words.sentences.subtracting(sentences).sorted() == [], "said nowhere")
  }

  @Test("Each command is called as in English, and tells as many options", arguments: Translations.languages)
  func sameOptions(language: String) throws {
    for command in [[], ["window"], ["scan"], ["generate"], ["history", "list"], ["outbox"]] {
      let english = try Self.output(command + ["--help"])
      let translated = try Self.output(command + ["--help"], language: language)
      #expect(english != translated)
      func names(_ text: String) -> [Substring] {
        // A name and its opposite are one row in English; what a value is called, and the text, follow.
        text.matches(of: /(?m)^ {2}(-(?:(?! {2})[-a-z0-9, \/])+)/).flatMap { row in
          row.1.split(whereSeparator: { ",/ ".contains($0) })
        }
      }
      #expect(names(translated) == names(english), "\(language) \(command)")
    }
  }

  @Test("Lines fit a terminal")
  func lines() throws {
    for line in try Self.output(["generate", "--help"], language: "de").split(separator: "\n") {
      // A table of fields stays as it is.
      #expect(line.count <= 80 || line.hasPrefix("  "), "\(line)")
    }
    // Letters that are two columns wide.
    for line in try Self.output(["scan", "--help"], language: "ja").split(separator: "\n") {
      let columns = line.unicodeScalars.reduce(0) { $0 + ($1.value >= 0x2E80 ? 2 : 1) }
      #expect(columns <= 82, "\(line)")
    }
  }

  @Test("Where there is no catalog it is English")
  func english() throws {
    let dutch = try Self.output(["scan", "--help"], language: "nl_NL.UTF-8")
    #expect(dutch.hasPrefix("OVERVIEW: Read codes from pictures."))
    #expect(try Self.output(["--version"], language: "de_DE.UTF-8").hasPrefix("0."))
  }
}
