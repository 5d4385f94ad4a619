import ArgumentParser
import Foundation
import Scanner

/// `viewfinder replay`: whether a bug bundle's search tells the same again.
struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Search a bug bundle’s frame again, and say whether it tells the same.",
    discussion: """
      The inspector writes bundles, with B. “explain” says why a bundle’s code is not read, “inspect” shows it.

      Exit status: 0 the same observations and trace, 1 others, 3 the bundle cannot be read.
      """)

  @Argument(help: ArgumentHelp("A bug bundle.", valueName: "file"))
  var file: String

  @Flag(help: "Print the trace as it is now, an object by Assets/Schema/trace.schema.json.")
  var json = false

  func run() throws {
    let told: BundleFile
    do throws(BundleFailure) { told = try BundleFile(path: file) } catch {
      StandardError.write("viewfinder: \(HarmlessText.escaped(file)): \(error)")
      throw ExitStatus.deviceOrFile
    }
    if json {
      try StandardOutput.write(text: told.inspection.trace.description + "\n")
    } else {
      let diagnosis = Diagnosis(told.inspection)
      try StandardOutput.write(text: "\(told.verdict)\n\(diagnosis.sentence)\n")
    }
    throw told.isSame ? ExitStatus.readSomething : ExitStatus.foundNothing
  }
}

extension BundleFile {
  /// Whether it tells the same, as a sentence.
  var verdict: String {
    isSame
      ? "replayed: the same observations and the same trace as when it was written"
      : "replayed: another trace than when it was written, by another version of this program or on another machine"
  }
}
