import Foundation
import Synchronization

/// A station's process from its start to its end, what it said, and how much of the machine it took.
final class StationLife {
  struct Sample {
    /// In seconds of the station's time.
    let at: Double
    let kibibytes: Int
    let descriptors: Int
    let threads: Int
  }

  private let process = Process()
  private let input = Pipe()
  private let lines: Lines
  private let ended = DispatchSemaphore(value: 0)
  private(set) var samples: [Sample] = []

  /// The thread that reads has it as well.
  private final class Lines: Sendable {
    let all = Mutex<[String]>([])
  }

  /// - Parameter variables: of its environment, beside this process's own.
  init(_ arguments: [String], _ variables: [String: String] = [:]) throws {
    let products = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    process.executableURL = products.appending(path: "station-simulation")
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
    let output = Pipe()
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    // Else the reader below waits for an end that this process holds open.
    try? output.fileHandleForWriting.close()
    let (lines, ended) = (Lines(), ended)
    self.lines = lines
    let reading = output.fileHandleForReading
    Thread.detachNewThread {
      var rest = Data()
      while let more = try? reading.read(upToCount: 4096), !more.isEmpty {
        rest += more
        while let end = rest.firstIndex(of: 10) {
          let line = String(decoding: rest[rest.startIndex..<end], as: UTF8.self)
          lines.all.withLock { $0.append(line) }
          rest = Data(rest[rest.index(after: end)...])
        }
      }
      // What it had not said to the end when it died was not shown.
      ended.signal()
    }
  }

  func say(_ line: String) { try? input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8)) }

  /// As a power cut ends it, and what it still said before.
  func kill() {
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    ended.wait()
  }

  func waitForEnd() {
    if ended.wait(timeout: .now() + 30) == .timedOut { Foundation.kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }

  func sample(at time: Double) {
    let folder = "/proc/\(process.processIdentifier)"
    guard let status = try? String(contentsOf: URL(filePath: folder + "/status"), encoding: .utf8),
      let descriptors = try? FileManager.default.contentsOfDirectory(atPath: folder + "/fd").count
    else { return }
    func value(_ name: String) -> Int {
      let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") }
      return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0
    }
    samples.append(
      Sample(at: time, kibibytes: value("VmRSS"), descriptors: descriptors, threads: value("Threads")))
  }

  /// When it was first and last looked at, in seconds of the station's time.
  var span: (first: Double, last: Double)? {
    samples.first.flatMap { first in samples.last.map { (first.at, $0.at) } }
  }

  private func lines(_ kind: String) -> [[Substring]] {
    lines.all.withLock { $0 }.map { $0.split(separator: " ") }.filter { $0.first.map(String.init) == kind }
  }

  /// Keys.
  var shown: [String] { lines("shown").map { String($0[1]) } }
  /// Codes of which the window said that the disk is full.
  var withoutRoom: Int {
    lines("not").count { $0.joined(separator: " ").contains("Not stored: The disk is full") }
  }
  /// How often the window said what of codes that were not accepted.
  var refusals: [String: Int] {
    Dictionary(grouping: lines("not")) { $0.dropFirst(2).joined(separator: " ") }.mapValues(\.count)
  }
  var aside: [String] { lines("aside").map { $0.joined(separator: " ") } }
}

/// Whether stations take more of the machine the longer they live.
struct StationFigures {
  let summary: String
  let troubles: [String]

  init(_ lives: [StationLife]) {
    let samples = lives.flatMap(\.samples)
    let (descriptors, threads) = (samples.map(\.descriptors), samples.map(\.threads))
    // Connections come and go; a leak of one in each fault would be hundreds in a week.
    var troubles: [String] = []
    if (descriptors.max() ?? 0) > 64 { troubles.append("\(descriptors.max() ?? 0) descriptors") }
    if (threads.max() ?? 0) > 64 { troubles.append("\(threads.max() ?? 0) threads") }
    var memory = "memory of no life was looked at often enough"
    // Allocators and caches settle in the first hour of the station's time.
    if let longest = lives.max(by: { $0.samples.count < $1.samples.count }), longest.samples.count >= 16,
      let (first, last) = longest.span, last - first > 4 * 3600
    {
      // The first sixteenth is its start.
      let settled = longest.samples.dropFirst(longest.samples.count / 16).map(\.kibibytes)
      let quarter = max(1, settled.count / 4)
      func mean(_ values: some Collection<Int>) -> Int { values.reduce(0, +) / max(1, values.count) }
      let (early, late) = (mean(settled.prefix(quarter)), mean(settled.suffix(quarter)))
      memory = "memory of the longest life \(early) kB in its first quarter, \(late) kB in its last"
      // Allocators settle for a while; a kilobyte a scan would be ten megabytes in a week.
      if late > early + max(early / 8, 6 * 1024) { troubles.append(memory) }
    }
    summary =
      "\(lives.count) lives; descriptors \(descriptors.min() ?? 0) to \(descriptors.max() ?? 0), threads "
      + "\(threads.min() ?? 0) to \(threads.max() ?? 0); \(memory)"
    self.troubles = troubles
  }
}
