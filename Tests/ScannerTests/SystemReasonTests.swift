import Foundation
import Scanner
import Testing

@Suite("Why the system did not do something")
struct SystemReasonTests {
  @Test("What the system said stands there, whoever wrapped it")
  func reasons() throws {
    #expect(SystemReason(POSIXError(.EACCES)).description == "permission denied")
    #expect(
      SystemReason(NSError(domain: NSPOSIXErrorDomain, code: Int(ENOSPC))).description == "no space left on device")
    let folder = FileManager.default.temporaryDirectory
    let folderRead = #expect(throws: (any Error).self) { try Data(contentsOf: folder) }
    #expect(SystemReason(try #require(folderRead)).description == "is a directory")
    let missing = #expect(throws: (any Error).self) {
      try Data([1]).write(to: folder.appending(path: "\(UUID().uuidString)/file"), options: .atomic)
    }
    #expect(SystemReason(try #require(missing)).description == "no such file or directory")
    #expect(SystemReason(try #require(missing)).code == .ENOENT)
    let program = Process()
    program.executableURL = folder.appending(path: UUID().uuidString)
    let start = #expect(throws: (any Error).self) { try program.run() }
    #expect(SystemReason(try #require(start)).description == "no such file or directory")
  }

  @Test("Who did not ask the system tells it in words of its own, and a number is said to be all that there is")
  func others() {
    struct Own: Error, CustomStringConvertible { let description = "the lid is open" }
    #expect(SystemReason(Own()).description == "the lid is open" && SystemReason(Own()).code == nil)
    let unknown = SystemReason(CocoaError(.fileWriteUnknown)).description
    #expect(unknown.hasPrefix("no reason is given (") && !unknown.contains("could not"))
  }
}
