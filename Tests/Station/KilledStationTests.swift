import Foundation
import OutboxStore
import Scanner
import Station
import Testing

@Suite struct KilledStationTests {
  /// A process that stores scans as fast as it can is killed in the middle of it, again and again.
  @Test func whatWasSaidToBeStoredSurvivesTheKill() throws {
    let folder = try StationFolder()
    let products = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    var told: [String] = []
    for round in 1...6 {
      let program = Process()
      program.executableURL = products.appending(path: "station-simulation")
      program.arguments = ["fill", "--database", folder.outbox.path, "--output", "a"]
      let pipe = Pipe()
      program.standardOutput = pipe
      program.standardInput = FileHandle.nullDevice
      try program.run()
      var text = Data()
      while text.count(where: { $0 == 10 }) < 7 * round, let more = try pipe.fileHandleForReading.read(upToCount: 37) {
        text += more
      }
      kill(program.processIdentifier, SIGKILL)
      // What it still said before it died counts as well.
      text += pipe.fileHandleForReading.readDataToEndOfFile()
      program.waitUntilExit()
      #expect(program.terminationReason == .uncaughtSignal)
      let lines = String(decoding: text, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
      told += lines.dropLast().map(String.init)
    }
    let stored = try folder.store().entries(output: "a", limit: nil).map(\.stored.scan.key.description)
    let kept = Set(stored)
    #expect(told.count >= 6 * 7)
    #expect(kept.count == stored.count)
    #expect(told.filter { !kept.contains($0) } == [])
    // In the order in which it was told; at most one a round was stored and not told of any more.
    #expect(stored.filter(Set(told).contains) == told)
    #expect(stored.count - told.count <= 6)
  }
}
