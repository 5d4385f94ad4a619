import Barcodes
import Bits
import Geometry
import Imaging
import Scanner
import Testing

/// A page with a symbol on it, three pixels a module, at (60, 60), and what the detector tells of it.
private func recorded(
  _ modules: BitMatrix?, height: Int = 1, spoiling: (inout [UInt8], Int) -> Void = { _, _ in }
) throws -> DetectionRecord {
  let (width, rows) = (480, 320)
  var pixels = [UInt8](repeating: 220, count: width * rows)
  if let modules {
    for y in 0..<(3 * height * modules.height) {
      for x in 0..<(3 * modules.width) where modules[x / 3, y / (3 * height)] { pixels[(60 + y) * width + 60 + x] = 30 }
    }
  }
  spoiling(&pixels, width)
  let record = DetectionRecord()
  let frame = try Frame(format: .grey, width: width, height: rows, bytes: pixels)
  let detector = Detector(
    DetectionOptions(symbologies: Catalog.available, effort: .thorough))
  _ = detector.detect(in: frame, trace: record)
  return record
}

private func explained(
  _ modules: BitMatrix?, height: Int = 1, spoiling: (inout [UInt8], Int) -> Void = { _, _ in }
) throws -> [String] {
  Explanation(try recorded(modules, height: height, spoiling: spoiling)).lines
}

@Test("A striped region is found and told once") func regionsAreToldOnce() throws {
  let record = try recorded(EANWriter(.ean8).write("96385074"), height: 40)
  #expect(!record.stripes.isEmpty)
  #expect(Set(record.stripes).count == record.stripes.count)
}

@Test func anEmptyPageLacksContrast() throws {
  let lines = try explained(nil)
  #expect(lines.first == "picture: 480×320 pixels, grey from 220 to 220")
  #expect(lines.last == "first stage that fails: threshold: the picture's contrast is below 24 grey levels")
}

@Test("What was read is told with its bars and spaces") func widths() throws {
  let lines = try explained(EANWriter(.ean8).write("96385074"), height: 40)
  let place = try #require(lines.firstIndex { $0.hasPrefix("read EAN-8 at") })
  #expect(lines[place].hasSuffix(": 96385074"))
  // The guard's three elements are a module each, and all 43 are told.
  let told = lines[place + 1].split(separator: ": ").last?.split(separator: " ") ?? []
  #expect(told.count == 43)
  #expect(told.prefix(3) == ["3.0", "3.0", "3.0"])
  #expect(!lines.contains { $0.hasPrefix("first stage") })
}

@Test("A bar code whose middle is covered fails at the decoding of its striped region") func coveredBars() throws {
  let lines = try explained(EANWriter(.ean13).write("5901234123457"), height: 40) { pixels, width in
    for y in 0..<320 { for x in 150..<190 { pixels[y * width + x] = 220 } }
  }
  #expect(lines.last?.hasPrefix("first stage that fails: decoding: the striped region at (") == true, "\(lines)")
}

@Test("A QR symbol with too much damage fails at its error correction") func damagedBlocks() throws {
  let symbol = try QRWriter(versions: 5...5, level: .low, boostsLevel: false).write("https://example.com/damaged")
  let lines = try explained(symbol) { pixels, width in
    for y in 90..<145 {
      for x in 90..<145 { pixels[y * width + x] = (7 * x + 13 * y) / 5 % 2 == 0 ? 30 : 220 }
    }
  }
  #expect(lines.last?.hasPrefix("first stage that fails: decoding: QR Code at (") == true, "\(lines)")
  #expect(lines.last?.contains("more wrong codewords than the 13 it can repair") == true, "\(lines)")
}
