import Foundation
import FuzzTargets
import Testing

/// Inputs that once found something, and those from which a search for more begins.
@Test("Every kept input keeps the promises of its target", arguments: FuzzTarget.all.map(\.name))
func replay(target name: String) throws {
  let target = try #require(FuzzTarget.named(name))
  let inputs = try ["Crashes", "Seeds"].flatMap { try files(in: "\($0)/\(name)") }
  #expect(!inputs.isEmpty, "\(name) has no seeds")
  for file in inputs {
    do throws(BrokenPromise) {
      try target.run(FuzzInput(bytes(of: file)))
    } catch  where error.kind == .defect {
      Issue.record("\(file.path): \(error)")
    } catch {
      // A misreading is judged by who looks for them; here it must only not trap.
    }
  }
}

@Test func everyKeptInputHasItsTarget() throws {
  let names = Set(FuzzTarget.all.map(\.name))
  for kind in ["Crashes", "Seeds"] {
    for folder in try FileManager.default.contentsOfDirectory(atPath: top.appending(path: kind).path) {
      #expect(names.contains(folder), "\(kind)/\(folder)")
    }
  }
}

private let top = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .appending(path: "Fuzz")

/// The files of a folder; none where there is no such folder.
private func files(in folder: String) throws -> [URL] {
  let url = top.appending(path: folder)
  guard FileManager.default.fileExists(atPath: url.path) else { return [] }
  return try FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: nil)
}

private func bytes(of file: URL) -> [UInt8] {
  FileManager.default.contents(atPath: file.path).map { [UInt8]($0) } ?? []
}
