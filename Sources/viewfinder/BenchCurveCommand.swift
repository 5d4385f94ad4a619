import ArgumentParser
import Barcodes
import Foundation
import Imaging
import PictureFiles
import Scanner

/// `viewfinder bench curve`: how many codes are read by which time, so that a reader of any speed can be compared.
struct BenchCurveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "curve",
    abstract: "Count the codes that are read within a time a picture.",
    discussion: """
      For each folder with a truth.jsonl: codes read within 1, 2, 5… ms of processor time a picture. Another reader is a \
      point beside the curve: what it reads in its own time, and what ours reads within that same time of each picture, \
      within its mean in each picture, and where every search is ended after one time, such that all take as long as its do.
      """)

  @Argument(help: "Folders, searched for truth.jsonl.")
  var paths: [String]

  @OptionGroup var symbologies: SymbologyOptions

  @OptionGroup var effort: EffortOptions

  @Option(help: "How often each picture is read; the earliest time of each code counts.")
  var `repeat` = 1

  @Option(
    help: ArgumentHelp(
      "What another reader did: JSON Lines as “bench read --pictures” writes them, of which set, file, read and ms count.",
      valueName: "file"))
  var peer: String?

  /// Milliseconds.
  static let times: [Double] = [0.5, 1, 2, 5, 10, 25, 50, 100, 250, 1000]

  func run() throws {
    let detector = Detector(effort.options(try symbologies.chosen()))
    let loader = WalledPictureLoader.ofThisProgram()
    let points = try peer.map(PeerPoint.read) ?? [:]
    print(Self.row("codes within ms", Self.times.map { $0 < 1 ? "\($0)" : "\(Int($0))" } + ["all", "of"], "peer"))
    var total = ReadCurve()
    for folder in try TruthFolder.all(below: paths) {
      let curve = try self.curve(of: folder, detector, loader, points)
      print(curve.row(folder.name))
      total.add(curve)
    }
    print(total.row("total"))
  }

  private func curve(
    of folder: TruthFolder, _ detector: Detector, _ loader: any PictureLoader, _ points: [PeerPoint.Key: PeerPoint]
  ) throws -> ReadCurve {
    var curve = ReadCurve()
    for row in folder.rows {
      guard let file = row.file else { continue }
      let picture = try loader.frame(path: folder.path.appending(path: file).path)
      guard let image = LuminanceImage(picture) else { throw FrameError.empty }
      let frame = try Frame(format: .grey, width: image.width, height: image.height, bytes: image.pixels)
      var times: [Double] = []
      var whole = Double.infinity
      for _ in 0..<max(1, `repeat`) {
        detector.reset()
        let trace = ReadingTimes()
        let observations = detector.detect(in: frame, trace: trace)
        whole = min(whole, trace.elapsed)
        let again = row.times(of: observations, trace)
        times = times.isEmpty ? again : zip(times, again).map(min)
      }
      let codes = row.atLeast ?? row.codes.count
      curve.add(times, of: codes, whole: whole, beside: points[PeerPoint.Key(set: folder.name, file: file)])
    }
    return curve
  }

  fileprivate static func row(_ name: String, _ cells: [String], _ last: String) -> String {
    let name = name.padding(toLength: max(name.count, 28), withPad: " ", startingAt: 0)
    return name + cells.map { String(repeating: " ", count: max(1, 6 - $0.count)) + $0 }.joined() + "  " + last
  }
}

/// Notes when each symbol is read: milliseconds of processor time since the search of the picture began.
private final class ReadingTimes: DetectionTrace {
  private let start = ProcessorTime.now
  private(set) var times: [(observation: Observation, milliseconds: Double)] = []

  var elapsed: Double { ProcessorTime.now - start }

  func didRead(_ observation: Observation) { times.append((observation, elapsed)) }
}

extension TruthRow {
  /// The time of each code that was read.
  fileprivate func times(of observations: [Observation], _ trace: ReadingTimes) -> [Double] {
    // What a family says better in the end is dated by the end.
    let end = trace.times.last?.milliseconds ?? 0
    var left = observations.map { observation in
      (observation, trace.times.first { $0.observation == observation }?.milliseconds ?? end)
    }
    if let atLeast { return Array(left.map(\.1).sorted().prefix(atLeast)) }
    return codes.compactMap { code in
      guard let hit = left.firstIndex(where: { code.says($0.0.symbol) && code.lies(at: $0.0.corners) }) else {
        return nil
      }
      return left.remove(at: hit).1
    }
  }
}

/// What another reader did with a picture.
private struct PeerPoint: Decodable {
  let set, file: String
  let read: Int
  let ms: Double

  struct Key: Hashable {
    let set, file: String
  }

  static func read(_ path: String) throws -> [Key: PeerPoint] {
    let text: String
    do { text = try String(contentsOfFile: path, encoding: .utf8) } catch {
      throw ValidationError("--peer: \(path) cannot be read")
    }
    let points = try text.split(separator: "\n").enumerated().map { number, line in
      do { return try JSONDecoder().decode(PeerPoint.self, from: Data(line.utf8)) } catch {
        throw ValidationError("--peer: line \(number + 1) of \(path) has no set, file, read and ms")
      }
    }
    return Dictionary(points.map { (Key(set: $0.set, file: $0.file), $0) }) { $1 }
  }
}

/// Reads over time of some pictures.
private struct ReadCurve {
  private var codes = 0
  /// Milliseconds after which each code that was read was.
  private var times: [Double] = []
  private var pictures = 0
  private var peerRead = 0
  private var peerMilliseconds = 0.0
  private var peerPictures = 0
  /// Ours, in the time that the other reader took for the same picture.
  private var readInPeerTime = 0
  /// Of the pictures that the other reader has, too: milliseconds that ours searches each, and after which codes were read.
  private var wholes: [Double] = []
  private var timesBesidePeer: [Double] = []

  /// - Parameter whole: milliseconds after which the search ended.
  mutating func add(_ times: [Double], of codes: Int, whole: Double, beside point: PeerPoint?) {
    pictures += 1
    self.codes += codes
    self.times += times
    guard let point else { return }
    peerPictures += 1
    peerRead += point.read
    peerMilliseconds += point.ms
    readInPeerTime += times.count { $0 <= point.ms }
    wholes.append(whole)
    timesBesidePeer += times
  }

  mutating func add(_ other: ReadCurve) {
    codes += other.codes
    times += other.times
    pictures += other.pictures
    peerRead += other.peerRead
    peerMilliseconds += other.peerMilliseconds
    peerPictures += other.peerPictures
    readInPeerTime += other.readInPeerTime
    wholes += other.wholes
    timesBesidePeer += other.timesBesidePeer
  }

  /// Milliseconds after which each search must be ended for all of them to take as long as the other reader's.
  private var limitOfSum: Double {
    var left = peerMilliseconds
    for (ended, whole) in wholes.sorted().enumerated() {
      let share = left / Double(wholes.count - ended)
      if whole > share { return share }
      left -= whole
    }
    return .infinity
  }

  func row(_ name: String) -> String {
    let cells = BenchCurveCommand.times.map { limit in "\(times.count { $0 <= limit })" }
    guard peerPictures > 0 else { return BenchCurveCommand.row(name, cells + ["\(times.count)", "\(codes)"], "") }
    let mean = peerMilliseconds / Double(peerPictures)
    let inMean = times.count { $0 <= mean }
    let limit = limitOfSum
    let inSum = timesBesidePeer.count { $0 <= limit }
    let peer =
      String(
        format: "%d in %.2f ms a picture; ours %d in its time of each, %d in the mean, %d in the sum", peerRead, mean,
        readInPeerTime, inMean, inSum)
    let isLess = (inMean < peerRead ? "  < in the mean" : "") + (inSum < peerRead ? "  < in the sum" : "")
    return BenchCurveCommand.row(name, cells + ["\(times.count)", "\(codes)"], peer + isLess)
  }
}
