import Testing
import ZipFiles

private let generous = ZipArchive.Limits(files: 8) { _ in 1 << 20 }

@Test("Files come back as they were packed") func packed() throws {
  let files: [(name: String, bytes: [UInt8])] = [
    ("a.json", Array("{}".utf8)), ("empty", []),
    ("frame.raw", (0..<100_000).map { UInt8(truncatingIfNeeded: $0 * $0) }),
  ]
  let archive = try ZipArchive.pack(files)
  let back = try ZipArchive.unpack(archive, generous)
  #expect(back.count == 3)
  for file in files { #expect(back[file.name] == file.bytes, "\(file.name)") }
}

@Test("A name that is a path is refused", arguments: ["../a", "/etc/passwd", "a/b", "..", "a\\b", "", "a\u{1B}[2J"])
func pathTricks(name: String) throws {
  guard let archive = try? ZipArchive.pack([(name, [1])]) else { return }
  #expect(throws: ZipFailure.self, "\(name)") { try ZipArchive.unpack(archive, generous) }
}

@Test("What unpacks to more than is wanted is refused, whatever it says of its size") func bomb() throws {
  var archive = try ZipArchive.pack([("frame.raw", [UInt8](repeating: 0, count: 4 << 20))])
  #expect(archive.count < 10_000, "a thousandth of what it holds")
  let failure = #expect(throws: ZipFailure.self) { try ZipArchive.unpack(archive, generous) }
  #expect(failure?.description == "frame.raw has more than 1048576 bytes")
  // Both headers tell a size of 16 bytes.
  let size: [UInt8] = [0, 0, 0x40, 0]
  for place in archive.indices.dropLast(4) where Array(archive[place..<place + 4]) == size {
    archive.replaceSubrange(place..<place + 4, with: [16, 0, 0, 0])
  }
  #expect(throws: ZipFailure.self) { try ZipArchive.unpack(archive, generous) }
}

@Test("More files than are wanted are refused, and those that nobody wants are passed over") func manyFiles() throws {
  let many = try ZipArchive.pack((0..<9).map { ("f\($0)", [UInt8($0)]) })
  #expect(throws: ZipFailure.self) { try ZipArchive.unpack(many, generous) }
  let two = try ZipArchive.pack([("a", [1]), ("b", [2])])
  #expect(try ZipArchive.unpack(two, ZipArchive.Limits(files: 8) { $0 == "a" ? 10 : 0 }) == ["a": [1]])
}

@Test("An archive that is cut anywhere, or in which a byte is wrong, is an error or as it was") func damaged() throws {
  let whole = try ZipArchive.pack([("a.json", Array("{\"kind\":\"viewfinder\"}".utf8)), ("b", [1, 2, 3])])
  let files = try ZipArchive.unpack(whole, generous)
  for count in 0..<whole.count {
    #expect(throws: ZipFailure.self, "cut to \(count)") { try ZipArchive.unpack(Array(whole[..<count]), generous) }
  }
  for place in whole.indices {
    var bytes = whole
    bytes[place] ^= 0x55
    // Times, attributes and comments may be anything.
    if let told = try? ZipArchive.unpack(bytes, generous), told.count == files.count, told.keys == files.keys {
      #expect(told == files, "byte \(place)")
    }
  }
  #expect(throws: ZipFailure.self) { try ZipArchive.unpack([], generous) }
  #expect(throws: ZipFailure.self) { try ZipArchive.unpack(Array("P5\n1 1\n255\n.".utf8), generous) }
}
