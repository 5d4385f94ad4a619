import ArgumentParser
import Foundation
import MessageCodes
import Scanner
import Station

/// What a settings file says.
struct SettingsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "settings", abstract: "Check a station's settings file, and make what stands in it.",
    subcommands: [Check.self, PIN.self, ProfileCodeText.self])

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

  struct PIN: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Make the line that a station's PIN is kept as.",
      discussion: "The PIN, 4 to 12 digits, is read from standard input, and never from the command line.")

    func run() throws {
      guard let pin = readLine(), PINHash.isUsable(pin) else {
        StandardError.write("viewfinder: a PIN of 4 to 12 digits is expected on standard input")
        throw ExitStatus.usage
      }
      var random = SystemRandomNumberGenerator()
      let salt = (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) }
      let hash = PINHash(pin: pin, salt: salt) { MessageAuthentication.key(password: $0, salt: $1, rounds: $2) }
      try StandardOutput.write(text: "pin = \"\(hash.text)\"\n")
    }
  }

  struct ProfileCodeText: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "profile-code",
      abstract: "Make the text of a code that switches a station to a profile.",
      discussion: "It counts at every station that has the same secret: viewfinder generate \"$(…)\" -o night.png")

    @Argument(help: "The profile's name, as in the settings.")
    var profile: String

    @Option(help: ArgumentHelp("The file of the secret (profile-secret-file).", valueName: "path"))
    var secretFile: String

    @Option(help: ArgumentHelp("For how long it counts, from now on.", valueName: "hours"))
    var hours = 24.0

    func validate() throws {
      guard hours > 0, hours < 1e6 else { throw ValidationError("--hours: a time to come") }
    }

    func run() throws {
      guard let secret = SecretReader(environment: [:]).secret(at: secretFile) else {
        StandardError.write("viewfinder: \(HarmlessText.escaped(secretFile)): no file with a secret in it")
        throw ExitStatus.deviceOrFile
      }
      let text = ProfileCode.text(profile: profile, expires: Date().addingTimeInterval(hours * 3600), secret: secret) {
        MessageAuthentication.code(for: $0, secret: $1)
      }
      try StandardOutput.write(text: text + "\n")
    }
  }
}
