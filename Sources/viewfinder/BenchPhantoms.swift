import ArgumentParser
import Barcodes
import Foundation
import Imaging
import Scanner

/// `viewfinder bench phantoms`: what is read where there is nothing to read.
struct BenchPhantomsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "phantoms",
    abstract: "Make pictures of texture, text, floors and faces, and count what is read in them: nothing should be.",
    discussion: """
      Each picture has a number, from --seed on, by which it comes again. They are read as a camera's frames are.

      Exit status: 0 nothing read, 1 something was.
      """)

  @Option(help: "How many pictures.")
  var count = 1000

  @Option(help: "The first picture's number.")
  var seed: UInt64 = 1

  @Option(help: ArgumentHelp("Size of the pictures.", valueName: "WxH"))
  var size = "640x480"

  @Option(help: "Milliseconds for each picture, in place of a camera's frame's.")
  var budget: Int?

  @OptionGroup var symbologies: SymbologyOptions

  func validate() throws {
    guard count > 0 else { throw ValidationError("--count: from 1 on") }
    guard pixels != nil else { throw ValidationError("--size: WIDTHxHEIGHT, each from 32 to 8192") }
  }

  func run() throws {
    guard let (width, height) = pixels else { return }
    var options = DetectionOptions.camera(try symbologies.chosen())
    if let budget { options.budget = .milliseconds(budget) }
    var bench = PhantomBench(
      seeds: seed..<seed + UInt64(count), width: width, height: height, options: options)
    try bench.run { phantom in
      print(
        "phantom: --seed \(phantom.seed) (\(phantom.ground.rawValue)) \(phantom.symbol.symbology.name) "
          + HarmlessText.line(for: phantom.symbol.text, bytes: phantom.symbol.bytes))
    }
    print(bench.report)
    if !bench.phantoms.isEmpty { throw ExitCode(1) }
  }

  private var pixels: (width: Int, height: Int)? {
    let sides = size.split(separator: "x").compactMap { Int($0) }
    guard sides.count == 2, sides.allSatisfy({ 32...8192 ~= $0 }) else { return nil }
    return (sides[0], sides[1])
  }
}

/// Reads pictures of texture, text, floors and faces, in which there is nothing to read, as a camera's frames.
struct PhantomBench {
  /// A code read where there is none.
  struct Phantom {
    let seed: UInt64
    let ground: SceneGround
    let symbol: DecodedSymbol
  }

  /// Pictures of one ground.
  struct Tally {
    var pictures = 0
    var phantoms = 0
    var times: [Double] = []
  }

  let seeds: Range<UInt64>
  let width: Int
  let height: Int
  let options: DetectionOptions
  private(set) var phantoms: [Phantom] = []
  private(set) var tallies: [SceneGround: Tally] = [:]

  init(seeds: Range<UInt64>, width: Int, height: Int, options: DetectionOptions) {
    self.seeds = seeds
    self.width = width
    self.height = height
    self.options = options
  }

  /// - Parameter found: told of each phantom as it turns up.
  mutating func run(found: (Phantom) -> Void) throws {
    let detector = Detector(options)
    for seed in seeds {
      let scene = PhantomScene(seed: seed)
      let frame = try Frame(
        format: .grey, width: width, height: height, bytes: scene.render(width: width, height: height).pixels)
      let start = ContinuousClock.now
      let observations = detector.detect(in: frame)
      var tally = tallies[scene.ground] ?? Tally()
      tally.times.append((ContinuousClock.now - start).inMilliseconds)
      tally.pictures += 1
      tally.phantoms += observations.count
      tallies[scene.ground] = tally
      for observation in observations {
        let phantom = Phantom(seed: seed, ground: scene.ground, symbol: observation.symbol)
        phantoms.append(phantom)
        found(phantom)
      }
    }
  }

  /// A line for each ground, and the sum.
  var report: String {
    let lines = SceneGround.allCases.compactMap { ground in
      tallies[ground].map { line(ground.rawValue, $0) }
    }
    var all = Tally()
    for tally in tallies.values {
      all.pictures += tally.pictures
      all.phantoms += tally.phantoms
      all.times += tally.times
    }
    return (lines + [line("total", all)]).joined(separator: "\n")
  }

  private func line(_ name: String, _ tally: Tally) -> String {
    let times = tally.times.sorted()
    func time(_ share: Double) -> String {
      String(format: "%.2f", times.isEmpty ? 0 : times[Int(share * Double(times.count - 1))])
    }
    return "\(name.padding(toLength: 10, withPad: " ", startingAt: 0)) pictures \(tally.pictures)  "
      + "phantoms \(tally.phantoms)  ms p50 \(time(0.5)) p95 \(time(0.95)) max \(time(1))"
  }
}
