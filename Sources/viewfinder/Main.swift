import ArgumentParser
import Foundation
import Presentation
import Translations

@main
struct Viewfinder: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "viewfinder",
    abstract: "Scan codes with a camera, read them from pictures, and see why one is not read.",
    discussion: "Exit status: 0 read something, 1 found nothing, 2 wrong usage, 3 device or file error.",
    version: "0.1.0",
    subcommands: [
      WindowCommand.self, WatchCommand.self, ScanCommand.self, ExplainCommand.self, InspectCommand.self,
      ReplayCommand.self,
      GenerateCommand.self, DevicesCommand.self, CamerasCommand.self, HistoryCommand.self, OutboxCommand.self,
      SettingsCommand.self, StatusCommand.self, PayloadCommand.self, BenchCommand.self,
      DecodePictureCommand.self,
    ],
    defaultSubcommand: WindowCommand.self)

  static func main() {
    StandardStreams.open()
    if let trouble = ProcessLimits.prepare() {
      StandardError.write("viewfinder: \(trouble)")
      exit(withError: ExitStatus.deviceOrFile.exitCode)
    }
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch let status as ExitStatus {
      exit(withError: status.exitCode)
    } catch {
      // The library's own number for wrong usage is 64; help and version are no errors.
      let isUsage = exitCode(for: error) == .validationFailure
      if exitCode(for: error) == .success, let help = translated(fullMessage(for: error)) {
        print(help, terminator: "")
        return
      }
      if isUsage { StandardError.write(fullMessage(for: error)) } else { exit(withError: error) }
      exit(withError: ExitStatus.usage.exitCode)
    }
  }
}

extension Viewfinder {
  /// A command's help in the language of the environment; nil where that is English, or the message is no help.
  private static func translated(_ message: String) -> String? {
    let environment = ProcessInfo.processInfo.environment
    let words = Translations.help(environment: environment)
    // As the library does where the terminal does not tell.
    let columns = environment["COLUMNS"].flatMap { Int($0) } ?? 80
    guard words.language != "en" else { return nil }
    return CommandHelp(dump: _dumpHelp(), words: words, columns: columns)?.message(inPlaceOf: message)
  }
}

/// How the program ends.
enum ExitStatus: Int32, Error {
  case readSomething = 0
  case foundNothing = 1
  case usage = 2
  case deviceOrFile = 3

  var exitCode: ExitCode { ExitCode(rawValue) }
}
