import Foundation
import Scanner
import Station
import StatusSocket
import Testing

@Suite struct StatusTests {
  private var status: StationStatus {
    var latencies = LatencyCounts()
    for milliseconds in 1...100 { latencies.note(.milliseconds(milliseconds)) }
    return StationStatus(
      station: "gate 1", counts: ScanIntake.Counts(), camera: "running: Cam", framesLetGo: 7,
      acknowledgements: latencies,
      outputs: [
        .init(
          name: "a \"b\"\n", delivered: 5, setAside: 1, trouble: "gone\u{1B}", waiting: 2,
          oldest: Date(timeIntervalSince1970: 90))
      ], time: Date(timeIntervalSince1970: 100))
  }

  /// Classes are a fifth apart.
  @Test(arguments: [(0.5, 50.0), (0.95, 95), (0.99, 99)])
  func latenciesAreWithinAFifth(share: Double, milliseconds: Double) throws {
    var counts = LatencyCounts()
    #expect(counts.milliseconds(within: share) == nil)
    for milliseconds in 1...100 { counts.note(.milliseconds(milliseconds)) }
    let told = try #require(counts.milliseconds(within: share))
    #expect(milliseconds...milliseconds * 1.21 ~= told)
    counts.note(.seconds(1_000_000))
    #expect(counts.milliseconds(within: 1) ?? 0 > 100_000)
  }

  @Test func theSchemaTellsTheMembers() throws {
    struct Schema: Decodable {
      struct Property: Decodable {}
      let required: [String]
      let properties: [String: Property]
    }
    let top = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let schema = try JSONDecoder().decode(
      Schema.self, from: Data(contentsOf: top.appending(path: "Assets/Schema/status.schema.json")))
    guard case .object(let members) = status.document else {
      Issue.record("no object")
      return
    }
    #expect(members.map(\.name) == schema.required)
    #expect(Set(members.map(\.name)) == Set(schema.properties.keys))
    #expect(!status.isWell)
    #expect(status.document.description.contains(#""oldestSeconds":10"#))
    #expect(status.document.description.contains(#"gone\\x1B"#))
  }

  /// Each line is a comment, or a name with labels and a number; each name is told of first.
  @Test func prometheusReadsTheFigures() throws {
    let lines = status.prometheus.split(separator: "\n")
    var told: Set<Substring> = []
    for line in lines {
      if line.hasPrefix("# TYPE ") { told.insert(line.split(separator: " ")[2]) }
      guard !line.hasPrefix("#") else { continue }
      let row = try #require(
        try /([a-z_]+)(\{[a-z]+="(?:[^"\\\n]|\\["\\n])*"\})? ([0-9.]+)/.wholeMatch(in: line), "\(line)")
      #expect(told.contains(row.1))
    }
    #expect(lines.contains(#"viewfinder_outbox_waiting{output="a \"b\"\n"} 2"#))
    #expect(lines.contains(#"viewfinder_outbox_oldest_seconds{output="a \"b\"\n"} 10"#))
    #expect(lines.contains("viewfinder_frames_let_go_total 7"))
  }

  @Test func aStationAnswersAtItsSocket() throws {
    let folder = try StationFolder()
    let path = folder.path + "/socket"
    #expect(cause { _ = try StatusSocket.ask(path, for: .json) } == .nobodyAnswers)
    let socket = try StatusSocket(path: path)
    socket.start { $0 == .json ? String(repeating: "j", count: 100_000) : "p" }
    #expect(try StatusSocket.ask(path, for: .json).count == 100_000)
    #expect(try StatusSocket.ask(path, for: .prometheus) == "p")
    // Nobody else may read it, and no second station takes it away.
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(cause { _ = try StatusSocket(path: path) } == .anotherAnswers)
    socket.stop()
    #expect(cause { _ = try StatusSocket.ask(path, for: .json) } == .nobodyAnswers)
  }

  private func cause(_ body: () throws -> Void) -> StatusSocketFailure.Cause? {
    do { try body() } catch { return (error as? StatusSocketFailure)?.cause }
    return nil
  }

  /// What a station that was killed leaves behind is in nobody's way.
  @Test func aSocketThatNobodyAnswersIsTaken() throws {
    let folder = try StationFolder()
    let path = folder.path + "/socket"
    let dead = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    let isBound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(dead, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    close(dead)
    try #require(isBound)
    let socket = try StatusSocket(path: path)
    socket.start { _ in "x" }
    #expect(try StatusSocket.ask(path, for: .json) == "x")
    socket.stop()
  }
}
