import ArgumentParser
import Foundation
import Scanner
import StatusSocket

/// How a station of this user does.
struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Tell how the station that runs does: scans, outputs, camera, outbox.",
    discussion: "Exit status: 0 a station answers, 3 none does. Nothing of what codes say is told.")

  @Flag(help: "In the text format of Prometheus instead of JSON.")
  var prometheus = false

  @Option(
    help: ArgumentHelp(
      "The station's socket instead of viewfinder/station.sock in $XDG_RUNTIME_DIR.", valueName: "path"))
  var socket: String?

  func run() throws {
    guard let path = socket ?? StatusSocket.path(environment: ProcessInfo.processInfo.environment) else {
      StandardError.write("viewfinder: there is no folder for sockets: set XDG_RUNTIME_DIR, or name one with --socket")
      throw ExitStatus.deviceOrFile
    }
    let text: String
    do throws(StatusSocketFailure) {
      text = try StatusSocket.ask(path, for: prometheus ? .prometheus : .json)
    } catch {
      StandardError.write("viewfinder: \(HarmlessText.escaped("\(error)"))")
      throw ExitStatus.deviceOrFile
    }
    try StandardOutput.write(text: prometheus ? text : text + "\n")
  }
}
