import Foundation
import Testing

@Test("The table says of each Debian package that a command installs what it is for, and of no other")
func everyPackageHasItsPurpose() throws {
  let readme = try text(of: "README.md")
  let (run, test) = (try packages(between: "run", in: readme), try packages(between: "test", in: readme))
  #expect(run.count > 10 && run.isSubset(of: test))
  let table = try #require(readme.range(of: "| Debian package | for |\n|---|---|\n"))
  let rows = readme[table.upperBound...].split(separator: "\n").prefix { $0.hasPrefix("|") }
  let explained = rows.flatMap { $0.split(separator: "|")[0].matches(of: /`([^`]+)`/).map { String($0.1) } }
  #expect(Set(explained) == test)
  #expect(explained.count == Set(explained).count)
}

@Test("Swift packages are of exact versions: what is built today is built tomorrow")
func everySwiftPackageIsExact() throws {
  let packages = try text(of: "Package.swift").matches(of: /\.package\(([^)]*)\)/).map { String($0.1) }
  #expect(!packages.isEmpty)
  for package in packages { #expect(package.contains("exact:"), "\(package)") }
}

private func text(of file: String) throws -> String {
  let top = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  return try String(contentsOf: top.appending(path: file), encoding: .utf8)
}

/// What the command between two markers installs.
private func packages(between marker: String, in readme: String) throws -> Set<String> {
  let from = try #require(readme.range(of: "<!-- \(marker) -->"))
  let to = try #require(readme.range(of: "<!-- /\(marker) -->"))
  let installed = try #require(
    readme[from.upperBound..<to.lowerBound].firstMatch(of: /--no-install-recommends ([^&]+)&&/))
  return Set(installed.1.split(separator: " ").map(String.init))
}
