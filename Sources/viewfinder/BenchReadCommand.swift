import ArgumentParser
import Barcodes
import Foundation
import Geometry
import Imaging
import PictureFiles
import Scanner

/// `viewfinder bench read`: reads per folder against truth, and time, on one thread.
struct BenchReadCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "read",
    abstract: "Measure reads and times on folders of pictures with known truth.",
    discussion: """
      Each folder has a truth.jsonl, one object a picture: {"file":…,"codes":[{"symbology":…,"text":…,"corners":…}]}. \
      A code counts as read where an observation says what it says and lies on it. Pictures are turned to grey \
      before they are timed; the time is the least of the repeats.
      """)

  @Argument(help: "Folders, searched for truth.jsonl; a picture or a folder without truth is only timed.")
  var paths: [String]

  @OptionGroup var symbologies: SymbologyOptions

  @Option(help: "How often each picture is read; the least time counts.")
  var `repeat` = 1

  @Option(help: "Degrees clockwise by which the pictures are turned, any, with commas, such as 0,45,180.")
  var rotate = "0"

  @OptionGroup var effort: EffortOptions

  @Flag(help: "Search pictures as frames of a camera, within the time that these get.")
  var live = false

  @Flag(help: "Name the pictures in which something was not read, or read wrong.")
  var failures = false

  @Flag(help: "One JSON object a folder.")
  var json = false

  @Flag(help: "One JSON object a picture: its set, file, pixels, codes, reads, wrong readings and milliseconds.")
  var pictures = false

  @Flag(help: "Name the work of each family that took time, instead of the stages.")
  var work = false

  func validate() throws {
    for turn in rotate.split(separator: ",", omittingEmptySubsequences: false) where Int(turn) == nil {
      throw ValidationError("--rotate: “\(turn)” is no whole number of degrees")
    }
  }

  func run() throws {
    var options = effort.options(try symbologies.chosen())
    if live {
      options.followsFrames = true
      options.budget = options.budget ?? DetectionOptions.liveBudget
    }
    let detector = Detector(options)
    let loader = WalledPictureLoader.ofThisProgram()
    let turns = rotate.split(separator: ",").compactMap { Int($0) }
    var means: [Double] = []
    var total = BenchScore()
    for folder in try folders() {
      for turn in turns {
        let score = try measure(folder, turn: turn, detector, loader)
        if !pictures { report(score, name: turns.count > 1 ? "\(folder.name)@\(turn)" : folder.name) }
        if score.codes > 0 { means.append(Double(score.read) / Double(score.codes)) }
        total.add(score)
      }
    }
    guard !pictures else { return }
    report(total, name: "total")
    if !json && means.count > 1 {
      print("mean of sets \(fixed(means.reduce(0, +) / Double(means.count), 3)) over \(means.count)")
    }
  }

  private func folders() throws -> [TruthFolder] {
    let known = try TruthFolder.all(below: paths)
    guard known.isEmpty else { return known }
    return try paths.map { path in
      let url = URL(filePath: path)
      guard (try? url.resourceValues(forKeys: [.isDirectoryKey]).isDirectory) == true else {
        let row = TruthRow(file: url.lastPathComponent, codes: [], atLeast: 0)
        return TruthFolder(path: url.deletingLastPathComponent(), rows: [row])
      }
      let names = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
      let pictures = names.filter { PictureFolder.endings.contains(PicturePath($0).ending) }
      return TruthFolder(path: url, rows: pictures.map { TruthRow(file: $0, codes: [], atLeast: 0) })
    }
  }

  private func measure(_ folder: TruthFolder, turn: Int, _ detector: Detector, _ loader: any PictureLoader) throws
    -> BenchScore
  {
    var score = BenchScore()
    for row in folder.rows {
      guard let file = row.file else { continue }
      let picture = try loader.frame(path: folder.path.appending(path: file).path)
      let turning = PictureTurn(clockwise: Double(turn), width: picture.width, height: picture.height)
      guard let image = LuminanceImage(picture).map(turning.callAsFunction) else { throw FrameError.empty }
      let frame = try Frame(format: .grey, width: image.width, height: image.height, bytes: image.pixels)
      var best = Double.infinity
      var observations: [Observation] = []
      detector.reset()
      for _ in 0..<max(1, `repeat`) {
        let start = ProcessorTime.now
        observations = detector.detect(in: frame)
        best = min(best, ProcessorTime.now - start)
      }
      var one = BenchScore()
      one.add(row.turned(turning), named: file, observations, milliseconds: best)
      if !pictures {
        // To be watched costs a picture of a millisecond a fiftieth of it, so that a run of its own tells the stages.
        let clock = StageClock()
        detector.reset()
        _ = detector.detect(in: frame, trace: clock)
        one.add(clock)
      }
      if pictures { print(try one.line(set: folder.name, file: file, pixels: frame.width * frame.height)) }
      score.add(one)
    }
    return score
  }

  private func report(_ score: BenchScore, name: String) {
    let each = 1 / Double(max(score.pictures, 1))
    let works = SearchWork.allCases.compactMap { kind in
      score.work[kind].map { (kind.rawValue, $0.milliseconds * each) }
    }
    let stages = score.stages.mapValues { $0 * each }
    let (p50, p95, worst) = (score.percentile(0.5), score.percentile(0.95), score.times.max() ?? 0)
    if json {
      let named = work ? works : stages.inOrder.map { ($0.stage.name, $0.milliseconds) }
      let times = named.map { "\"\($0.0)\":\(fixed($0.1, 3))" }.joined(separator: ",")
      print(
        "{\"set\":\"\(name)\",\"pictures\":\(score.pictures),\"codes\":\(score.codes),\"read\":\(score.read),"
          + "\"wrong\":\(score.wrong),\"false\":\(score.unfounded),\"p50\":\(fixed(p50, 3)),\"p95\":\(fixed(p95, 3)),"
          + "\"max\":\(fixed(worst, 3)),\"stages\":{\(times)}}")
      return
    }
    let padded = name.padding(toLength: max(name.count, 28), withPad: " ", startingAt: 0)
    print(
      "\(padded) read \(score.read) of \(score.codes)  wrong \(score.wrong)  false \(score.unfounded)"
        + "  ms p50 \(fixed(p50, 2)) p95 \(fixed(p95, 2)) max \(fixed(worst, 2))"
        + "  | " + (work ? works.map { "\($0.0) \(fixed($0.1, 2))" }.joined(separator: " ") : stages.words))
    if failures && !score.failures.isEmpty { print("    not read: " + score.failures.joined(separator: " ")) }
  }

  private func fixed(_ value: Double, _ places: Int) -> String { String(format: "%.\(places)f", value) }
}

extension TruthRow {
  /// The same truth of the picture turned.
  func turned(_ turn: PictureTurn) -> TruthRow {
    let codes = codes.map { code in
      let corners = code.corners?.map { corner -> [Double] in
        let place = turn.place(Point(corner[0], corner[1]))
        return [place.x, place.y]
      }
      return TruthCode(symbology: code.symbology, text: code.text, bytes: code.bytes, corners: corners)
    }
    return TruthRow(file: file, codes: codes, atLeast: atLeast)
  }
}
