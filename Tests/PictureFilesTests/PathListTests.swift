import Foundation
import PictureFiles
import Testing

private func paths(in bytes: [UInt8], endsWithZero: Bool) throws -> [[UInt8]] {
  let folder = try TemporaryFolder()
  let list = try PathList(folder.write(bytes, Array("list".utf8)), endsWithZero: endsWithZero)
  var paths: [[UInt8]] = []
  while let path = try list.next() { paths.append(path.bytes) }
  return paths
}

@Test func pathsAreListedByLineOrByZero() throws {
  #expect(
    try paths(in: Array("a.png\n\nb c.png\nd".utf8), endsWithZero: false)
      == ["a.png", "b c.png", "d"].map { Array($0.utf8) })
  #expect(try paths(in: Array("a\nb\0\0c\0".utf8), endsWithZero: true) == ["a\nb", "c"].map { Array($0.utf8) })
  #expect(try paths(in: [0xFF, 0x0A, 0x61, 0, 0x62, 0x0A], endsWithZero: false) == [[0xFF], [0x61]])
  #expect(try paths(in: [], endsWithZero: true).isEmpty)
}

@Test("A list without an end of lines is not gathered in memory") func aListWithoutLineEndsIsCut() throws {
  let found = try paths(in: [UInt8](repeating: 0x61, count: 1 << 20), endsWithZero: false)
  #expect(found.count > 1 && found.allSatisfy { $0.count <= 1 << 17 })
  #expect(found.reduce(0) { $0 + $1.count } == 1 << 20)
}

@Test func aMissingListIsNamed() throws {
  let failure = try #require(throws: PictureFailure.self) {
    try PathList(PicturePath("/nowhere/list"), endsWithZero: false)
  }
  #expect("\(failure)".contains("/nowhere/list") && "\(failure)".contains("No such file"))
}

@Test func aListThatCannotBeReadIsToldOnce() throws {
  let list = try PathList(PicturePath("/"), endsWithZero: false)
  let failure = try #require(throws: PictureFailure.self) { try list.next() }
  #expect(failure.reason == "Is a directory")
  #expect(try list.next() == nil)
}
