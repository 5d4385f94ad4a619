import Barcodes
import Bits
import Geometry
import Imaging
import Presentation
import Scanner
import Testing

/// A page with a symbol on it, three pixels a module, at (60, 60), and what the detector tells of it.
private func inspected(
  _ modules: BitMatrix?, height: Int = 1, spoiling: (inout [UInt8], Int) -> Void = { _, _ in }
) throws -> Inspection {
  let (width, rows) = (480, 320)
  var pixels = [UInt8](repeating: 220, count: width * rows)
  if let modules {
    for y in 0..<(3 * height * modules.height) {
      for x in 0..<(3 * modules.width) where modules[x / 3, y / (3 * height)] { pixels[(60 + y) * width + 60 + x] = 30 }
    }
  }
  spoiling(&pixels, width)
  let frame = try Frame(format: .grey, width: width, height: rows, bytes: pixels)
  let detector = Detector(DetectionOptions(symbologies: Catalog.available, effort: .thorough))
  return try #require(Inspection(frame, by: detector))
}

private func explained(
  _ modules: BitMatrix?, height: Int = 1, spoiling: (inout [UInt8], Int) -> Void = { _, _ in }
) throws -> [String] {
  let inspection = try inspected(modules, height: height, spoiling: spoiling)
  return Explanation(inspection, Diagnosis(inspection)).lines
}

@Test("A striped region is found and told once") func regionsAreToldOnce() throws {
  let inspection = try inspected(EANWriter(.ean8).write("96385074"), height: 40)
  #expect(!inspection.stripes.isEmpty)
  #expect(Set(inspection.stripes).count == inspection.stripes.count)
}

@Test func anEmptyPageLacksContrast() throws {
  let lines = try explained(nil)
  #expect(
    lines.first?.hasPrefix("not read: nothing in the picture stands out as codes do (grey levels 220 to 220)") == true)
  #expect(lines.contains("picture: 480×320 pixels, grey from 220 to 220"))
}

@Test("What was read is told with its bars and spaces") func widths() throws {
  let lines = try explained(EANWriter(.ean8).write("96385074"), height: 40)
  let place = try #require(lines.firstIndex { $0.hasPrefix("read EAN-8 at") })
  #expect(lines[place].hasSuffix(": 96385074"))
  // The guard's three elements are a module each, and all 43 are told.
  let line = try #require(lines.first { $0.contains("bars and spaces of one") })
  let told = line.split(separator: ": ").last?.split(separator: " ") ?? []
  #expect(told.count == 43)
  #expect(told.prefix(3) == ["3.0", "3.0", "3.0"])
  #expect(!lines.contains { $0.hasPrefix("not read") })
}

@Test("A matrix symbol that was read has its module size and its grades") func grades() throws {
  let lines = try explained(QRWriter(versions: 2...2).write("graded"))
  #expect(lines.contains { $0.contains("modules of 3.0 px") && $0.contains("0 codewords corrected") }, "\(lines)")
  // 190 of 255 grey levels are 75 %, and a rendered symbol has square modules.
  #expect(
    lines.contains { $0.contains("symbol contrast 75 % (A)") && $0.contains("axial nonuniformity 0 % (A)") }, "\(lines)"
  )
}

@Test("A bar code whose middle is covered is told to be") func coveredBars() throws {
  let lines = try explained(EANWriter(.ean13).write("5901234123457"), height: 40) { pixels, width in
    for y in 0..<320 { for x in 150..<190 { pixels[y * width + x] = 220 } }
  }
  #expect(lines.first?.hasPrefix("not read: partly covered") == true, "\(lines)")
}

@Test("A QR symbol with too much damage fails at its error correction, and few candidates are told")
func damagedBlocks() throws {
  let symbol = try QRWriter(versions: 5...5, level: .low, boostsLevel: false).write("https://example.com/damaged")
  let lines = try explained(symbol) { pixels, width in
    for y in 90..<145 {
      for x in 90..<145 { pixels[y * width + x] = (7 * x + 13 * y) / 5 % 2 == 0 ? 30 : 220 }
    }
  }
  #expect(lines.first?.hasPrefix("not read: damaged: more of it is wrong than ") == true, "\(lines)")
  #expect(lines.first?.contains(" can repair, 13 codewords a block") == true, "\(lines)")
  #expect(lines.filter { $0.hasPrefix("candidate:") }.count <= 3)
}

@Test("The object has the cause, the candidates and how many more there are") func object() throws {
  let inspection = try inspected(nil)
  let text = Explanation.json(inspection, Diagnosis(inspection), source: "a.png").description
  #expect(
    text.hasPrefix("{\"source\":\"a.png\",\"width\":480,\"height\":320,\"cause\":{\"kind\":\"nothing\",\"sentence\":\"")
  )
  #expect(text.contains("\"moreCandidates\":0"))
}

@Test(
  "A symbol that is seen in a mirror, or light on dark, is told of as such",
  arguments: [Symbology.qr, .dataMatrix, .aztec], [true, false])
func manner(symbology: Symbology, isMirrored: Bool) throws {
  let writer = try #require(Catalog.writers.first { $0.symbology == symbology })
  // Light on dark is the other one's.
  let (dark, light) = isMirrored ? (0.05, 0.8) : (0.8, 0.05)
  let symbol = SceneSymbol(try writer.write("mirrored label"), dark: dark, light: light)
  var scene = RenderedScene(width: 480, height: 360, ground: isMirrored ? 0.7 : 0.1, seed: 3)
  scene.blur.defocus = 0.5
  scene.noise = 0.01
  scene.add(
    symbol, ScenePose(center: Point(240.3, 180.7), moduleSize: 5, rotation: 0.2, yaw: 0.2, isMirrored: isMirrored))
  let image = scene.render()
  let frame = try Frame(format: .grey, width: image.width, height: image.height, bytes: image.pixels)
  let inspection = try #require(
    Inspection(frame, by: Detector(DetectionOptions(symbologies: Catalog.available))))
  let diagnosis = Diagnosis(inspection)
  let manner = isMirrored ? ", in a mirror" : ", light on dark"
  #expect(diagnosis.sentence.description == "read: \(symbology.title) “mirrored label”\(manner)")
  #expect(Explanation(inspection, diagnosis).lines.contains { $0.hasSuffix("\(manner): mirrored label") })
}
