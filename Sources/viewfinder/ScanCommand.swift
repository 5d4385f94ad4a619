import ArgumentParser
import Barcodes
import PictureFiles
import Scanner

/// Pictures through the same pipeline as the window's.
struct ScanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scan",
    abstract: "Read codes from pictures.",
    discussion: """
      PNG, JPEG, WebP, TIFF, BMP, GIF, PBM, PGM, PPM, AVIF, HEIC, and every page of a PDF. A folder is walked. A \
      picture that cannot be read is told and the others go on.

      Exit status: 0 read something, 1 found nothing, 3 a file could not be read.
      """)

  @OptionGroup var output: OutputOptions
  @OptionGroup var symbologies: SymbologyOptions

  @OptionGroup var effort: EffortOptions

  @Argument(help: ArgumentHelp("Pictures and folders; - is standard input.", valueName: "file"))
  var files: [String]

  func run() throws {
    // It starts while folders are walked.
    let loader = WalledPictureLoader.ofThisProgram()
    loader.prepare()
    let paths = PicturePath.paths(for: files)
    let entries = PictureArguments.entries(for: paths)
    let output = self.output.format.output(
      namesSources: entries.count > 1 || paths.contains(where: PictureFolder.isFolder))
    let wanted = try symbologies.chosen()
    let detector = Detector(effort.options(wanted))
    let clock = ContinuousClock()
    let start = clock.now
    let scan = PictureScan(loader: loader) { frame in
      detector.report(on: frame, DetectionConfiguration(symbologies: wanted), now: { start.duration(to: clock.now) })
    }
    var status = ExitStatus.foundNothing
    for entry in entries {
      try scan.scan(entry) { result in
        switch result.content {
        case .unreadable(let reason):
          status = .deviceOrFile
          if !output.reportsFailures { StandardError.write("viewfinder: \(HarmlessText.escaped(reason))") }
        case .read(let reading):
          if !reading.observations.isEmpty, status == .foundNothing { status = .readSomething }
        }
        try StandardOutput.write(output.bytes(for: result))
      }
    }
    throw status
  }
}
