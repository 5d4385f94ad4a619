import ArgumentParser
import Capture
import Scanner

/// `viewfinder inspect`: the window with its inspector open on a picture, a folder or a stream.
struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Open the window’s inspector on a picture, a folder, a bug bundle, or frames from standard input.",
    discussion: "It says why a code is not read, beside the picture. Exit status: 0, or 3 without a display or file.")

  @Option(
    help: ArgumentHelp(
      "Another reader to compare with: a program and its arguments, given the picture’s path; what it prints is what it reads.",
      valueName: "program"))
  var peer: String?

  @OptionGroup var window: WindowArguments

  func validate() throws {
    guard window.file != nil else {
      throw ValidationError("name a picture, a document, a folder, a bundle, or - for standard input")
    }
    if peer?.allSatisfy(\.isWhitespace) == true { throw ValidationError("--peer: name a program") }
  }

  func run() throws {
    var window = window
    let file = window.file ?? "-"
    // What raw pictures are like does not stand in their file.
    if file == "-" || window.source.format?.fourCC != nil { (window.source.source, window.file) = (file, nil) }
    let reader = peer.flatMap { BenchPeer(command: $0) }
    guard BundleFile.isBundle(file) else { return try window.open(inspects: true, peer: reader) }
    let bundle: BugBundle
    do throws(BundleFailure) { bundle = try BundleFile(path: file).bundle } catch {
      StandardError.write("viewfinder: \(HarmlessText.escaped(file)): \(error)")
      throw ExitStatus.deviceOrFile
    }
    try window.open(inspects: true, peer: reader, bundle: bundle)
  }
}
