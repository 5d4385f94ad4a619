import ArgumentParser
import Barcodes
import Geometry
import Presentation
import Scanner

/// `viewfinder bench causes`: whether the sentence on an unread code names what is wrong with it.
struct BenchCausesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "causes",
    abstract: "Make pictures of codes with a known fault, and count those whose cause is told.",
    discussion: "Exit status: 0 at least nine of ten are told, 1 fewer.")

  @Flag(help: "Print each sentence, not only those that are wrong.")
  var all = false

  func run() throws {
    var right = 0
    for scene in FaultScene.all {
      let verdict = try scene.verdict()
      let isRight = verdict.map { scene.causes.contains($0.kind) } ?? false
      if isRight { right += 1 }
      guard !isRight || all else { continue }
      print("\(isRight ? "told" : "WRONG") \(scene.name): \(verdict?.sentence.description ?? "it was read")")
    }
    print("\(right) of \(FaultScene.all.count) causes told")
    if right * 10 < FaultScene.all.count * 9 { throw ExitCode(1) }
  }
}
