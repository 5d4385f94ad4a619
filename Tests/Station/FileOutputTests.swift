import Foundation
import Scanner
import Station
import Testing

@Suite struct FileOutputTests {
  let folder: StationFolder
  var maker = ScanMaker()

  init() throws { folder = try StationFolder() }

  private var path: String { folder.path + "/scans" }
  private func text(_ suffix: String = "") throws -> String {
    try String(contentsOf: URL(filePath: path + suffix), encoding: .utf8)
  }

  private func output(_ change: (inout FileOutput.Options) -> Void = { _ in }) -> FileOutput {
    var options = FileOutput.Options(path: path)
    options.format = .text
    change(&options)
    return FileOutput(options)
  }

  @Test mutating func linesAreAppended() throws {
    try Data("before\n".utf8).write(to: URL(filePath: path))
    let output = output()
    _ = try output.deliver(maker.scan("1"))
    _ = try output.deliver(maker.scan("2\n3"))
    #expect(try text() == "before\n1\n2\\n3\n")
  }

  @Test mutating func aLineThatWasCutOffIsTakenAway() throws {
    try Data("whole\nhal".utf8).write(to: URL(filePath: path))
    _ = try output().deliver(maker.scan("1"))
    #expect(try text() == "whole\n1\n")
  }

  @Test mutating func aLargeFileIsPutAside() throws {
    let output = output {
      $0.rotation = 10
      $0.kept = 2
    }
    for number in 1...8 { _ = try output.deliver(maker.scan("line\(number)")) }
    #expect(try text() == "line8\n")
    #expect(try text(".1") == "line7\n")
    #expect(try text(".2") == "line6\n")
    #expect(!FileManager.default.fileExists(atPath: path + ".3"))
  }

  @Test mutating func aFileThatWasTakenAwayIsBegunAgain() throws {
    let output = output()
    _ = try output.deliver(maker.scan("1"))
    try FileManager.default.moveItem(atPath: path, toPath: path + ".moved")
    _ = try output.deliver(maker.scan("2"))
    #expect(try text() == "2\n")
    #expect(try text(".moved") == "1\n")
  }

  @Test mutating func aFolderThatIsNotThereIsToldOfAndTriedAgain() throws {
    let output = output { $0.path = folder.path + "/later/scans" }
    let scan = maker.scan("1")
    do throws(DeliveryFailure) {
      _ = try output.deliver(scan)
      Issue.record("it was delivered")
    } catch {
      guard case .unreachable = error else {
        Issue.record("\(error)")
        return
      }
    }
    try FileManager.default.createDirectory(atPath: folder.path + "/later", withIntermediateDirectories: false)
    _ = try output.deliver(scan)
  }

  @Test mutating func onlyTheUserMayReadIt() throws {
    _ = try output().deliver(maker.scan("1"))
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test(arguments: LineFormat.allCases)
  func hostileCodesAreALineEach(format: LineFormat) throws {
    let output = output { $0.format = format }
    let scans = HostileScans.all()
    for scan in scans { _ = try output.deliver(scan) }
    try HostileLines.expect(try text(), format, of: scans)
  }
}
