import ArgumentParser
import Barcodes
import Foundation
import Imaging
import Scanner

/// `viewfinder bench belief`: how many of what is read is wrong.
struct BenchBeliefCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "belief",
    abstract: "Make pictures of linear symbols, blurred, small, noisy and dirty, and count what is read wrong.",
    discussion: """
      Each picture has a number, from --seed on, by which it comes again. Each is read among all symbologies.

      Exit status: 0 nothing read wrong, 1 something was.
      """)

  /// How pictures are read.
  enum Manner: String, CaseIterable, ExpressibleByArgument {
    case live, quick, normal, thorough

    func options(_ symbologies: Set<Symbology>) -> DetectionOptions {
      guard let effort = DetectionEffort(rawValue: rawValue) else { return .camera(symbologies) }
      return DetectionOptions(symbologies: symbologies, effort: effort)
    }
  }

  @Option(help: "How many pictures of each symbology.")
  var count = 1000

  @Option(help: "The first picture's number.")
  var seed: UInt64 = 1

  @Option(
    help: ArgumentHelp(
      "What to draw, with commas between them: \(LabelScene.symbologies.map(\.name).joined(separator: ", ")).",
      valueName: "names"))
  var draw: String?

  @Option(
    name: .customLong("as"), parsing: .upToNextOption,
    help: ArgumentHelp("How to read: live, quick, normal, thorough.", valueName: "manner"))
  var manners = Manner.allCases

  @Option(help: ArgumentHelp("Where to leave the pictures that are read wrong.", valueName: "folder"))
  var save: String?

  @OptionGroup var symbologies: SymbologyOptions

  func validate() throws {
    guard count > 0 else { throw ValidationError("--count: from 1 on") }
    _ = try drawn()
  }

  private func drawn() throws -> [Symbology] {
    guard let draw else { return LabelScene.symbologies }
    return try draw.split(separator: ",").map { name in
      guard let symbology = LabelScene.symbologies.first(where: { $0.name == name }) else {
        throw ValidationError("--draw: “\(name)” cannot be drawn")
      }
      return symbology
    }
  }

  func run() throws {
    let wanted = try symbologies.chosen()
    var wrong = 0
    for symbology in try drawn() {
      var tallies = manners.map { Tally(manner: $0, detector: Detector($0.options(wanted))) }
      for seed in seed..<seed + UInt64(count) {
        let scene = try LabelScene(symbology, seed: seed)
        let image = scene.render()
        let frame = try Frame(format: .grey, width: image.width, height: image.height, bytes: image.pixels)
        for index in tallies.indices {
          for text in tallies[index].read(frame, scene) {
            print(
              "wrong: --draw \(symbology.name) --seed \(seed) --as \(tallies[index].manner.rawValue): "
                + "\(HarmlessText.escaped(text)) for \(scene.text), "
                + String(format: "%.1f px, defocus %.2f, motion %.2f", scene.moduleSize, scene.defocus, scene.motion))
            try keep(image, "\(symbology.name)-\(seed).pgm")
          }
        }
      }
      for tally in tallies {
        print("\(symbology.name.padding(toLength: 10, withPad: " ", startingAt: 0)) \(tally.report)")
        wrong += tally.wrong
      }
    }
    if wrong > 0 { throw ExitCode(1) }
  }

  private func keep(_ image: LuminanceImage, _ name: String) throws {
    guard let save else { return }
    let pgm = Data("P5\n\(image.width) \(image.height)\n255\n".utf8) + Data(image.pixels)
    let folder = URL(filePath: save)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try pgm.write(to: folder.appending(path: name))
  }

  /// What one manner of reading came to.
  private struct Tally {
    let manner: Manner
    let detector: Detector
    private var pictures = 0
    private var right = 0
    private(set) var wrong = 0
    private var times: [Double] = []

    init(manner: Manner, detector: Detector) {
      self.manner = manner
      self.detector = detector
    }

    /// - Returns: what was read wrong.
    mutating func read(_ frame: Frame, _ scene: LabelScene) -> [String] {
      // Each picture is another label.
      detector.reset()
      let start = ContinuousClock.now
      let observations = detector.detect(in: frame)
      times.append((ContinuousClock.now - start).inMilliseconds)
      pictures += 1
      if observations.contains(where: { $0.symbol.text == scene.text }) { right += 1 }
      let others = observations.filter { $0.symbol.text != scene.text }
      wrong += others.count
      return others.map { "\($0.symbol.symbology.name) \($0.symbol.text ?? "")" }
    }

    var report: String {
      let sorted = times.sorted()
      let missed = pictures - right
      return "\(manner.rawValue.padding(toLength: 8, withPad: " ", startingAt: 0)) read \(right)  missed \(missed)  "
        + "wrong \(wrong)"
        + String(format: "  ms p50 %.2f mean %.2f", sorted[sorted.count / 2], times.reduce(0, +) / Double(times.count))
    }
  }
}
