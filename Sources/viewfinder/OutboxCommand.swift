import ArgumentParser
import Foundation
import OutboxStore
import Scanner
import Station

/// What waits to be delivered, from the command line.
struct OutboxCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "outbox",
    abstract: "List, retry, export and remove what waits to be delivered.",
    discussion: "Exit status: 0 done, 1 nothing there, 3 the outbox or a file cannot be used.",
    subcommands: [List.self, Retry.self, Export.self, Purge.self], defaultSubcommand: List.self)

  /// Which outbox, and what of it: every subcommand.
  struct Place: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        "The outbox's file instead of viewfinder/outbox.sqlite in the user's folder for state.", valueName: "path"))
    var database: String?

    @Option(help: ArgumentHelp("Only what one output is to get.", valueName: "name"))
    var output: String?

    var location: OutboxLocation {
      database.map { OutboxLocation(path: $0) }
        ?? OutboxLocation(environment: ProcessInfo.processInfo.environment, home: UserFolders.current.home)
    }

    func open() -> OutboxStore { OutboxStore(location, role: .tool) }
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List what waits, the next one first.")

    @OptionGroup var place: Place

    @Option(help: ArgumentHelp("At most so many; 0 is all.", valueName: "count"))
    var limit = 50

    @Flag(help: "Only how much waits for each output.")
    var summary = false

    func run() throws {
      if summary { return try summarize() }
      let entries = try orExit { () throws(OutboxFailure) in
        try place.open().entries(output: place.output, limit: limit > 0 ? limit : nil)
      }
      for entry in entries {
        let scan = entry.stored.scan
        let payload = HarmlessText.line(for: scan.text, bytes: scan.bytes)
        let reason = entry.reason.map { "  (set aside: \($0))" } ?? ""
        let name = HarmlessText.escaped(entry.output)
        try StandardOutput.write(
          text:
            "\(entry.stored.number)  \(HistoryTime.text(scan.time))  \(name)  \(scan.symbology)  \(payload)\(reason)\n")
      }
      if entries.isEmpty { throw ExitStatus.foundNothing }
    }

    private func summarize() throws {
      let depths = try orExit { () throws(OutboxFailure) in try place.open().depths() }
        .filter { place.output == nil || $0.output == place.output }
      for depth in depths {
        let since = depth.oldest.map { ", since \(HistoryTime.text($0))" } ?? ""
        try StandardOutput.write(
          text: "\(HarmlessText.escaped(depth.output)): \(depth.waiting) waiting\(since), \(depth.setAside) set aside\n"
        )
      }
      if depths.isEmpty { throw ExitStatus.foundNothing }
    }
  }

  struct Retry: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Deliver again what an output refused for good.",
      discussion: "A station that runs sees it within five seconds. What only waits is tried again by itself.")

    @OptionGroup var place: Place

    func run() throws {
      let count = try orExit { () throws(OutboxFailure) in try place.open().retry(output: place.output) }
      try StandardOutput.write(text: "\(count) deliveries wait again\n")
      if count == 0 { throw ExitStatus.foundNothing }
    }
  }

  struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Write what waits as JSON Lines, each scan once; nothing is removed.")

    @OptionGroup var place: Place

    @Option(name: .shortAndLong, help: ArgumentHelp("A file instead of standard output.", valueName: "file"))
    var file: String?

    @Flag(help: "Replace the file if it is there.")
    var force = false

    func run() throws {
      let entries = try orExit { () throws(OutboxFailure) in try place.open().entries(output: place.output, limit: nil)
      }
      var last: Int64?
      var text = ""
      for entry in entries where entry.stored.number != last {
        text += ScanDocument.value(for: entry.stored.scan).description + "\n"
        last = entry.stored.number
      }
      guard let file else { return try StandardOutput.write(text: text) }
      try orExit { () throws(WholeFile.Failure) in try WholeFile(path: file, replaces: force).write(Array(text.utf8)) }
    }
  }

  struct Purge: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Remove what waits, for good: it will never be delivered; asks first.")

    @OptionGroup var place: Place

    @Flag(help: "Only what an output refused for good.")
    var setAside = false

    @Flag(help: "Do not ask.")
    var yes = false

    func run() throws {
      let store = place.open()
      let depths = try orExit { () throws(OutboxFailure) in try store.depths() }
        .filter { place.output == nil || $0.output == place.output }
      let count = depths.reduce(0) { $0 + $1.setAside + (setAside ? 0 : $1.waiting) }
      guard count > 0 else {
        try StandardOutput.write(text: "nothing is there to remove\n")
        throw ExitStatus.foundNothing
      }
      if !yes {
        StandardError.write("Remove \(count) deliveries, for good? Type “yes”:")
        guard readLine() == "yes" else {
          StandardError.write("nothing was removed")
          throw ExitStatus.foundNothing
        }
      }
      let removed = try orExit { () throws(OutboxFailure) in
        try store.purge(output: place.output, setAsideOnly: setAside)
      }
      try StandardOutput.write(text: "\(removed) deliveries removed\n")
    }
  }
}
