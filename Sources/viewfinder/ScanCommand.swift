import ArgumentParser
import Barcodes
import Imaging
import SDLScreen
import Scanner

/// Pictures through the same pipeline as the window's.
struct ScanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scan",
    abstract: "Read codes from pictures.",
    discussion: """
      PNG, JPEG, WebP, BMP, GIF, TIFF, PGM and PPM. A folder is walked. A picture that cannot be read is told and the \
      others go on.

      Exit status: 0 read something, 1 found nothing, 3 a file could not be read.
      """)

  @OptionGroup var output: OutputOptions
  @OptionGroup var symbologies: SymbologyOptions

  @OptionGroup var effort: EffortOptions

  @Argument(help: ArgumentHelp("Pictures and folders; - is standard input.", valueName: "file"))
  var files: [String]

  func run() throws {
    let entries = PictureFiles.entries(for: files)
    let output = self.output.format.output(
      namesSources: entries.count > 1 || files.contains(where: PictureFiles.isFolder))
    let wanted = try symbologies.chosen()
    let detector = Detector(effort.options(wanted))
    let clock = ContinuousClock()
    let start = clock.now
    var status = ExitStatus.foundNothing
    for entry in entries {
      let result = Self.result(of: entry) { frame in
        detector.report(on: frame, DetectionConfiguration(symbologies: wanted), now: { start.duration(to: clock.now) })
      }
      switch result.content {
      case .unreadable(let reason):
        status = .deviceOrFile
        if !output.reportsFailures { StandardError.write("viewfinder: \(HarmlessText.escaped(reason))") }
      case .read(let reading):
        if !reading.observations.isEmpty, status == .foundNothing { status = .readSomething }
      }
      try StandardOutput.write(output.bytes(for: result))
    }
    throw status
  }

  private static func result(of entry: PictureFiles.Entry, detect: (Frame) -> DetectionReport) -> ScanResult {
    do throws(PictureFailure) {
      switch entry {
      case .file(let path):
        return ScanResult(source: path, detect(try SDLPictures.read(path: path)), isStream: false)
      case .standardInput:
        let bytes = StandardInput.read(limit: SDLPictures.byteLimit)
        return ScanResult(
          source: "-", detect(try SDLPictures.read(bytes: bytes, name: "standard input")), isStream: false)
      case .unreadable(let path, let reason):
        throw .file(name: path, reason: reason)
      }
    } catch {
      let source =
        if case .file(let path) = entry { path } else if case .unreadable(let path, _) = entry { path } else { "-" }
      return ScanResult(source: source, .unreadable("\(error)"))
    }
  }
}
