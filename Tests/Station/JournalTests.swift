import Foundation
import ServiceManager
import Testing

@Suite struct JournalTests {
  /// A socket as the journal's, and what it is sent.
  private final class Listener {
    let path: String
    private let descriptor: Int32
    private let folder: StationFolder

    init() throws {
      folder = try StationFolder()
      path = folder.path + "/journal"
      descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
      let bound = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
      try #require(bound == 0)
    }

    deinit { close(descriptor) }

    func entry() -> [UInt8] {
      var bytes = [UInt8](repeating: 0, count: 65_536)
      let count = recv(descriptor, &bytes, bytes.count, 0)
      return Array(bytes.prefix(max(0, count)))
    }
  }

  /// Of the descriptor that the journal is said to read.
  private func stream(_ descriptor: Int32) -> String {
    var status = stat()
    fstat(descriptor, &status)
    return "\(status.st_dev):\(status.st_ino)"
  }

  @Test func fieldsOfAnyTextAreTold() throws {
    let listener = try Listener()
    let journal = try #require(
      Journal(environment: ["JOURNAL_STREAM": stream(0)], error: 0, socket: listener.path))
    #expect(journal.write("a\nb", .warning, fields: [("VIEWFINDER_OUTPUT", "x\nMESSAGE=forged"), ("EMPTY", "")]))
    func field(_ name: String, _ value: String) -> [UInt8] {
      Array(name.utf8) + [10, UInt8(value.utf8.count), 0, 0, 0, 0, 0, 0, 0] + Array(value.utf8) + [10]
    }
    #expect(
      listener.entry()
        == field("MESSAGE", "a\nb") + field("PRIORITY", "4") + field("SYSLOG_IDENTIFIER", "viewfinder")
        + field("VIEWFINDER_OUTPUT", "x\nMESSAGE=forged") + field("EMPTY", ""))
  }

  /// Whoever leads standard error into a file wants it there.
  @Test func anotherStreamIsNotTheJournals() {
    #expect(Journal(environment: [:], error: 0) == nil)
    #expect(Journal(environment: ["JOURNAL_STREAM": "1:2"], error: 0) == nil)
  }

  @Test func aJournalThatIsGoneTakesNothing() throws {
    let journal = try #require(
      Journal(environment: ["JOURNAL_STREAM": stream(0)], error: 0, socket: "/nonexistent/socket"))
    #expect(!journal.write("x", .notice, fields: []))
  }
}
