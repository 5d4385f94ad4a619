import Foundation
import OutboxStore
import Receivers
import Scanner
import Station
import Synchronization
import Testing

/// The program itself, with real outputs.
@Suite struct StationProgramTests {
  let folder: StationFolder

  init() throws {
    folder = try StationFolder()
    for number in 0..<4 {
      let made = try start(["generate", "scan number \(number)", "-o", folder.path + "/pictures/\(number).png"])
      made.waitUntilExit()
      try #require(made.terminationStatus == 0)
    }
  }

  private func start(_ arguments: [String]) throws -> Process {
    try FileManager.default.createDirectory(atPath: folder.path + "/pictures", withIntermediateDirectories: true)
    let products = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    let program = Process()
    program.executableURL = products.appending(path: "viewfinder")
    program.arguments = arguments
    program.standardInput = FileHandle.nullDevice
    program.standardOutput = FileHandle.nullDevice
    program.standardError = FileHandle.nullDevice
    try program.run()
    return program
  }

  private func settings(_ outputs: String) throws -> String {
    let path = folder.path + "/station.toml"
    let text = """
      [station]
      name = "gate 1"
      [outbox]
      path = "\(folder.outbox.path)"
      [[output]]
      kind = "file"
      path = "\(folder.path)/scans"
      \(outputs)
      """
    try Data(text.utf8).write(to: URL(filePath: path))
    return path
  }

  private struct Line: Decodable, Hashable {
    let key: String
    let station: String
    let text: String
  }

  private func written() throws -> [Line] {
    guard let text = try? String(contentsOf: URL(filePath: folder.path + "/scans"), encoding: .utf8) else { return [] }
    return try text.split(separator: "\n").map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
  }

  @Test func resultsGoWhereTheSettingsSay() throws {
    let watch = try start(["watch", "--source", folder.path + "/pictures", "--settings", try settings("")])
    watch.waitUntilExit()
    #expect(watch.terminationStatus == 0)
    let lines = try written()
    #expect(lines.map(\.text) == (0..<4).map { "scan number \($0)" })
    #expect(Set(lines.map(\.key)).count == 4)
    #expect(lines.allSatisfy { $0.station == "gate 1" })
    #expect(try OutboxStore(folder.outbox, role: .tool).depths().isEmpty)
  }

  /// Who waits for one scan learns by the exit status whether it was taken: 0 accepted, 1 refused, 3 where it could not be stored.
  @Test(
    arguments: [("", false, 0), ("[rules]\nprefixes = [\"other\"]", false, 1), ("", true, 3)] as [(String, Bool, Int32)]
  )
  func onceEndsByWhatBecameOfTheScan(rules: String, hasDamagedOutbox: Bool, status: Int32) throws {
    if hasDamagedOutbox { try Data(repeating: 7, count: 4096).write(to: URL(filePath: folder.outbox.path)) }
    let watch = try start(["watch", "--once", "--source", folder.path + "/pictures", "--settings", try settings(rules)])
    watch.waitUntilExit()
    #expect(watch.terminationStatus == status)
    #expect(try written().count == (status == 0 ? 1 : 0))
  }

  /// A web server that fails half of the time, and a program that is killed at every fifth request, until all is well: what was accepted, which the
  /// file tells as well, comes through in order.
  @Test(arguments: [1, 2] as [UInt64])
  func killsAndFailuresLoseNothing(seed: UInt64) throws {
    struct Heard {
      var random: SeededRandom
      var keys: [String] = []
      var requests = 0
      /// Once nobody is killed any more, all that is asked for is taken.
      var isWell = false
    }
    let heard = Mutex(Heard(random: SeededRandom(seed: seed)))
    let kills = DispatchSemaphore(value: 0)
    let server = try TinyServer { request in
      guard let line = try? JSONDecoder().decode(Line.self, from: Data(request.body)) else { return nil }
      return heard.withLock { heard in
        heard.requests += 1
        if heard.isWell {
          heard.keys.append(line.key)
          return TinyServer.reply("200 OK")
        }
        if heard.requests.isMultiple(of: 5) {
          kills.signal()
          // It may have been taken or not when the program dies.
          if heard.random.unit() < 0.5 { heard.keys.append(line.key) }
          return nil
        }
        guard heard.random.unit() < 0.5 else { return TinyServer.reply("503 Later") }
        heard.keys.append(line.key)
        return TinyServer.reply("200 OK")
      }
    }
    defer { server.stop() }
    let path = try settings(
      "[[output]]\nkind = \"webhook\"\nurl = \"http://127.0.0.1:\(server.port)/\"\nretry-first = 0.1\nretry-longest = 0.1"
    )
    let arguments = ["watch", "--source", folder.path + "/pictures", "--settings", path]
    for _ in 0..<4 {
      let watch = try start(arguments)
      // Either it comes to a kill or it ends by itself.
      let ended = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        watch.waitUntilExit()
        ended.signal()
        kills.signal()
      }
      kills.wait()
      kill(watch.processIdentifier, SIGKILL)
      ended.wait()
    }
    // Whoever is left is brought by runs that nobody kills.
    heard.withLock { $0.isWell = true }
    let tool = OutboxStore(folder.outbox, role: .tool)
    for _ in 0..<50 where try !tool.depths().isEmpty { try start(arguments).waitUntilExit() }
    #expect(try tool.depths().isEmpty)
    let accepted = first(try written().map(\.key))
    #expect(accepted.count >= 4)
    #expect(first(heard.withLock { $0.keys }) == accepted)
  }

  /// Each key once, where it came first.
  private func first(_ keys: [String]) -> [String] {
    var seen: Set<String> = []
    return keys.filter { seen.insert($0).inserted }
  }
}
