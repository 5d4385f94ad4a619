import ArgumentParser
import Barcodes
import Foundation
import Geometry
import Imaging
import PictureFiles
import SDLScreen
import Scanner

/// `viewfinder explain`: one sentence on why a picture's codes are not read, and what led to it.
struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Say why a picture’s codes are not read, or how well they are printed.",
    discussion: """
      Of several pictures, and of folders, one line each and a count of the causes. A bug bundle is searched as it was.

      Exit status: 0 read something in one, 1 found nothing, 3 a file could not be read.
      """)

  @Argument(help: ArgumentHelp("Pictures, documents of pages, and folders; - is standard input.", valueName: "file"))
  var files: [String]

  @Option(help: "Which page of a document, from 1.")
  var page = 1

  @OptionGroup var symbologies: SymbologyOptions

  @Option(
    help: ArgumentHelp(
      "The part of the picture in which codes count, as fractions of it: 0.25,0.25,0.5,0.5 is its middle.",
      valueName: "x,y,w,h"))
  var roi: String?

  @Option(help: "A folder for a picture of each stage of a single picture; made if needed.")
  var output: String?

  @Option(help: "A file for a page with all of it, to be opened by a browser: the picture with layers, the causes.")
  var html: String?

  @Flag(help: "An object a picture, by Assets/Schema/explanation.schema.json.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "Another reader to compare with: a program and its arguments, given each picture’s path; what it prints is what it reads.",
      valueName: "program"))
  var peer: String?

  @OptionGroup var effort: EffortOptions
  @OptionGroup var change: PictureChangeOptions

  func validate() throws {
    var scanning = ScanningOptions()
    scanning.roi = roi
    _ = try scanning.region()
    if peer?.allSatisfy(\.isWhitespace) == true { throw ValidationError("--peer: name a program") }
  }

  func run() throws {
    let entries = PictureArguments.entries(for: PicturePath.paths(for: files))
    var scanning = ScanningOptions()
    scanning.roi = roi
    var options = effort.options(try symbologies.chosen())
    options.triesInverted = change.inverted
    var explainer = PictureExplainer(
      loader: WalledPictureLoader.ofThisProgram(), options: options, region: try scanning.region(), page: page,
      change: change.change, peer: peer.flatMap { BenchPeer(command: $0) })
    var status = ExitStatus.foundNothing
    var told: [ExplainedPicture] = []
    for entry in entries {
      let picture: ExplainedPicture
      do throws(PictureFailure) {
        picture = try explainer.explain(entry, isTimed: entries.count == 1 && !json)
      } catch {
        status = .deviceOrFile
        if json {
          try StandardOutput.write(
            text: Explanation.json(unreadable: "\(error)", source: entry.source).description + "\n")
        } else {
          StandardError.write("viewfinder: \(HarmlessText.escaped("\(error)"))")
        }
        continue
      }
      if picture.diagnosis.cause == nil, status == .foundNothing { status = .readSomething }
      try StandardOutput.write(text: text(picture, isAlone: entries.count == 1))
      if let output, entries.count == 1 { try write(picture.inspection, to: output) }
      if html != nil { told.append(picture) }
      explainer.count(picture.diagnosis)
    }
    if entries.count > 1, !json { try StandardOutput.write(text: explainer.summary) }
    if let html { try write(told, page: html) }
    throw status
  }

  private func text(_ picture: ExplainedPicture, isAlone: Bool) -> String {
    if json {
      return Explanation.json(picture.inspection, picture.diagnosis, source: picture.source).description + "\n"
    }
    if isAlone {
      let lines =
        Explanation(picture.inspection, picture.diagnosis).lines + picture.notes + (picture.search.map { [$0] } ?? [])
      return lines.map { $0 + "\n" }.joined()
    }
    let notes = picture.notes.map { "; " + $0 }.joined()
    return "\(HarmlessText.escaped(picture.source)): \(picture.diagnosis.sentence)\(notes)\n"
  }

  private func write(_ pictures: [ExplainedPicture], page: String) throws {
    let text =
      pictures.count == 1 && files.count == 1
      ? ExplanationPage(pictures[0]).html : ExplanationIndex(pictures).html
    do { try Data(text.utf8).write(to: URL(filePath: page)) } catch {
      StandardError.write("viewfinder: \(HarmlessText.escaped(page)) cannot be written: \(WriteTrouble(error))")
      throw ExitStatus.deviceOrFile
    }
    if !json { try StandardOutput.write(text: "wrote \(HarmlessText.escaped(page))\n") }
  }

  private func write(_ inspection: Inspection, to folder: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for (name, image) in inspection.pictures {
      let path = URL(filePath: folder).appending(path: "\(name).png").path
      do throws(ExportFailure) {
        try PNGExport.write(image, path: path)
      } catch {
        StandardError.write("viewfinder: \(error)")
        throw ExitStatus.deviceOrFile
      }
      if !json { print("wrote \(HarmlessText.escaped(path))") }
    }
  }
}
