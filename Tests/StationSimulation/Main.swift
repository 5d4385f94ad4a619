import Foundation

/// Stations for tests that kill, cut and starve them: the outbox and the outputs are the program's own, the camera and the clock are not.
@main struct StationSimulation {
  static func main() throws {
    // The other end of a pipe or a socket may be gone at any time.
    signal(SIGPIPE, SIG_IGN)
    var arguments = Array(CommandLine.arguments.dropFirst())
    switch arguments.isEmpty ? "" : arguments.removeFirst() {
    case "station": try SimulatedStation(Options(arguments)).run()
    case "stations": try SimulatedFleet(Options(arguments)).run()
    case "fill": try fill(Options(arguments))
    default:
      tell("usage: station-simulation station|stations|fill --name value …")
      exit(2)
    }
  }
}

/// `--name value` pairs.
struct Options {
  private var values: [String: String] = [:]

  init(_ arguments: [String]) {
    for index in stride(from: 0, to: arguments.count - 1, by: 2) {
      values[String(arguments[index].dropFirst(2))] = arguments[index + 1]
    }
  }

  func text(_ name: String) throws -> String {
    guard let value = values[name] else { throw Missing(option: name) }
    return value
  }

  func number(_ name: String, _ standard: Double? = nil) throws -> Double {
    if let value = values[name].flatMap({ Double($0) }) { return value }
    guard let standard else { throw Missing(option: name) }
    return standard
  }

  func find(_ name: String) -> String? { values[name] }

  struct Missing: Error {
    let option: String
  }
}

/// A line to whoever started this, in one piece and at once: it may be killed a moment later.
func tell(_ line: some CustomStringConvertible) {
  try? FileHandle.standardOutput.write(contentsOf: Data("\(line)\n".utf8))
}

func log(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }
