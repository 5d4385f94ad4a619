import ArgumentParser

/// `viewfinder inspect`: the window with its inspector open on a picture, a folder or a stream.
struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Open the window’s inspector on a picture, a folder, or frames from standard input.",
    discussion: "It says why a code is not read, beside the picture. Exit status: 0, or 3 without a display or file.")

  @Argument(help: ArgumentHelp("A picture, a document, a folder, or - for standard input.", valueName: "file"))
  var file: String

  @OptionGroup var window: WindowCommand

  func validate() throws {
    guard window.source.source == nil, !window.source.demo, window.source.device == nil else {
      throw ValidationError("inspect takes a file in place of --source, --demo and --device")
    }
  }

  func run() throws {
    var window = window
    window.source.source = file
    try window.open(inspects: true)
  }
}
