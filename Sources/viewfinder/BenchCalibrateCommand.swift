import ArgumentParser
import Barcodes
import Foundation
import Imaging
import PictureFiles
import Scanner

/// `viewfinder bench calibrate`: what each kind of work costs and yields, for the table that decides what is tried next.
struct BenchCalibrateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calibrate",
    abstract: "Measure what each kind of work of the search costs and reads.",
    discussion: """
      Prints a row for each kind: runs, symbols read in a thousand of them, microseconds a run, and microseconds from \
      one look at the meter to the next. They are the figures of SearchPolicy. Symbols count where they are true.
      """)

  @Argument(help: "Folders with truth.jsonl.")
  var paths: [String]

  @OptionGroup var symbologies: SymbologyOptions
  @OptionGroup var effort: EffortOptions

  func run() throws {
    let loader = WalledPictureLoader.ofThisProgram()
    let detector = Detector(effort.options(try symbologies.chosen()))
    var work: [SearchWork: WorkCost] = [:]
    for folder in try TruthFolder.all(below: paths) {
      for row in folder.rows {
        guard let file = row.file else { continue }
        let picture = try loader.frame(path: folder.path.appending(path: file).path)
        guard let image = LuminanceImage(picture) else { throw FrameError.empty }
        let clock = StageClock()
        _ = detector.detect(
          in: try Frame(format: .grey, width: image.width, height: image.height, bytes: image.pixels), trace: clock)
        work.merge(clock.work) { $0 + $1 }
      }
    }
    for kind in SearchWork.allCases {
      guard let cost = work[kind] else { continue }
      let name = kind.rawValue.padding(toLength: 22, withPad: " ", startingAt: 0)
      let runs = Double(cost.runs)
      print(
        "\(name) runs \(cost.runs)  read \(cost.read)  gain \(String(format: "%.1f", Double(cost.read) * 1000 / runs))"
          + "  cost \(Int(cost.milliseconds * 1000 / runs))"
          + "  step \(String(format: "%.1f", cost.milliseconds * 1000 / Double(max(1, cost.steps))))"
          + "  total ms \(Int(cost.milliseconds))")
    }
  }
}
