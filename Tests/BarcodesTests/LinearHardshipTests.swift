import Barcodes
import Bits
import Foundation
import Geometry
import Imaging
import Scanner
import Testing

@Suite("Linear symbols under hardship")
struct LinearHardshipTests {
  /// A line of bars and spaces, a pixel column a sample, blurred.
  private func strip(_ widths: [Double], blur: Double) -> (image: LuminanceImage, edges: [Double]) {
    var edges = [30.0]
    for width in widths { edges.append(edges[edges.count - 1] + width) }
    let width = Int(edges[edges.count - 1]) + 30
    var row: [Double] = []
    for x in 0..<width {
      var dark = 0.0
      for sub in 0..<10 {
        let at = Double(x) + (Double(sub) + 0.5) / 10
        let passed = edges.filter { $0 <= at }.count
        dark += passed.isMultiple(of: 2) ? 0 : 0.1
      }
      row.append(dark)
    }
    // Two means over three pixels for each step of the blur.
    for _ in 0..<Int(blur) {
      row = row.indices.map { (row[max(0, $0 - 1)] + row[$0] + row[min(row.count - 1, $0 + 1)]) / 3 }
    }
    let pixels = row.map { UInt8(230 - 200 * $0) }
    return (LuminanceImage(width: width, height: 5, pixels: pixels + pixels + pixels + pixels + pixels), edges)
  }

  @Test("Balanced edges keep narrow bars narrow where blur has made them shallow")
  func balance() {
    let widths = [3.0, 3, 3, 9, 6, 3, 3, 6, 9, 3, 12, 3, 3, 3, 6]
    let (image, edges) = strip(widths, blur: 3)
    let region = StripeRegion(
      center: Point(Double(image.width) / 2, 2.5), direction: Vector(1, 0), halfLength: Double(image.width) / 2,
      halfHeight: 2)
    let line = image.scanLine(region, offset: 0, margin: 0, reach: 0)
    func worst(_ rule: ScanLine.EdgeRule) -> Double {
      let bars = line.bars(sensitivity: 0.1, rule: rule)
      guard bars.widths.count == widths.count else { return .infinity }
      return zip(bars.widths, widths).map { abs(Double($0) - $1) }.max()!
    }
    #expect(edges.count == widths.count + 1)
    #expect(worst(.balance) < 0.6)
    #expect(worst(.balance) < worst(.halfWay))
  }

  @Test(
    "Bars that lost or gained ink by nearly half a module are told by the guards", arguments: [-0.45, 0.45],
    [(Symbology.ean13, "9780441014989"), (.ean8, "90311017"), (.upcE, "425261")])
  func ink(growth: Float, code: (symbology: Symbology, text: String)) throws {
    let matrix = try EANWriter(code.symbology).write(code.text)
    let written = BarSequence(modules: (0..<matrix.width).map { matrix[$0, 0] })
    let edges = written.edges.enumerated().map { $1 + ($0.isMultiple(of: 2) ? -growth / 2 : growth / 2) }
    let bars = BarSequence(edges: edges, leading: 20, trailing: 20)
    let said = try #require(EANReader().read(bars, wanted: [code.symbology]).first)
    #expect(said.symbol.text == EANReader().read(written, wanted: [code.symbology]).first?.symbol.text)
    #expect(said.misfit < 0.02)
  }

  @Test("Rows that are not square to their bars", arguments: [-0.8, -0.6, 0.6, 0.8], [0.0, 25])
  func skewed(slope: Double, degrees: Double) throws {
    for (symbology, modules, text) in [
      (Symbology.ean13, try EANWriter(.ean13).write("9780441014989"), "9780441014989"),
      (.code128, try Code128Writer().write("VF-2026"), "VF-2026"),
      (.itf, try ITFWriter().write("0123456789"), "0123456789"),
    ] {
      let rows = 24
      var matrix = BitMatrix(width: modules.width, height: rows)
      for y in 0..<rows { for x in 0..<modules.width { matrix[x, y] = modules[x, 0] } }
      let (width, height) = (2.6 * Double(modules.width), 2.6 * Double(rows))
      let (c, s) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
      func corner(_ x: Double, _ y: Double) -> Point<FramePixels> {
        let (u, v) = (x * width / 2 + slope * y * height / 2, y * height / 2)
        return Point(240 + c * u - s * v, 240 + s * u + c * v)
      }
      let corners = Quadrilateral(corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1))
      let look = RenderedSymbol.Look(quietZone: 10, blur: 1, noise: 3)
      let frame = try RenderedSymbol(matrix, at: corners, look: look).frame
      let found = Detector(DetectionOptions(symbologies: [symbology])).detect(in: frame)
      #expect(found.map(\.symbol.text) == [text], "\(symbology)")
    }
  }

  @Test("Cloth around a label has stripes of its own", arguments: 0..<40)
  func cloth(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for (matrix, reader) in [
      (try ITFWriter().write("9141777631"), ITFReader() as any LinearDecoder),
      (try CodabarWriter().write("A12345678B"), CodabarReader()),
    ] {
      let label = BarSequence(modules: (0..<matrix.width).map { matrix[$0, 0] }).edges
      var cloth: [Float] = [11]
      for _ in 0..<11 { cloth.append(cloth[cloth.count - 1] + Float.random(in: 0.5...4.4, using: &random)) }
      let (first, last) = (label[0], label[label.count - 1])
      for edges in [label + cloth.map { last + $0 }, cloth.reversed().map { first - $0 } + label] {
        let bars = BarSequence(edges: edges, leading: 11, trailing: 11)
        #expect(reader.read(bars, wanted: [.itf, .codabar]).count == 1)
      }
    }
  }

  @Test("Blur of six tenths of a module", arguments: ["A12345678B", "C-0.5/7D"])
  func blurredCodabar(text: String) throws {
    let picture = LinearPicture(modulePixels: 2, blurPixels: 1.2)
    #expect(picture.read(try CodabarWriter().write(text), linearSymbologies).map { $0.symbol.text } == [text])
  }

  @Test(
    "EAN seen askew and out of focus: guards run into each other, and the middle is not half way",
    arguments: [0.6, 0.75], [-2.0, -1.0, 1.5])
  func blurredAskew(blur: Double, bow: Double) throws {
    for (form, text, said) in [
      (Symbology.ean13, "9780804816632", "9780804816632"), (.upcA, "312547701310", "312547701310"),
      (.upcE, "425261", "042100005264"),
    ] {
      var picture = LinearPicture(heightPixels: 60, blurPixels: 3 * blur, quiet: 10, noise: 6)
      picture.bow = form == .upcE ? bow / 2 : bow
      #expect(picture.read(try EANWriter(form).write(text), linearSymbologies).map { $0.symbol.text } == [said])
    }
  }

  @Test("What is too blurred to be read is not read as something else", arguments: [1.8, 2.4, 3.0, 3.6], [0.0, 30])
  func noOther(blur: Double, angle: Double) throws {
    for (writer, text, said) in LinearPictureTests.samples {
      let picture = LinearPicture(modulePixels: 2, angle: angle, blurPixels: blur, noise: 8)
      let found = picture.read(try writer.write(text), linearSymbologies).map { $0.symbol.text }
      #expect(found.isEmpty || found == [said], "\(writer.symbology.name)")
    }
  }

  @Test("Graphics of a pixel a module, wide elements of two", arguments: [0.0, 90, 180])
  func aPixelAModule(angle: Double) throws {
    let picture = LinearPicture(modulePixels: 1, angle: angle, blurPixels: 0)
    for (writer, text) in [
      (CodabarWriter(wide: 2) as any SymbolWriter, "A31117013206375A"), (Code39Writer(wide: 2), "PIXEL-1"),
      (Code128Writer(), "One pixel"), (EANWriter(.ean13), "9780441014989"),
    ] {
      #expect(picture.read(try writer.write(text), linearSymbologies).map { $0.symbol.text } == [text])
    }
  }

  @Test("EAN-13 on bent paper: digits twice as wide at one end as at the other", arguments: [1.0, 1.4, 1.9, 5])
  func bent(change: Double) throws {
    let matrix = try EANWriter(.ean13).write("9780441014989")
    let row = (0..<matrix.width).map { matrix[$0, 0] }
    // A module grows along the symbol by `change` in all.
    var edges: [Float] = []
    var at = 0.0
    for (x, dark) in row.enumerated() {
      if dark != (x > 0 && row[x - 1]) { edges.append(Float(at)) }
      at += 3 * (1 + (change - 1) * Double(x) / 94)
    }
    edges.append(Float(at))
    let bars = BarSequence(edges: edges, leading: 60, trailing: 60)
    let said = EANReader().read(bars, wanted: [.ean13])
    #expect(said.map { $0.symbol.text } == (change < 5 ? ["9780441014989"] : []))
    // More lines must say what a bend may have made.
    let plain = EANReader().read(BarSequence(modules: row), wanted: [.ean13])
    if change == 1.9 { #expect(said[0].linesNeeded > plain[0].linesNeeded) }
  }

  @Test("Five digits that end where the paper does, two modules before the table")
  func addOnAtTheEdge() throws {
    let code = try EANWriter(.ean13).write("9780201752847+55999")
    var paper = BitMatrix(width: code.width + 20, height: 1)
    for x in 0..<paper.width { paper[x, 0] = x < code.width ? code[x, 0] : x >= code.width + 2 }
    let found = LinearPicture(heightPixels: 60).read(paper, linearSymbologies)
    #expect(found.map { $0.symbol.text } == ["978020175284755999"])
  }

  @Test("Two digits under blur, whoever reads the symbol", arguments: [0.6, 0.9, 1.2])
  func addOnUnderBlur(blur: Double) throws {
    let code = try EANWriter(.upcA).write("024543136538+00")
    let found = LinearPicture(modulePixels: 2, heightPixels: 60, blurPixels: blur).read(code, linearSymbologies)
    #expect(found.map { $0.symbol.text } == ["02454313653800"])
  }

  @Test(
    "Add-ons that stand lower than their symbol, under blur that levels single bars", arguments: [0.7, 1.0], [0.0, 17])
  func lowAddOn(blur: Double, angle: Double) throws {
    for (writer, text, said) in [
      (EANWriter(.ean13), "9780201752847+55999", "978020175284755999"),
      (EANWriter(.upcA), "024543136538+07", "02454313653807"),
    ] {
      let code = try writer.write(text)
      var picture = LinearPicture(modulePixels: 2, heightPixels: 80, angle: angle, blurPixels: blur, noise: 16)
      // Under the symbol's upper third the add-on has its digits in print, which are left out here.
      picture.isTorn = { x, y in x >= 97 && y < 12 }
      let found = picture.read(code, linearSymbologies).map { $0.symbol.text }
      #expect(found == [said], "\(text) at \(angle)°")
    }
  }

  @Test("Of an add-on that is cut off nothing is said", arguments: [24.0, 29, 38], [0.5, 1.0])
  func cutAddOn(modules: Double, blur: Double) throws {
    let code = try EANWriter(.ean13).write("9780441014989+52499")
    let end = 95.0 + Double(code.width - 95 - 47)
    var picture = LinearPicture(modulePixels: 2, heightPixels: 60, blurPixels: blur)
    picture.isTorn = { x, _ in x >= end + modules }
    #expect(picture.read(code, linearSymbologies).map { $0.symbol.text } == ["9780441014989"])
  }

  @Test("A camera's frame shows it as plainly", arguments: LinearPictureTests.samples.indices, [0.0, 33])
  func live(sample: Int, angle: Double) throws {
    let (writer, text, said) = LinearPictureTests.samples[sample]
    let modules = try writer.write(text)
    let picture = LinearPicture(
      heightPixels: max(60, Double(modules.height) * 3), angle: angle, blurPixels: 0.8, quiet: 20, noise: 6)
    let detector = Detector(.camera(linearSymbologies), now: { .zero })
    #expect(detector.detect(in: picture.draw(modules).frame).map { $0.symbol.text } == [said])
  }

  @Test("A ruled sheet and a cloudy one say nothing to a camera either", arguments: 0..<6)
  func liveNothing(seed: UInt64) throws {
    var state = seed &* 7919 &+ 1
    func random() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 40) / Double(1 << 24)
    }
    let (width, height) = (320, 240)
    var pixels: [UInt8] = []
    for y in 0..<height {
      for _ in 0..<width { pixels.append(UInt8((y % (12 + Int(seed)) < 3 ? 60 : 190) + 40 * random())) }
    }
    let frame = try Frame(format: .grey, width: width, height: height, bytes: pixels)
    let detector = Detector(.camera(linearSymbologies), now: { .zero })
    #expect(detector.detect(in: frame).isEmpty)
  }

  /// Counts lines, of which each takes a millisecond.
  private final class LineCount: DetectionTrace {
    private(set) var lines = 0
    func didScan(_ line: ScannedLine) { lines += 1 }
  }

  @Test("The time of a frame full of stripes is looked at line by line", arguments: [0, 5, 20])
  func stripesOfAllDirections(budget: Int) throws {
    // Fences beside each other, with bars of two widths and light between them: regions that look like symbols.
    var pixels = [UInt8](repeating: 230, count: 640 * 480)
    for y in 0..<480 where y % 60 < 50 {
      for x in 20..<620 where (x + y / 60) % 6 < 2 || (x / 6) % 5 == 1 { pixels[y * 640 + x] = 20 }
    }
    let frame = try Frame(format: .grey, width: 640, height: 480, bytes: pixels)
    let count = LineCount()
    let options = DetectionOptions(symbologies: linearSymbologies, budget: .milliseconds(budget))
    let found = Detector(options, now: { .milliseconds(count.lines) }).detect(in: frame, trace: count)
    #expect(found.isEmpty)
    // The last line may be read by each of two rules.
    #expect(count.lines <= budget + 1)
    #expect(budget == 0 || count.lines >= budget)
  }
}
