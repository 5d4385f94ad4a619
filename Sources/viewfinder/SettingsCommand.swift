import ArgumentParser
import Scanner
import Station

/// What a settings file says.
struct SettingsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "settings", abstract: "Check a station's settings file.", subcommands: [Check.self])

  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Tell each error of a settings file with its line and column.",
      discussion: "Exit status: 0 all is well, 2 there are errors, 3 the file cannot be read.")

    @Argument(help: "The TOML file.")
    var file: String

    func run() throws {
      let station = try StationFile.settings(file)
      let outputs = station.outputs.map { HarmlessText.escaped($0.name) }.joined(separator: ", ")
      try StandardOutput.write(
        text: "\(HarmlessText.escaped(file)): no errors; outputs: \(outputs.isEmpty ? "none" : outputs)\n")
    }
  }
}
