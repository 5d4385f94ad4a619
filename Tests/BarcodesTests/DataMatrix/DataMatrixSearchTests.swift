import Barcodes
import Bits
import Geometry
import Imaging
import Scanner
import Testing

/// A picture on which symbols are drawn.
private struct Canvas {
  let width: Int
  let height: Int
  private(set) var bytes: [UInt8]

  init(width: Int, height: Int, ground: UInt8 = 220) {
    (self.width, self.height) = (width, height)
    bytes = [UInt8](repeating: ground, count: width * height)
  }

  /// Draws a symbol of whole pixels with two modules of ground around it.
  mutating func draw(_ symbol: BitMatrix, module: Int, x: Int, y: Int, dark: UInt8 = 40, light: UInt8 = 220) {
    for v in -2 * module..<(symbol.height + 2) * module {
      for u in -2 * module..<(symbol.width + 2) * module {
        let isInside = u >= 0 && v >= 0 && u < symbol.width * module && v < symbol.height * module
        let isDark = isInside && symbol[u / module, v / module]
        bytes[(y + v) * width + x + u] = isDark ? dark : light
      }
    }
  }

  /// Draws a symbol's dark modules as discs that do not touch.
  mutating func dot(_ symbol: BitMatrix, pitch: Int, diameter: Int, x: Int, y: Int, ink: UInt8) {
    for v in 0..<symbol.height * pitch {
      for u in 0..<symbol.width * pitch where symbol[u / pitch, v / pitch] {
        let (a, b) = (2 * (u % pitch) - pitch + 1, 2 * (v % pitch) - pitch + 1)
        if a * a + b * b <= diameter * diameter { bytes[(y + v) * width + x + u] = ink }
      }
    }
  }

  /// Makes a pixel as dark as print.
  mutating func ink(x: Int, y: Int) { bytes[y * width + x] = 40 }

  /// Lays another picture over this one.
  mutating func paste(_ frame: Frame, x: Int, y: Int) {
    for v in 0..<frame.height {
      for u in 0..<frame.width { bytes[(y + v) * width + x + u] = frame.bytes[v * frame.width + u] }
    }
  }

  func frame() throws -> Frame { try Frame(format: .grey, width: width, height: height, bytes: bytes) }
}

private func texts(_ frame: Frame, effort: DetectionEffort = .normal) -> [String?] {
  Detector(DetectionOptions(symbologies: [.dataMatrix], effort: effort)).detect(in: frame).map(\.symbol.text)
}

@Suite struct DataMatrixSearchTests {
  @Test("A plain symbol is read wherever it lies", arguments: 2...20)
  func everyPlace(module: Int) throws {
    let symbol = try DataMatrixWriter(shape: .modules(rows: 10, columns: 10)).write("A1")
    let side = 14 * module + 48
    for y in 0..<16 {
      for x in 0..<16 {
        var canvas = Canvas(width: side, height: side)
        canvas.draw(symbol, module: module, x: 2 * module + x, y: 2 * module + y)
        #expect(texts(try canvas.frame(), effort: .quick) == ["A1"], "\(x), \(y)")
      }
    }
  }

  /// Thresholds are told by blocks of 8 pixels: edges that lie between two of them must not be missed.
  @Test("A symbol aligned with blocks of 8 pixels is read in each of a camera's frames", arguments: [8, 16])
  func aligned(module: Int) throws {
    let symbol = try DataMatrixWriter(shape: .modules(rows: 14, columns: 14)).write("ALIGNED")
    let detector = Detector(.camera([.dataMatrix]), now: { .zero })
    for y in 0...8 {
      for x in 0...8 {
        var canvas = Canvas(width: 1280, height: 720)
        canvas.draw(symbol, module: module, x: 320 + x, y: 160 + y)
        let frame = try canvas.frame()
        // The first is searched beyond what is plain, the second is not.
        detector.reset()
        for number in 1...2 {
          #expect(detector.detect(in: frame).map(\.symbol.text) == ["ALIGNED"], "\(x), \(y), frame \(number)")
        }
      }
    }
  }

  @Test("All symbols of a picture full of them are read by the plain pass", arguments: [false, true])
  func many(isInverted: Bool) throws {
    var canvas = Canvas(width: 1200, height: 1200, ground: isInverted ? 60 : 200)
    var expected: Set<String> = []
    for row in 0..<10 {
      for column in 0..<10 {
        let text = "CASE-\(row)\(column)"
        let symbol = try DataMatrixWriter(shape: .modules(rows: 16, columns: 16)).write(text)
        canvas.draw(
          symbol, module: 3 + (row + column) % 3, x: 20 + 118 * column, y: 20 + 118 * row, dark: isInverted ? 220 : 40,
          light: isInverted ? 40 : 220)
        expected.insert(text)
      }
    }
    #expect(Set(texts(try canvas.frame(), effort: .quick)) == expected)
  }

  @Test("What is too short for a symbol's side is not followed")
  func shortSides() throws {
    let log = WorkLog()
    var canvas = Canvas(width: 540, height: 540)
    canvas.draw(try QRWriter().write("BESIDE IT"), module: 4, x: 40, y: 40)
    // Marks of two pixels that are five at one end, eleven pixels high.
    for row in 0..<5 {
      for mark in 0..<6 {
        for y in 0..<11 {
          for u in 0..<(y < 6 ? 2 : 5) { canvas.ink(x: 230 + 48 * mark + u, y: 190 + 67 * row + y) }
        }
      }
    }
    let seen = Detector(DetectionOptions(symbologies: Catalog.available)).detect(in: try canvas.frame(), trace: log)
    #expect(seen.map(\.symbol.text) == ["BESIDE IT"])
    // With a look at each of the 30 marks it took 71.
    #expect(try #require(log.steps[.dataMatrixPlain]) < 50)
  }

  @Test(
    "A low rectangle among text is read beside another symbol",
    arguments: [(8, 32, 2), (8, 64, 2), (8, 64, 3), (8, 96, 2)])
  func amongText(rows: Int, columns: Int, module: Int) throws {
    var canvas = Canvas(width: 1240, height: 1120)
    // Strokes of letters, whose rows lie at no symbol's pitch.
    for line in 0..<50 {
      for stroke in 0..<150 {
        let (x, height) = (20 + 8 * stroke + (stroke * stroke + 3 * line) % 4, 10 + (stroke * 7 + line) % 5)
        for y in 0..<height {
          for u in 0..<3 { canvas.ink(x: x + u, y: 20 + 22 * line + y) }
        }
      }
    }
    canvas.draw(try QRWriter().write("BESIDE IT"), module: 4, x: 100, y: 100)
    canvas.draw(
      try DataMatrixWriter(shape: .modules(rows: rows, columns: columns)).write("AMONG"), module: module, x: 640, y: 531
    )
    let seen = Detector(DetectionOptions(symbologies: Catalog.available)).detect(in: try canvas.frame())
    #expect(Set(seen.map(\.symbol.text)) == ["BESIDE IT", "AMONG"])
  }

  @Test("A long rule beside it keeps no symbol from being read")
  func amongRules() throws {
    var canvas = Canvas(width: 1600, height: 1200)
    var ticks = BitMatrix(width: 12, height: 540)
    for y in 0..<540 { for x in 0..<(y % 9 == 0 ? 6 : 2) { ticks[x, y] = true } }
    for x in stride(from: 60, to: 1260, by: 40) { canvas.draw(ticks, module: 2, x: x, y: 40) }
    canvas.draw(
      try DataMatrixWriter(shape: .modules(rows: 12, columns: 12)).write("RULES"), module: 4, x: 1400, y: 800)
    #expect(texts(try canvas.frame()) == ["RULES"])
  }

  @Test("What is hard to read is read beside what is easy")
  func easyAndHard() throws {
    let text = "0123456789 and abcdefghi ABCDEF xyz"
    let hard = try RenderedSymbol(
      DataMatrixWriter(shape: .modules(rows: 22, columns: 22)).write(text), at: placed(side: 132, degrees: 20),
      look: RenderedSymbol.Look(wrap: 0...1))
    var canvas = Canvas(width: 800, height: 480)
    canvas.paste(hard.frame, x: 0, y: 0)
    canvas.draw(try DataMatrixWriter(shape: .modules(rows: 14, columns: 14)).write("EASY"), module: 5, x: 600, y: 100)
    #expect(Set(texts(try canvas.frame())) == [text, "EASY"])
  }

  @Test("Nothing finer is looked for once all that showed was read")
  func allRead() throws {
    let hard = try RenderedSymbol(
      DataMatrixWriter(shape: .modules(rows: 22, columns: 22)).write("0123456789 and abcdefghi ABCDEF xyz"),
      at: placed(side: 132, degrees: 20), look: RenderedSymbol.Look(wrap: 0...1))
    let log = WorkLog()
    let seen = Detector(DetectionOptions(symbologies: Catalog.available)).detect(in: hard.frame, trace: log)
    #expect(seen.count == 1)
    #expect(log.readBy == .dataMatrixCloser)
    #expect(log.steps[.dataMatrixFine] ?? 0 < 20)
  }

  @Test("Beside a symbol that was read, one that was refined in vain is not looked for once more")
  func refinedInVain() throws {
    var torn = try DataMatrixWriter(shape: .modules(rows: 22, columns: 22)).write("NOT TO BE READ")
    var generator = SeededRandom(seed: 3)
    for y in 1..<21 { for x in 1..<21 { torn[x, y] = Bool.random(using: &generator) } }
    var canvas = Canvas(width: 800, height: 480)
    canvas.draw(torn, module: 6, x: 150, y: 150)
    canvas.draw(try DataMatrixWriter(shape: .modules(rows: 14, columns: 14)).write("EASY"), module: 5, x: 600, y: 100)
    let log = WorkLog()
    let seen = Detector(DetectionOptions(symbologies: Catalog.available)).detect(in: try canvas.frame(), trace: log)
    #expect(seen.map(\.symbol.text) == ["EASY"])
    #expect(log.work.contains(.dataMatrixCloser))
    // With all that follows it took 170.
    #expect(try #require(log.steps[.dataMatrixFine]) < 100)
  }

  @Test("Dots that do not touch are read as modules", arguments: [UInt8(90), 200], [(16, 11), (24, 18), (33, 23)])
  func dotted(ink: UInt8, dots: (pitch: Int, diameter: Int)) throws {
    let symbol = try DataMatrixWriter(shape: .modules(rows: 16, columns: 16)).write("STAMPED")
    let side = 24 * dots.pitch
    var canvas = Canvas(width: side, height: side, ground: 140)
    canvas.dot(symbol, pitch: dots.pitch, diameter: dots.diameter, x: 4 * dots.pitch + 3, y: 4 * dots.pitch, ink: ink)
    #expect(texts(try canvas.frame()) == ["STAMPED"])
  }
}
