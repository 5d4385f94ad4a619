import ArgumentParser
import Barcodes
import Foundation
import Geometry
import Imaging
import PictureFiles
import SDLScreen
import Scanner

/// `viewfinder explain`: every stage of a detection as a picture, and in words the first that failed.
struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Show why a picture's codes are read, or the first stage that fails.")

  @Argument(help: "A picture, or a document of pages.")
  var file: String

  @Option(help: "Which page of a document, from 1.")
  var page = 1

  @OptionGroup var symbologies: SymbologyOptions

  @Option(help: "A folder for a picture of each stage; made if needed.")
  var output: String?

  @OptionGroup var effort: EffortOptions

  func run() throws {
    let frame: Frame
    do throws(PictureFailure) {
      let path = PicturePath.paths(for: [file])[0]
      frame = try WalledPictureLoader.ofThisProgram().load(
        PictureFile(path, readsStreams: true), page: page, resolution: .fine
      ).frame
    } catch {
      StandardError.write("viewfinder: \(HarmlessText.escaped("\(error)"))")
      throw ExitStatus.deviceOrFile
    }
    let record = DetectionRecord()
    let detector = Detector(effort.options(try symbologies.chosen()))
    let observations = detector.detect(in: frame, trace: record)
    for line in Explanation(record).lines { print(line) }
    if let output { try write(record, to: output) }
    if observations.isEmpty { throw ExitStatus.foundNothing }
  }

  private func write(_ record: DetectionRecord, to folder: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for (name, image) in record.pictures {
      let path = URL(filePath: folder).appending(path: "\(name).png").path
      do throws(ExportFailure) {
        try PNGExport.write(image, path: path)
      } catch {
        StandardError.write("viewfinder: \(error)")
        throw ExitStatus.deviceOrFile
      }
      print("wrote \(path)")
    }
  }
}
