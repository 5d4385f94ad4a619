import Barcodes
import Bits
import Foundation
import PictureFiles
import Testing

/// Runs `viewfinder scan --json` and gives its lines and status.
private func scan(_ arguments: [String]) throws -> (lines: [[String: Any]], status: Int32) {
  let process = Process()
  process.executableURL = program
  process.arguments = ["scan", "--json", "--symbologies", "qr"] + arguments
  let output = Pipe()
  process.standardOutput = output
  process.standardInput = FileHandle.nullDevice
  try process.run()
  let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
  process.waitUntilExit()
  let lines = try bytes.split(separator: UInt8(ascii: "\n")).map {
    try #require(try JSONSerialization.jsonObject(with: $0) as? [String: Any])
  }
  return (lines, process.terminationStatus)
}

/// A PDF of one code a page, each module a square of so many points.
private func document(_ texts: [String], module: Double) throws -> [UInt8] {
  var objects = ["<</Type/Catalog/Pages 2 0 R>>", ""]
  for text in texts {
    let modules = try QRWriter().write(text)
    let side = Double(modules.width + 8) * module
    var content = ""
    for y in 0..<modules.height {
      for x in 0..<modules.width where modules[x, y] {
        content += "\(Double(x + 4) * module) \(Double(modules.height - 1 - y + 4) * module) \(module) \(module) re "
      }
    }
    content += "f"
    objects.append(
      "<</Type/Page/Parent 2 0 R/MediaBox[0 0 \(side) \(side)]/Contents \(objects.count + 2) 0 R>>")
    objects.append("<</Length \(content.utf8.count)>>stream\n\(content)\nendstream")
  }
  let kids = (0..<texts.count).map { "\(3 + 2 * $0) 0 R" }.joined(separator: " ")
  objects[1] = "<</Type/Pages/Kids[\(kids)]/Count \(texts.count)>>"
  var file = "%PDF-1.4\n"
  var places: [Int] = []
  for (index, object) in objects.enumerated() {
    places.append(file.utf8.count)
    file += "\(index + 1) 0 obj\n\(object)\nendobj\n"
  }
  let table = file.utf8.count
  file += "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
  for place in places { file += String(format: "%010d 00000 n \n", place) }
  file += "trailer<</Size \(objects.count + 1)/Root 1 0 R>>\nstartxref\n\(table)\n%%EOF\n"
  return Array(file.utf8)
}

@Test func everyPageOfATicketIsScanned() throws {
  let folder = try TemporaryFolder()
  let ticket = try folder.write(document(["outward", "return"], module: 1.5), Array("ticket.pdf".utf8))
  let (lines, status) = try scan([ticket.shown])
  #expect(status == 0)
  #expect(lines.map { $0["page"] as? Int } == [1, 2])
  #expect(lines.allSatisfy { $0["dotsPerInch"] as? Int == 200 && $0["source"] as? String == ticket.shown })
  #expect(texts(lines) == [["outward"], ["return"]])
}

/// The pixels are the file's own: nothing is drawn, at no resolution.
@Test func everyPageOfAFaxIsScanned() throws {
  let folder = try TemporaryFolder()
  let pages = try ["outward", "return"].map { text in
    let modules = try QRWriter().write(text)
    let (side, size) = (modules.width + 8, 4 * (modules.width + 8))
    let shades = (0..<size * size).map { pixel -> UInt8 in
      let (x, y) = (pixel % size / 4 - 4, pixel / size / 4 - 4)
      return 0..<side - 8 ~= x && 0..<side - 8 ~= y && modules[x, y] ? 0 : 255
    }
    return TIFFPage(shades: shades, width: size)
  }
  let empty = TIFFPage(shades: [UInt8](repeating: 255, count: 100), width: 10)
  let fax = try folder.write(TIFFPage.file([pages[0], empty, pages[1]]), Array("fax.tiff".utf8))
  let (lines, status) = try scan([fax.shown])
  #expect(status == 0)
  #expect(lines.map { $0["page"] as? Int } == [1, 2, 3])
  #expect(lines.allSatisfy { $0["dotsPerInch"] == nil })
  #expect(texts(lines) == [["outward"], [], ["return"]])
}

/// Modules of 0.06 mm: half a pixel at 200 dots an inch, one at 400.
@Test func aPageWhoseCodeIsTooFineIsDrawnFiner() throws {
  let folder = try TemporaryFolder()
  let ticket = try folder.write(document(["small print"], module: 0.18), Array("ticket.pdf".utf8))
  let (lines, _) = try scan([ticket.shown])
  #expect(lines.map { $0["dotsPerInch"] as? Int } == [400])
  #expect(texts(lines) == [["small print"]])
}

@Test func whatCannotBeReadDoesNotStopTheOthers() throws {
  let folder = try TemporaryFolder()
  #expect(mkfifo(folder.url.appending(path: "a-pipe.png").path, 0o600) == 0)
  try folder.write(damaged("overrun.gif"), Array("b.gif".utf8))
  try folder.write(picture("colors.png"), [UInt8(ascii: "c"), 0xFF] + Array(".png".utf8))
  let (lines, status) = try scan([folder.url.path])
  #expect(status == 3)
  #expect(lines.map { $0["error"] != nil } == [true, true, false])
  #expect(
    lines.map { ($0["source"] as? String)?.dropFirst(folder.url.path.count + 1) } == [
      "a-pipe.png", "b.gif", "c\\xFF.png",
    ])
}

private func texts(_ lines: [[String: Any]]) -> [[String?]] {
  lines.map { ($0["observations"] as? [[String: Any]] ?? []).map { $0["text"] as? String } }
}

@Test("Results come in the order of the files, on however many threads they are read") func filesKeepTheirOrder() throws
{
  let folder = try TemporaryFolder()
  for index in 0..<12 {
    let name = Array(String(format: "%02d.pdf", index).utf8)
    // Every third one has more pages, and takes longer.
    try folder.write(document((0...(index % 3 * 2)).map { "code \(index) \($0)" }, module: 1.5), name)
  }
  try folder.write([0x61], Array("06a.png".utf8))
  func said(_ arguments: [String]) throws -> [String] {
    let (lines, status) = try scan(arguments + [folder.path.shown])
    #expect(status == 3)
    return lines.map { line in
      let texts = (line["observations"] as? [[String: Any]])?.compactMap { $0["text"] as? String } ?? ["-"]
      return texts.joined()
    }
  }
  var expected: [String] = []
  for index in 0..<12 {
    for page in 0...(index % 3 * 2) { expected.append("code \(index) \(page)") }
    if index == 6 { expected.append("-") }
  }
  #expect(try said(["--jobs", "1"]) == expected)
  #expect(try said(["--jobs", "4"]) == expected)
}

@Test func picturesAreTakenFromAList() throws {
  let folder = try TemporaryFolder()
  let ticket = try folder.write(document(["listed"], module: 1.5), Array("a ticket\n.pdf".utf8))
  let list = try folder.write(ticket.bytes + [0], Array("list".utf8))
  let (lines, status) = try scan(["--files-from", list.shown, "-0"])
  #expect(status == 0)
  #expect(lines.count == 1 && (lines[0]["observations"] as? [[String: Any]])?.first?["text"] as? String == "listed")
  #expect(try scan(["--files-from", "/nowhere/list"]).status == 3)
}
