import ArgumentParser
import Barcodes
import Foundation
import Geometry
import Imaging
import Scanner

/// `viewfinder bench sweep`: how bad a picture may be, one way at a time, beside another reader.
struct BenchSweepCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sweep",
    abstract: "Find how much blur, noise, tilt and the like a QR code may have and still be read.",
    discussion: """
      Draws scenes that get worse step by step and counts what is read. A limit is the last step up to which at least \
      half of the scenes were read at every step.

      A peer is a program that takes picture files and prints what it reads, such as --peer "zbarimg -q --raw".
      """)

  @Option(help: ArgumentHelp("Scenes for each step.", valueName: "count"))
  var scenes = 20

  @Option(
    help: ArgumentHelp("Only these, with commas between them: \(SweepAxis.all.map(\.name).joined(separator: ", ")).")
  )
  var axes: String?

  @Option(
    help: ArgumentHelp("Another reader: run with the pictures' paths, its output is searched.", valueName: "command"))
  var peer: String?

  @Option(help: "Milliseconds for each picture.")
  var budget: Int?

  func validate() throws {
    guard (1...1000).contains(scenes) else { throw ValidationError("--scenes: from 1 to 1000") }
    if let peer, BenchPeer(command: peer) == nil { throw ValidationError("--peer: a program is missing") }
    _ = try chosen()
  }

  private func chosen() throws -> [SweepAxis] {
    guard let axes else { return SweepAxis.all }
    return try axes.split(separator: ",").map { name in
      guard let axis = SweepAxis.all.first(where: { $0.name == name }) else {
        throw ValidationError("--axes: there is no “\(name)”")
      }
      return axis
    }
  }

  func run() throws {
    var options = DetectionOptions(symbologies: [.qr])
    options.budget = budget.map { .milliseconds($0) }
    let detector = Detector(options)
    for axis in try chosen() {
      var counts: [(ours: Int, theirs: Int)] = []
      for level in axis.levels.indices {
        let count = try measure(axis, level, detector)
        counts.append(count)
        let theirs = peer == nil ? "" : "  peer \(count.theirs)"
        print("\(axis.name) \(axis.levels[level]) \(axis.unit): ours \(count.ours)\(theirs) of \(scenes)")
      }
      let ours = limit(axis, counts.map(\.ours))
      print("\(axis.name) limit: ours \(ours)" + (peer == nil ? "" : ", peer \(limit(axis, counts.map(\.theirs)))"))
    }
  }

  private func measure(_ axis: SweepAxis, _ level: Int, _ detector: Detector) throws -> (ours: Int, theirs: Int) {
    let folder = FileManager.default.temporaryDirectory.appending(path: "viewfinder-sweep-\(UUID().uuidString)")
    if peer != nil { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
    defer { try? FileManager.default.removeItem(at: folder) }
    var ours = 0
    var pictures: [URL] = []
    for scene in 0..<scenes {
      let image = try axis.picture(level: level, scene: scene)
      let frame = try Frame(format: .grey, width: image.width, height: image.height, bytes: image.pixels)
      let message = axis.message(level: level, scene: scene)
      if detector.detect(in: frame).contains(where: { $0.symbol.text == message }) { ours += 1 }
      guard peer != nil else { continue }
      pictures.append(folder.appending(path: "\(scene).pgm"))
      try (Data("P5\n\(image.width) \(image.height)\n255\n".utf8) + image.pixels).write(to: pictures[scene])
    }
    guard let peer, let reader = BenchPeer(command: peer) else { return (ours, 0) }
    let said = try reader.output(of: pictures)
    return (ours, (0..<scenes).count { said.contains(axis.message(level: level, scene: $0)) })
  }

  private func limit(_ axis: SweepAxis, _ counts: [Int]) -> String {
    let reached = counts.prefix { 2 * $0 >= scenes }.count
    return reached == 0 ? "none" : "\(axis.levels[reached - 1]) \(axis.unit)"
  }
}
