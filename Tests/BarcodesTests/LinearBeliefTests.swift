import Barcodes
import Bits
import Geometry
import Imaging
import Scanner
import Testing

@Suite("What may be believed of linear symbols")
struct LinearBeliefTests {
  /// Blurred and moved labels of which edges alone, or digits compared with a part, said something else, line after line.
  static let misleading: [(symbology: Symbology, seed: UInt64)] = [
    (.ean13, 47), (.ean13, 212), (.ean13, 273), (.ean13, 20_003_028),
    (.ean13, 40_002_113), (.ean13, 40_002_624), (.ean13, 40_007_585), (.ean13, 40_007_662), (.ean13, 40_009_518),
    (.ean13, 20_000_188), (.ean13, 50_000_736), (.ean13, 50_002_404), (.ean13, 50_002_996),
    (.ean13, 50_005_633), (.ean13, 50_005_848), (.ean13, 70_006_638), (.ean13, 50_001_724),
    (.ean13, 80_006_867), (.ean13, 80_009_902), (.ean13, 90_003_333), (.ean13, 97_001_697),
    (.ean8, 60_004_879), (.ean8, 93_002_666),
    (.code39, 300_363), (.codabar, 300_003), (.codabar, 301_414), (.code128, 989), (.code128, 2204), (.code128, 2444),
    (.code128, 30_001_311), (.code128, 30_002_334), (.code128, 30_004_465), (.code128, 30_004_627),
    (.code128, 30_005_924), (.code128, 30_006_920), (.code128, 702_304), (.itf14, 700_845), (.code93, 921_281),
  ]

  @Test("A blurred label is read right or not at all", arguments: misleading.indices)
  func blurred(index: Int) throws {
    let (symbology, seed) = Self.misleading[index]
    let scene = try LabelScene(symbology, seed: seed)
    let image = scene.render()
    let frame = try Frame(format: .grey, width: image.width, height: image.height, bytes: image.pixels)
    let manners: [DetectionOptions] =
      DetectionEffort.allCases.map { DetectionOptions(symbologies: linearSymbologies, effort: $0) }
      + [.camera(linearSymbologies)]
    for options in manners {
      let said = Detector(options, now: { .zero }).detect(in: frame).compactMap(\.symbol.text)
      #expect(said.allSatisfy { $0 == scene.text }, "\(options.effort) says \(said) of \(scene.text)")
    }
  }

  @Test("Of a blurred label no other family's symbol is made, with one side eight times as long as the opposite one")
  func otherFamily() throws {
    let scene = try LabelScene(.codabar, seed: 143)
    let image = scene.render()
    let frame = try Frame(format: .grey, width: image.width, height: image.height, bytes: image.pixels)
    let said = Detector(DetectionOptions(symbologies: Catalog.available)).detect(in: frame)
    #expect(said.allSatisfy { $0.symbol.text == scene.text }, "\(said.map(\.symbol.text)) of \(scene.text)")
  }

  @Test(
    "Of an EAN of which two digits are covered no others are made that the check digit allows",
    arguments: [(Symbology.ean13, "7820176368581"), (.ean13, "5873508333988"), (.ean8, "31551885")])
  func covered(symbology: Symbology, text: String) throws {
    let written = try EANWriter(symbology).write(text)
    for first in stride(from: 6, to: written.width - 14, by: 4) {
      var modules = BitMatrix(width: written.width, height: 20)
      for y in 0..<20 {
        for x in 0..<written.width { modules[x, y] = written[x, 0] || first..<first + 8 ~= x }
      }
      let corners = placed(side: 3 * Double(modules.width), height: 60)
      let scene = try RenderedSymbol(modules, at: corners, look: RenderedSymbol.Look(quietZone: 9, blur: 1))
      let said = Detector(DetectionOptions(symbologies: linearSymbologies)).detect(in: scene.frame)
      #expect(said.allSatisfy { $0.symbol.text == text }, "\(said.map(\.symbol.text)) from module \(first)")
    }
  }

  @Test("A clean Codabar of about a pixel a module is read right or not at all")
  func aboutAPixelAModule() throws {
    var random = SeededRandom(seed: 31)
    var (read, wrong): (Int, [String]) = (0, [])
    for _ in 0..<200 {
      let digits = (0..<Int.random(in: 6...12, using: &random)).map { _ in String(Int.random(in: 0...9, using: &random))
      }
      let text = "A\(digits.joined())B"
      let picture = LinearPicture(
        modulePixels: Double.random(in: 0.92...1.35, using: &random), heightPixels: 14, blurPixels: 0)
      let frame = picture.draw(try CodabarWriter(wide: 2).write(text)).frame
      let said = Detector(DetectionOptions(symbologies: linearSymbologies)).detect(in: frame).compactMap(\.symbol.text)
      read += said.contains(text) ? 1 : 0
      wrong += said.filter { $0 != text }.map { "\($0) for \(text)" }
    }
    #expect(wrong.isEmpty)
    #expect(read >= 60)
  }

  /// Symbols above one another with so many pixels of light between them.
  ///
  /// - Parameter heights: the same of each; else 24 pixels of all.
  private func stack(_ rows: [BitMatrix], heights: [Double]? = nil, apart: Int) throws -> Frame {
    var pixels: [UInt8] = []
    var width = 0
    for (number, row) in rows.enumerated() {
      let height = heights?[number] ?? 24
      let (frame, _) = LinearPicture(modulePixels: 2, heightPixels: height, quiet: 12).draw(row)
      width = frame.width
      // The picture has twelve pixels of light above and below.
      let bytes = try #require(LuminanceImage(frame)).pixels
      let (first, last) = (12 - apart / 2, frame.height - 12 + (apart + 1) / 2)
      pixels += bytes[first * width..<last * width]
    }
    return try Frame(format: .grey, width: width, height: pixels.count / width, bytes: pixels)
  }

  @Test("Seven symbols above one another are seven", arguments: [4, 6, 10])
  func stacked(apart: Int) throws {
    let texts = ["STACK-A01", "LAYER-B02", "SHELF-C03", "CRATE-D04", "BOXES-E05", "LABEL-F06", "PAPER-G07"]
    let frame = try stack(try texts.map { try Code39Writer().write($0) }, apart: apart)
    let found = LinearPicture.read(frame, linearSymbologies)
    #expect(found.compactMap(\.symbol.text).sorted() == texts.sorted())
  }

  @Test(
    "Symbols of unlike heights above one another are as many, and each has its own outline",
    arguments: [[84, 32], [32, 84], [32, 84, 32], [40, 84, 40], [27, 52, 90, 36]], [4, 8])
  func unlike(heights: [Double], apart: Int) throws {
    // The last of four says the same as the first.
    let texts = heights.indices.map { ["STACK-A01", "LAYER-B02", "SHELF-C03"][$0 % 3] }
    let frame = try stack(try texts.map { try Code39Writer().write($0) }, heights: heights, apart: apart)
    let found = LinearPicture.read(frame, linearSymbologies)
    #expect(found.compactMap(\.symbol.text).sorted() == texts.sorted())
    for (number, one) in found.enumerated() {
      #expect(!found[..<number].contains { $0.corners.contains(one.corners.center) })
    }
  }

  @Test("Two labels that say the same are two")
  func same() throws {
    let row = try EANWriter(.ean13).write("9780441014989")
    let found = LinearPicture.read(try stack([row, row], apart: 8), linearSymbologies)
    #expect(found.map(\.symbol.text) == ["9780441014989", "9780441014989"])
    #expect(found.count == 2 && !found[0].corners.contains(found[1].corners.center))
  }

  @Test("ITF with half of its quiet zone", arguments: ["12345678", "15400141288763", "907856341290"])
  func tight(text: String) throws {
    let picture = LinearPicture(modulePixels: 2.5, heightPixels: 60, quiet: 5.5)
    var options = DetectionOptions(symbologies: linearSymbologies, effort: .quick)
    options.triesInverted = false
    let frame = picture.draw(try ITFWriter().write(text)).frame
    #expect(Detector(options, now: { .zero }).detect(in: frame).map(\.symbol.text) == [text])
  }

  @Test("A part of a longer ITF, cut off by dirt, is none", arguments: [8.0, 12, 16])
  func part(light: Float) throws {
    let row = try ITFWriter().write("42864660").modules(row: 0)
    let whole = BarSequence(modules: row, quiet: 20)
    #expect(ITFReader().read(whole, wanted: [.itf]).map(\.symbol.text) == ["42864660"])
    let rest = BarSequence(modules: try ITFWriter().write("391511").modules(row: 0), quiet: 20)
    let from = (whole.edges.last ?? 0) + light
    let both = BarSequence(edges: whole.edges + rest.edges.map { from + $0 }, leading: 20, trailing: 20)
    #expect(ITFReader().read(both, wanted: [.itf]).isEmpty)
    #expect(ITFReader().read(both.reversed, wanted: [.itf]).isEmpty)
  }

  @Test("What a stain leaves of an ITF is none where other lines show the whole")
  func stained() throws {
    let text = "63067425889679"
    let whole = try ITFWriter().write(text)
    // Where the rest happens to begin like a symbol.
    let cuts = (10..<whole.width / 2).filter { cut in
      let rest = whole.modules(row: 0).enumerated().map { $0 >= cut && $1 }
      return ITFReader().read(BarSequence(modules: rest, quiet: 20), wanted: [.itf]).contains { $0.symbol.text != text }
    }
    #expect(!cuts.isEmpty)
    for cut in cuts {
      var matrix = BitMatrix(width: whole.width, height: 40)
      for y in 0..<40 {
        for x in (y < 28 ? cut : 0)..<whole.width { matrix[x, y] = whole[x, 0] }
      }
      #expect(
        LinearPicture(quiet: 12).read(matrix, linearSymbologies).map { $0.symbol.text } == [text], "\(cut) modules")
    }
  }

  @Test("Code 39 that lacks a slice says what it said or nothing", arguments: [2, 3])
  func slice(wide: Int) throws {
    let whole = BarSequence(modules: try Code39Writer(wide: wide).write("A1X").modules(row: 0), quiet: 20)
    #expect(Code39Reader().read(whole, wanted: [.code39]).map(\.symbol.text) == ["A1X"])
    let (first, last) = (try #require(whole.edges.first), try #require(whole.edges.last))
    // A fold, or columns of pixels that are lost. Between quarters of modules no edge ends up on another.
    for from in stride(from: first + 0.125, to: last, by: 0.25) {
      for lost in stride(from: Float(0.25), through: 2, by: 0.25) {
        let inside = whole.edges.filter { from..<from + lost ~= $0 }
        var edges = whole.edges.filter { $0 < from }
        if !inside.count.isMultiple(of: 2) { edges.append(from) }
        edges += whole.edges.filter { $0 >= from + lost }.map { $0 - lost }
        guard edges.count.isMultiple(of: 2) else { continue }
        let bars = BarSequence(edges: edges, leading: 20, trailing: 20)
        let said = Code39Reader().read(bars, wanted: [.code39]).map(\.symbol.text)
        #expect(said.isEmpty || said == ["A1X"], "\(lost) modules lost at \(from): \(said)")
      }
    }
  }

  @Test("Code 128's bars are no ITF, though as many")
  func anotherSymbology() throws {
    for text in ["358037", "119926", "204060"] {
      let row = BarSequence(modules: try Code128Writer().write(text).modules(row: 0), quiet: 20)
      for bars in [row, row.reversed] { #expect(ITFReader().read(bars, wanted: [.itf]).isEmpty) }
    }
  }
}

extension BitMatrix {
  fileprivate func modules(row: Int) -> [Bool] { (0..<width).map { self[$0, row] } }
}
