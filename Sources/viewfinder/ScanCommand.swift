import ArgumentParser
import Barcodes
import Foundation
import PictureFiles
import Scanner
import Synchronization

/// Pictures through the same pipeline as the window's.
struct ScanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scan",
    abstract: "Read codes from pictures.",
    discussion: """
      PNG, JPEG, WebP, TIFF, BMP, GIF, PBM, PGM, PPM, AVIF, HEIC, and every page of a PDF or TIFF. A folder is walked. A \
      picture that cannot be read is told and the others go on. Pictures are read on all processors; results come in \
      the order of the pictures.

      Exit status: 0 read something, 1 found nothing, 3 a file could not be read.
      """)

  @OptionGroup var output: OutputOptions
  @OptionGroup var symbologies: SymbologyOptions

  @OptionGroup var effort: EffortOptions

  @Option(
    help: ArgumentHelp("Pictures that are read at a time; by default as many as there are processors.", valueName: "n"))
  var jobs = ProcessInfo.processInfo.activeProcessorCount

  @Option(
    help: ArgumentHelp(
      "Read also the pictures that this file lists, a path a line; - is standard input, taken as it comes.",
      valueName: "list"))
  var filesFrom: String?

  @Flag(name: [.customLong("null-paths"), .customShort("0")], help: "A zero byte ends each path of --files-from.")
  var endsPathsWithZero = false

  @Argument(help: ArgumentHelp("Pictures and folders; - is standard input.", valueName: "file"))
  var files: [String] = []

  func validate() throws {
    if jobs < 1 { throw ValidationError("--jobs: at least one picture must be read at a time") }
    if files.isEmpty && filesFrom == nil { throw ValidationError("Name a picture, a folder, or - for standard input.") }
    if filesFrom == "-" && files.contains("-") {
      throw ValidationError("--files-from - and the picture - cannot both be standard input")
    }
  }

  func run() throws {
    let paths = PicturePath.paths(for: files)
    let entries = PictureArguments.entries(for: paths)
    let following: ScanEntries
    do throws(PictureFailure) {
      following = try ScanEntries(entries, listed: filesFrom, endsWithZero: endsPathsWithZero)
    } catch {
      StandardError.write("viewfinder: \(HarmlessText.escaped("\(error)"))")
      throw ExitStatus.deviceOrFile
    }
    let namesSources = filesFrom != nil || entries.count > 1 || paths.contains(where: PictureFolder.isFolder)
    let effort = effort.options(try symbologies.chosen())
    let delivery = ScanDelivery(
      output.format.output(namesSources: namesSources), pictures: filesFrom == nil ? entries.count : nil)
    let queue = OrderedQueue(items: following.next, deliver: delivery.take)
    try queue.run(threads: filesFrom == nil ? min(jobs, entries.count) : jobs) {
      let scan = PictureScan(loader: WalledPictureLoader.ofThisProgram(), options: effort)
      return { entry, deliver in scan.scan(entry, deliver: deliver) }
    }
    throw delivery.status
  }
}

/// What a scan's pictures are taken from: the arguments, then a list.
private final class ScanEntries: Sendable {
  private let state:
    Mutex<(arguments: ArraySlice<PictureArguments.Entry>, list: PathList?, folder: ArraySlice<PictureArguments.Entry>)>

  private let listed: PicturePath?

  /// - Throws: `PictureFailure.file` where the list cannot be opened.
  init(_ arguments: [PictureArguments.Entry], listed: String?, endsWithZero: Bool) throws(PictureFailure) {
    var list: PathList?
    self.listed = listed.map { PicturePath($0) }
    if let path = self.listed { list = try PathList(path, endsWithZero: endsWithZero) }
    state = Mutex((arguments[...], list, []))
  }

  @Sendable func next() -> PictureArguments.Entry? {
    state.withLock { state in
      if let entry = state.arguments.popFirst() { return entry }
      while true {
        if let entry = state.folder.popFirst() { return entry }
        guard let list = state.list, let listed else { return nil }
        do throws(PictureFailure) {
          guard let path = try list.next() else { return nil }
          state.folder = PictureArguments.entries(for: [path])[...]
        } catch {
          return .unreadable(listed, reason: error.reason)
        }
      }
    }
  }
}
