public import ArgumentParser
import Foundation
import HistoryStore
public import Scanner

/// What was read and made, from the command line.
struct HistoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "List, search, export and delete what was read and made.",
    discussion: "Exit status: 0 done, 1 no such entry, 3 the history or a file cannot be used.",
    subcommands: [
      List.self, Export.self, Import.self, Pin.self, Label.self, Delete.self, Clear.self, HistoryBench.self,
      HistoryFill.self,
    ],
    defaultSubcommand: List.self)

  /// Where the history lies: every subcommand.
  struct Place: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        "The history's file instead of viewfinder/history.sqlite in the user's data folder.", valueName: "path"))
    var database: String?

    func open() -> HistoryStore { .open(database: database) }
  }

  /// Which entries: listing and exporting.
  struct Filter: ParsableArguments {
    @Option(help: ArgumentHelp("Only what was “read” or what was “made”.", valueName: "origin"))
    var only: HistoryEntry.Origin?

    @Flag(help: "Only pinned entries.")
    var pinned = false

    @Argument(help: ArgumentHelp("Words that the text or the label must contain.", valueName: "word"))
    var words: [String] = []

    func query(limit: Int?) -> HistoryQuery {
      HistoryQuery(search: words.joined(separator: " "), origin: only, pinnedOnly: pinned, limit: limit)
    }
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List entries, pinned ones first, then the newest.")

    @OptionGroup var place: Place
    @OptionGroup var filter: Filter

    @Option(help: ArgumentHelp("At most so many; 0 is all.", valueName: "count"))
    var limit = 50

    @Flag(help: "One JSON object a line, with all that is known.")
    var json = false

    func run() throws {
      let entries = try orExit { () throws(HistoryFailure) in
        try place.open().entries(matching: filter.query(limit: limit > 0 ? limit : nil))
      }
      for entry in entries {
        let line = json ? HistoryExchange.jsonLines.line(HistoryRecord(entry)) : HistoryLine.text(entry) + "\n"
        try StandardOutput.write(text: line)
      }
      if entries.isEmpty { throw ExitStatus.foundNothing }
    }
  }

  struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Write entries as JSON Lines or CSV.",
      discussion: "In CSV, cells that a spreadsheet would run as a formula begin with an apostrophe.")

    @OptionGroup var place: Place
    @OptionGroup var filter: Filter

    @Flag(help: "CSV instead of JSON Lines.")
    var csv = false

    @Option(name: .shortAndLong, help: ArgumentHelp("A file instead of standard output.", valueName: "file"))
    var output: String?

    @Flag(help: "Replace the file if it is there.")
    var force = false

    func run() throws {
      let form: HistoryExchange = csv ? .csv : .jsonLines
      let entries = try orExit { () throws(HistoryFailure) in
        try place.open().entries(matching: filter.query(limit: nil))
      }
      let lines = entries.map { form.line(HistoryRecord($0)) }
      let text = form.header + lines.joined()
      guard let output else { return try StandardOutput.write(text: text) }
      try orExit { () throws(WholeFile.Failure) in
        try WholeFile(path: output, replaces: force).write(Array(text.utf8))
      }
    }
  }

  struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Add the entries of an export.")

    @OptionGroup var place: Place

    @Argument(help: ArgumentHelp("JSON Lines or CSV as export writes them; - is standard input.", valueName: "file"))
    var file: String

    /// Of an export, which is in memory as a whole: half a million entries of 500 bytes.
    private static let byteLimit = 1 << 28

    func run() throws {
      let bytes = try orExit { () throws(InputFailure) in try InputFile.read(file, limit: Self.byteLimit) }
      let name = InputFile.name(file)
      guard bytes.count <= Self.byteLimit else {
        StandardError.write("viewfinder: \(name): more than \(Self.byteLimit >> 20) MiB: import it in parts")
        throw ExitStatus.deviceOrFile
      }
      guard let text = String(validating: bytes, as: UTF8.self) else {
        StandardError.write("viewfinder: \(name): it is no UTF-8 text")
        throw ExitStatus.deviceOrFile
      }
      let records = try orExit { () throws(HistoryImportFailure) in try HistoryExchange.records(in: text) }
      let added = try orExit { () throws(HistoryFailure) in try place.open().add(records) }
      try StandardOutput.write(text: "\(records.count) entries read, \(added) of them new\n")
    }
  }

  struct Pin: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Pin entries, so that they stand first and are kept.")

    @OptionGroup var place: Place
    @Flag(inversion: .prefixedNo) var pinned = true
    @Argument(help: "The entries' numbers.") var numbers: [Int64]

    func run() throws {
      let store = place.open()
      for number in numbers {
        try HistoryCommand.require(number, in: store)
        try orExit { () throws(HistoryFailure) in try store.setPinned(pinned, number) }
      }
    }
  }

  struct Label: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Name an entry; no name takes it away.")

    @OptionGroup var place: Place
    @Argument(help: "The entry's number.") var number: Int64
    @Argument(help: "The name.") var name: String?

    func run() throws {
      let store = place.open()
      try HistoryCommand.require(number, in: store)
      try orExit { () throws(HistoryFailure) in try store.setLabel(name, number) }
    }
  }

  struct Delete: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Delete entries by their numbers.")

    @OptionGroup var place: Place
    @Argument(help: "The entries' numbers.") var numbers: [Int64]

    func run() throws {
      let store = place.open()
      for number in numbers {
        try HistoryCommand.require(number, in: store)
        try orExit { () throws(HistoryFailure) in _ = try store.delete(number) }
      }
    }
  }

  struct Clear: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Delete every entry, pinned ones as well; asks first.")

    @OptionGroup var place: Place
    @Flag(help: "Do not ask.") var yes = false

    func run() throws {
      let store = place.open()
      let count = try orExit { () throws(HistoryFailure) in try store.count() }
      guard count > 0 else { return try StandardOutput.write(text: "the history is empty\n") }
      if !yes {
        StandardError.write("Delete all \(count) entries, for good? Type “yes”:")
        guard readLine() == "yes" else {
          StandardError.write("nothing was deleted")
          throw ExitStatus.foundNothing
        }
      }
      let deleted = try orExit { () throws(HistoryFailure) in try store.clear() }
      try StandardOutput.write(text: "\(deleted) entries deleted\n")
    }
  }

  private static func require(_ number: Int64, in store: HistoryStore) throws {
    let found = try orExit { () throws(HistoryFailure) in try store.entry(number) }
    guard found == nil else { return }
    StandardError.write("there is no entry \(number)")
    throw ExitStatus.foundNothing
  }
}

extension HistoryEntry.Origin: ExpressibleByArgument {}

extension HistoryStore {
  /// The user's history, or one named on the command line; mended trouble goes to standard error.
  ///
  /// - Parameter limits: nil takes those of the user's settings.
  static func open(database: String?, limits: HistoryLimits? = nil) -> HistoryStore {
    let location =
      database.map { HistoryLocation(path: $0) }
      ?? HistoryLocation(of: .current)
    let limits = limits ?? HistoryLimits(Settings.ofUser.history)
    return HistoryStore(location, limits: limits, now: { Date() }, report: { StandardError.write("viewfinder: \($0)") })
  }
}

extension UserFolders {
  /// Of the user who started this process.
  static var current: UserFolders {
    UserFolders(environment: ProcessInfo.processInfo.environment, listedHome: NSHomeDirectory())
  }
}

/// Runs something that may fail with a sentence; the sentence goes to standard error and the program ends.
func orExit<Value, Failure: Error>(_ status: ExitStatus = .deviceOrFile, _ body: () throws(Failure) -> Value) throws
  -> Value
{
  do throws(Failure) {
    return try body()
  } catch {
    StandardError.write("viewfinder: \(error)")
    throw status
  }
}
