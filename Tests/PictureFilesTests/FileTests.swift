import Foundation
import Imaging
import PictureFiles
import Testing

@Test func aPipeAmongFilesIsNotWaitedFor() throws {
  let folder = try TemporaryFolder()
  let pipe = folder.path.appending(Array("pipe.png".utf8))
  #expect(mkfifo(pipe.shown, 0o600) == 0)
  #expect(throws: PictureFailure.notAFile(name: pipe.shown)) { try PictureFile(pipe, readsStreams: false) }
  #expect(try PictureFolder.pictures(in: folder.path) == [pipe])
}

/// `scan <(convert …)` and `scan /dev/stdin` name pipes.
@Test func aPipeThatIsNamedIsReadToItsEnd() throws {
  let pipe = Pipe()
  try pipe.fileHandleForWriting.write(contentsOf: Data(picture("colors.png")))
  try pipe.fileHandleForWriting.close()
  let path = "/proc/self/fd/\(pipe.fileHandleForReading.fileDescriptor)"
  #expect(try walledLoader().frame(path: path).width == 24)
}

@Test func aNameNeedNotBeText() throws {
  let folder = try TemporaryFolder()
  let name: [UInt8] = [0x66, 0xFC, 0x72] + Array(".png".utf8)
  let path = try folder.write(picture("colors.png"), name)
  #expect(try PictureFolder.pictures(in: folder.path) == [path])
  #expect(path.shown.hasSuffix("/f\\xFCr.png"))
  #expect(try walledLoader().load(PictureFile(path, readsStreams: false)).frame.width == 24)
}

@Test func argumentsKeepTheirBytes() {
  let latin: [UInt8] = [0x66, 0xFC]
  let other: [UInt8] = [0x66, 0xE4]
  let line = [Array("viewfinder".utf8), Array("scan".utf8), latin, other, Array("ä.png".utf8)]
  let arguments = line.dropFirst(2).map { String(decoding: $0, as: UTF8.self) }
  #expect(PicturePath.paths(for: arguments, in: line).map(\.bytes) == [latin, other, Array("ä.png".utf8)])
  #expect(PicturePath.paths(for: ["elsewhere"], in: line) == [PicturePath("elsewhere")])
}

@Test func aFolderGivesItsPicturesByName() throws {
  let folder = try TemporaryFolder()
  let manager = FileManager.default
  for sub in ["b", ".hidden"] {
    try manager.createDirectory(at: folder.url.appending(path: sub), withIntermediateDirectories: false)
  }
  for name in ["c.PDF", "a.png", "b/d.heic", "notes.txt", ".e.png", ".hidden/f.png", "png"] {
    try folder.write([0], Array(name.utf8))
  }
  try manager.createSymbolicLink(at: folder.url.appending(path: "loop"), withDestinationURL: folder.url)
  let names = try PictureFolder.pictures(in: folder.path).map { $0.shown.dropFirst(folder.url.path.count + 1) }
  #expect(names == ["a.png", "b/d.heic", "c.PDF"])
}
