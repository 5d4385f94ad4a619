import Barcodes
import Bits
import Imaging
import Testing

/// Drawn with whole pixels, so many a module.
private func drawn(_ modules: BitMatrix, pixels: Int, quietZone: Int = 4) -> LuminanceImage {
  let (width, height) = ((modules.width + 2 * quietZone) * pixels, (modules.height + 2 * quietZone) * pixels)
  var grey = [UInt8](repeating: 255, count: width * height)
  for y in 0..<modules.height * pixels {
    for x in 0..<modules.width * pixels where modules[x / pixels, y / pixels] {
      grey[(y + quietZone * pixels) * width + x + quietZone * pixels] = 0
    }
  }
  return LuminanceImage(width: width, height: height, pixels: grey)
}

private func search(_ image: LuminanceImage, effort: DetectionEffort) throws -> WorkLog {
  let log = WorkLog()
  let options = DetectionOptions(symbologies: [.pdf417, .microPDF417], effort: effort)
  let frame = try Frame(format: .grey, width: image.width, height: image.height, bytes: image.pixels)
  _ = Detector(options).detect(in: frame, trace: log)
  return log
}

@Suite("How far stacked symbols are looked for")
struct StackedSearchTests {
  /// Bars over the whole height: a start pattern and a codeword beside it, again and again.
  private func bars(clusters: [Int]) -> BitMatrix {
    let pattern = PDF417Patterns.modules(PDF417Patterns.start)
    var matrix = BitMatrix(width: 12 * 40, height: 120)
    for y in 0..<matrix.height {
      let codeword = PDF417Patterns.pattern(417, cluster: clusters[y / 4 % clusters.count])
      let line = pattern + (0..<17).map { codeword >> (16 - $0) & 1 == 1 } + [true]
      for copy in 0..<12 { for (x, isDark) in line.enumerated() { matrix[40 * copy + x, y] = isDark } }
    }
    return matrix
  }

  @Test("Bars that look like a start pattern are not read along before what lies beside them confirms them")
  func linear() throws {
    let same = drawn(bars(clusters: [0]), pixels: 2)
    let blank = LuminanceImage(width: same.width, height: same.height, pixels: same.pixels.map { _ in 255 })
    let change = drawn(bars(clusters: [0, 1, 2]), pixels: 2)
    let steps = try [blank, same, change].map { try search($0, effort: .quick).steps[.stackedPlain] }
    #expect(steps[0] != nil && steps[1] == steps[0])
    // The same with rows is looked at.
    #expect(try #require(steps[2]) > #require(steps[0]))
  }

  @Test("Row indicators confirm bars that have spread or shrunk by a third of a module", arguments: [-1, 0, 1])
  func growth(pixels: Int) throws {
    let image = drawn(try PDF417Writer(columns: 3, level: 3).write("spread"), pixels: 3)
    var spread = image
    // Each bar begins earlier or later.
    for y in 0..<image.height {
      for x in 1..<image.width - 1 {
        let (here, next) = (image.pixels[y * image.width + x], image.pixels[y * image.width + x + 1])
        spread.pixels[y * image.width + x] = pixels == 0 ? here : pixels > 0 ? min(here, next) : max(here, next)
      }
    }
    #expect(try search(spread, effort: .quick).reads == [.stackedPlain])
  }

  @Test("A symbol is read by the first look either way up, and of MicroPDF417 every variant", arguments: [false, true])
  func firstLook(isTurned: Bool) throws {
    let symbols = [try PDF417Writer(columns: 2).write("plain"), try PDF417Writer(columns: 8, level: 4).write("plain")]
    let variants = try MicroPDF417Variant.all.map {
      try MicroPDF417Writer(columns: $0.columns, rows: $0.rows).write("A1")
    }
    for modules in symbols + variants {
      var image = drawn(modules, pixels: 4)
      if isTurned { image.pixels.reverse() }
      #expect(try search(image, effort: .quick).reads == [.stackedPlain], "\(modules.width) × \(modules.height)")
    }
  }

  @Test("A symbol that lies aslant is read beside another code", arguments: [25.0, 40])
  func asideAslant(degrees: Double) throws {
    func half(_ symbology: Symbology, _ text: String, module: Double, height: Double?, degrees: Double) throws -> Frame
    {
      let modules = try #require(Catalog.writers.first { $0.symbology == symbology }).write(text)
      let corners = placed(
        side: module * Double(modules.width), height: height ?? module * Double(modules.height), degrees: degrees)
      return try RenderedSymbol(modules, at: corners, look: .init(noise: 3)).frame
    }
    let left = try half(.ean13, "4006381333931", module: 3, height: 120, degrees: 0)
    let right = try half(.pdf417, "ASLANT 2026", module: 3, height: nil, degrees: degrees)
    var bytes: [UInt8] = []
    for row in 0..<480 {
      let columns = row * 480..<(row + 1) * 480
      bytes += left.bytes[columns]
      bytes += right.bytes[columns]
    }
    let frame = try Frame(format: .grey, width: 960, height: 480, bytes: bytes)
    let read = Detector(DetectionOptions(symbologies: Catalog.available)).detect(in: frame).compactMap(\.symbol.text)
    #expect(Set(read) == ["4006381333931", "ASLANT 2026"])
  }
}
