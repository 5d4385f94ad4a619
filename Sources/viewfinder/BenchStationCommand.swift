import ArgumentParser
import Barcodes
import Capture
import Foundation
import Geometry
import Imaging
import OutboxStore
import Scanner
import Station

/// How long a station takes from a read to the verdict on screen, with the commit in between.
struct BenchStationCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "station",
    abstract: "Time a station from a read to the verdict on its screen, the disk's commit in between.",
    discussion: """
      Opens the station's window where there is a display, holds codes before it, and delivers them to a file that takes them. \
      Beforehand so many scans are stored for an output that takes none. What the disk takes by itself is timed before and after.
      With --lines nothing of that: codes are looked up in a list of so many lines.
      """)

  @Option(help: "How many codes to hold before it.")
  var codes = 200

  @Option(help: "How many scans wait in the outbox meanwhile.")
  var waiting = 0

  @Option(help: "How many lines a list of codes has in which codes are looked up.")
  var lines: Int?

  @Option(help: ArgumentHelp("Where the outbox lies: the disk that is timed.", valueName: "path"))
  var folder: String?

  func validate() throws {
    if codes < 1 { throw ValidationError("--codes is 1 or more") }
    if waiting < 0 { throw ValidationError("--waiting is 0 or more") }
    if let lines, lines < 1 { throw ValidationError("--lines is 1 or more") }
  }

  func run() throws {
    if let lines { return try StandardOutput.write(text: ListBench.figures(lines: lines, lookUps: codes)) }
    let folder = URL(filePath: folder ?? NSTemporaryDirectory()).appending(path: "station-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var station = StationSettings()
    station.outbox = folder.appending(path: "outbox.sqlite").path
    station.outputs = [
      OutputSettings(name: "file", kind: .file(FileOutput.Options(path: folder.appending(path: "scans").path)))
    ]
    station.screen.isQuiet = true
    try fill(OutboxLocation(path: station.outbox ?? ""))
    let (settings, count) = (station, codes)
    var bare = BareSync.times(in: folder)
    let (shown, stored) = try MainActor.assumeIsolated {
      let plan = StationPlan(
        station: settings, path: "", environment: [:],
        open: { () throws(CaptureFailure) in BenchCodes.source(of: count) }, isFullScreen: true, isLogged: false,
        frameLimit: nil,
        scanLimit: count, timeLimit: BenchCodes.duration(of: count) + .seconds(5))
      let session = try StationSession(plan)
      try session.run()
      return (session.acknowledgements, session.commits)
    }
    guard !shown.isEmpty else { throw ExitStatus.foundNothing }
    bare += BareSync.times(in: folder)
    try StandardOutput.write(
      text: """
        \(shown.count) verdicts, \(waiting) scans waiting
        fdatasync of as many bytes by itself, before and after: \(Self.figures(bare))
        read to disk: \(Self.figures(stored))
        read to screen: \(Self.figures(shown))

        """)
  }

  private static func figures(_ times: [Duration]) -> String { Shares.told(times, .milliseconds(1), "ms") }

  /// For an output that the station does not have, so that nothing takes them.
  private func fill(_ location: OutboxLocation) throws {
    guard waiting > 0 else { return }
    let store = OutboxStore(location, role: .tool)
    var random = SystemRandomNumberGenerator()
    for number in 0..<waiting {
      let text = "https://example.com/scan/\(number)"
      let scan = AcceptedScan(
        key: ScanKey(using: &random), station: "bench", time: Date(), symbology: "qr", symbologyIdentifier: "]Q1",
        text: text, bytes: Array(text.utf8))
      _ = try orExit { () throws(OutboxFailure) in try store.store(scan, for: ["nobody"]) }
    }
  }
}

/// Within which time half, most and nearly all of what was timed were done.
private enum Shares {
  /// - Parameter unit: with its name.
  static func told(_ times: [Duration], _ unit: Duration, _ name: String) -> String {
    let times = times.sorted()
    guard !times.isEmpty else { return "not to be had" }
    return [0.5, 0.95, 0.99].map { share in
      let time = times[min(times.count - 1, Int(Double(times.count) * share))]
      return "\(Int(share * 100)) % within \((time / unit * 100).rounded() / 100) \(name)"
    }
    .joined(separator: ", ")
  }
}

/// How long a station's rules take to look a code up in a list.
private enum ListBench {
  static func figures(lines: Int, lookUps: Int) -> String {
    var bytes: [UInt8] = []
    for number in 0..<lines { bytes += Array("https://example.com/ticket/\(number)\n".utf8) }
    let begin = ContinuousClock.now
    let list = CodeList(bytes)
    let reading = ContinuousClock.now - begin
    var found = 0
    // Every other one is on the list.
    let times = (0..<lookUps).map { number -> Duration in
      let code = Array("https://example.com/ticket/\(number &* 7919 % (2 * lines))".utf8)
      let start = ContinuousClock.now
      if list.contains(code) { found += 1 }
      return .now - start
    }
    return """
      \(list.count) lines read in \((reading / .milliseconds(1)).rounded()) ms; \(lookUps) codes looked up, \(found) found
      \(Shares.told(times, .microseconds(1), "µs")), all within \((times.max() ?? .zero) / .microseconds(1)) µs

      """
  }
}

/// What the disk takes for a commit's bytes if nobody does anything else: written over a file that is there already.
private enum BareSync {
  /// Pages that a scan's commit writes to the log, each with its 24 bytes.
  private static let bytes = 4 * (4096 + 24)

  static func times(in folder: URL, count: Int = 60) -> [Duration] {
    let path = folder.appending(path: "bare").path
    guard FileManager.default.createFile(atPath: path, contents: Data(repeating: 1, count: count * bytes)),
      let file = FileHandle(forUpdatingAtPath: path), fsync(file.fileDescriptor) == 0
    else { return [] }
    defer { try? FileManager.default.removeItem(atPath: path) }
    return (0..<count).compactMap { number in
      guard (try? file.seek(toOffset: UInt64(number * bytes))) != nil else { return nil }
      // A person shows no code sooner than this.
      Thread.sleep(forTimeInterval: 0.1)
      let start = ContinuousClock.now
      guard (try? file.write(contentsOf: Data(repeating: 2, count: bytes))) != nil, fdatasync(file.fileDescriptor) == 0
      else { return nil }
      return .now - start
    }
  }
}

/// A camera before which codes are held, one after the other; between two the picture is empty.
private enum BenchCodes {
  /// Frames a second.
  private static let rate = 30.0
  /// Of each code, and of nothing after it.
  private static let frames = 4

  /// On a machine that is too slow some are missed.
  static func duration(of count: Int) -> Duration { .seconds(2 * count * frames) / Int(rate) }

  static func source(of count: Int) -> GeneratedFrames {
    let pictures = (0..<count).map { picture(of: "https://example.com/bench/\($0)") }
    return GeneratedFrames(name: "bench", rate: rate) { index, _ in
      let place = index / frames
      let picture = place.isMultiple(of: 2) && place / 2 < count ? pictures[place / 2] : nil
      return picture ?? blank
    }
  }

  private static let blank = grey(width: 320, height: 240, pixels: [UInt8](repeating: 200, count: 320 * 240))

  private static func grey(width: Int, height: Int, pixels: [UInt8]) -> Frame {
    guard let frame = try? Frame(format: .grey, width: width, height: height, bytes: pixels) else {
      preconditionFailure("a byte a pixel is a grey frame")
    }
    return frame
  }

  /// Three pixels a module, in the middle of a frame.
  private static func picture(of text: String) -> Frame? {
    guard let code = try? CatalogGenerator().codes(for: CodeRecipe(text: text)).first else { return nil }
    let appearance = CodeAppearance()
    let (width, height) = code.size(appearance)
    var pixels = [UInt8](repeating: 200, count: 320 * 240)
    let (left, top) = ((320 - 3 * width) / 2, (240 - 3 * height) / 2)
    for run in code.runs(appearance) {
      for y in 3 * run.y..<3 * (run.y + run.height) {
        for x in 3 * run.x..<3 * (run.x + run.width) { pixels[(top + y) * 320 + left + x] = 20 }
      }
    }
    return grey(width: 320, height: 240, pixels: pixels)
  }
}
