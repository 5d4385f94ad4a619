import Foundation
import Synchronization

/// A station's process from its start to its end, what it said, and how much of the machine it took.
final class StationLife {
  private let process = Process()
  private let input = Pipe()
  private let lines: Lines
  private let ended = DispatchSemaphore(value: 0)
  private(set) var samples: [StationSample] = []

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
      // Each line as it comes: who asks for a number of bytes waits until there are as many.
      while case let more = reading.availableData, !more.isEmpty {
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

  /// - Parameter time: of the station, now.
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
      StationSample(
        at: time, kibibytes: value("VmRSS"), descriptors: descriptors, threads: value("Threads"),
        codes: lines("shown").count + lines("not").count))
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

/// How much of the machine a station took at a moment.
struct StationSample {
  /// When it was taken, in seconds of the station's time.
  let at: Double
  let kibibytes: Int
  let descriptors: Int
  let threads: Int
  /// How many codes it had told of until then.
  let codes: Int
}

/// Whether stations take more of the machine the longer they live.
struct StationFigures {
  let summary: String
  let troubles: [String]

  /// - Parameter lives: what each took, in the order of time.
  init(_ lives: [[StationSample]]) {
    let samples = lives.joined()
    let (descriptors, threads) = (samples.map(\.descriptors), samples.map(\.threads))
    // Connections come and go; a leak of one in each fault would be hundreds in a week.
    var troubles: [String] = []
    if (descriptors.max() ?? 0) > 64 { troubles.append("\(descriptors.max() ?? 0) descriptors") }
    if (threads.max() ?? 0) > 64 { troubles.append("\(threads.max() ?? 0) threads") }
    let longest = Self.longest(of: lives)
    var memory = "memory of no life was looked at often enough"
    if let (early, late) = Self.memory(of: longest) {
      memory = "memory of the longest life \(early) kB in its first quarter, \(late) kB in its last"
      // Allocators settle for a while; a kilobyte a scan would be ten megabytes in a week.
      if late > early + max(early / 8, 6 * 1024) { troubles.append(memory) }
    }
    summary =
      "\(lives.count) lives; descriptors \(descriptors.min() ?? 0) to \(descriptors.max() ?? 0), threads "
      + "\(threads.min() ?? 0) to \(threads.max() ?? 0); \(memory)"
    self.troubles = troubles
  }

  static func longest(of lives: [[StationSample]]) -> [StationSample] {
    func length(_ samples: [StationSample]) -> Double { (samples.last?.at ?? 0) - (samples.first?.at ?? 0) }
    return lives.max { length($0) < length($1) } ?? []
  }

  /// Means in kilobytes over the first and the last quarter of the time in which a station was at work; nil where it was looked at
  /// too seldom or for too short a time.
  ///
  /// At work is who has told of a code: until then the detector has none of its buffers, and on a clock that runs a thousand times
  /// too fast a process takes hours to start. A sixteenth more is left to allocators and caches.
  static func memory(of life: [StationSample]) -> (early: Int, late: Int)? {
    let working = life.drop { $0.codes == 0 }
    guard let first = working.first?.at, let last = working.last?.at, last - first > 4 * 3600 else { return nil }
    func mean(from start: Double, to end: Double) -> Int? {
      let part = working.filter { first + start * (last - first)...first + end * (last - first) ~= $0.at }
      return part.count < 4 ? nil : part.map(\.kibibytes).reduce(0, +) / part.count
    }
    guard let early = mean(from: 1.0 / 16, to: 1.0 / 4), let late = mean(from: 3.0 / 4, to: 1) else { return nil }
    return (early, late)
  }
}
