import Barcodes
import Bits
import Geometry
import Imaging
import Scanner
import Testing

private let message = "Viewfinder 2026"

private func detect(
  _ frame: Frame, _ symbology: Symbology, effort: DetectionEffort = .thorough
) -> [Observation] {
  Detector(DetectionOptions(symbologies: [symbology], effort: effort)).detect(in: frame)
}

/// A symbol of a matrix family, as its writer draws it.
struct MatrixSymbol: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let symbology: Symbology
  let modules: BitMatrix
  let text: String

  static let all: [MatrixSymbol] = dataMatrix + aztec

  static let dataMatrix: [MatrixSymbol] = [
    (14, 14), (20, 20), (36, 36), (72, 72), (12, 36), (16, 48), (8, 64), (26, 40),
  ]
  .compactMap { rows, columns in
    let text = rows * columns < 300 ? "VF26" : message
    let modules = try? DataMatrixWriter(shape: .modules(rows: rows, columns: columns)).write(text)
    return modules.map {
      MatrixSymbol(testDescription: "Data Matrix \(rows)×\(columns)", symbology: .dataMatrix, modules: $0, text: text)
    }
  }

  static let aztec: [MatrixSymbol] = {
    let shapes: [(String, AztecWriter.Shape)] = [
      ("compact 1", .compact(layers: 1)), ("compact 4", .compact(layers: 4)), ("full 4", .full(layers: 4)),
      ("full 10", .full(layers: 10)),
    ]
    let symbols = shapes.compactMap { name, shape -> MatrixSymbol? in
      let text = name == "compact 1" ? "VF26" : message
      return (try? AztecWriter(shape: shape).write(text)).map {
        MatrixSymbol(testDescription: "Aztec \(name)", symbology: .aztec, modules: $0, text: text)
      }
    }
    let rune = MatrixSymbol(
      testDescription: "Aztec rune", symbology: .aztec, modules: AztecWriter().writeRune(77), text: "077")
    return symbols + [rune]
  }()

  static func named(_ names: String...) -> [MatrixSymbol] { all.filter { names.contains($0.testDescription) } }

  /// Where a symbol of this many pixels a module is.
  func corners(
    module: Double, degrees: Double = 0, tilt: Double = 0, mirrored: Bool = false
  ) -> Quadrilateral<FramePixels> {
    placed(
      side: module * Double(modules.width), height: module * Double(modules.height), degrees: degrees, tilt: tilt,
      mirrored: mirrored)
  }
}

@Suite struct MatrixDetectionTests {
  @Test func everySymbolIsWritten() {
    #expect(MatrixSymbol.dataMatrix.count == 8)
    #expect(MatrixSymbol.aztec.count == 5)
  }

  @Test("Every shape is read from all sides", arguments: MatrixSymbol.all, [0.0, 90, 180, 270, 30])
  func turned(symbol: MatrixSymbol, degrees: Double) throws {
    let module = min(6, 300 / Double(max(symbol.modules.width, symbol.modules.height)))
    let scene = try RenderedSymbol(symbol.modules, at: symbol.corners(module: module, degrees: degrees))
    let found = detect(scene.frame, symbol.symbology)
    #expect(found.map(\.symbol.text) == [symbol.text])
    let observation = try #require(found.first)
    #expect(!observation.isMirrored && !observation.isInverted)
    for (seen, expected) in zip(observation.corners.points, scene.corners.points) {
      #expect(seen.distance(to: expected) < module)
    }
  }

  struct Sight: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var module = 7.0
    var degrees = 0.0
    var tilt = 0.0
    var isMirrored = false
    var isInverted = false
    var look = RenderedSymbol.Look()
  }

  static let sights: [Sight] = [
    Sight(testDescription: "turned by 45°", degrees: 45),
    Sight(testDescription: "tilted", degrees: 12, tilt: 0.3),
    Sight(testDescription: "mirrored", degrees: 8, isMirrored: true),
    Sight(testDescription: "light on dark", isInverted: true, look: RenderedSymbol.Look(dark: 210, light: 50)),
    Sight(testDescription: "modules of 2.5 pixels", module: 2.5, degrees: 3),
    Sight(testDescription: "modules of 15 pixels", module: 15, degrees: 20),
    Sight(testDescription: "faint", look: RenderedSymbol.Look(dark: 90, light: 125)),
    Sight(testDescription: "blurred", degrees: 5, look: RenderedSymbol.Look(blur: 2)),
    Sight(testDescription: "noisy", degrees: 10, look: RenderedSymbol.Look(dark: 80, light: 170, noise: 25)),
    Sight(testDescription: "bent by half a module", look: RenderedSymbol.Look(lift: -0.5)),
  ]

  @Test(
    "A symbol is read where it is",
    arguments: MatrixSymbol.named("Data Matrix 20×20", "Aztec compact 4", "Aztec full 4"),
    sights)
  func seen(symbol: MatrixSymbol, sight: Sight) throws {
    let most = 440 / Double(max(symbol.modules.width, symbol.modules.height))
    let module = min(sight.module, most)
    let corners = symbol.corners(
      module: module, degrees: sight.degrees, tilt: sight.tilt, mirrored: sight.isMirrored)
    let scene = try RenderedSymbol(symbol.modules, at: corners, look: sight.look)
    let found = detect(scene.frame, symbol.symbology)
    #expect(found.map(\.symbol.text) == [symbol.text])
    let observation = try #require(found.first)
    #expect(observation.isMirrored == sight.isMirrored)
    #expect(observation.isInverted == sight.isInverted)
    for (seen, expected) in zip(observation.corners.points, corners.points) {
      #expect(seen.distance(to: expected) < (sight.look.lift == 0 ? 0.8 : 1.2) * module)
    }
  }

  @Test("rMQR whose far end is seen smaller than its finder, or larger", arguments: [-0.25, -0.12, 0.12, 0.25])
  func rMQRSeenNear(depth: Double) throws {
    for version in RMQRVersion.all where version.width == 59 {
      let modules = try RMQRWriter(versions: [version]).write("VF 26")
      let corners = seenNear(
        side: 5 * Double(version.width), height: 5 * Double(version.height), depth: depth, degrees: 8)
      let scene = try RenderedSymbol(modules, at: corners, look: RenderedSymbol.Look(blur: 1, noise: 3))
      #expect(detect(scene.frame, .rMQR).map(\.symbol.text) == ["VF 26"], "\(version.height) rows")
    }
  }

  @Test("The alternating sides tell where the columns at a jar's side are", arguments: [0.0, 20, 90])
  func wrapped(degrees: Double) throws {
    let text = "0123456789 and abcdefghi ABCDEF xyz"
    let modules = try DataMatrixWriter(shape: .modules(rows: 22, columns: 22)).write(text)
    let scene = try RenderedSymbol(
      modules, at: placed(side: 132, degrees: degrees), look: RenderedSymbol.Look(wrap: 0...1))
    #expect(detect(scene.frame, .dataMatrix).map(\.symbol.text) == [text])
  }

  @Test(
    "An alternating side tells where the columns are though some of its modules ran together", arguments: [0.0, 200])
  func wrappedAndFilled(degrees: Double) throws {
    let text = "0123456789 and abcdefghi ABCDEF xyz"
    var modules = try DataMatrixWriter(shape: .modules(rows: 22, columns: 22)).write(text)
    modules[5, 0] = true
    modules[21, 12] = true
    let scene = try RenderedSymbol(
      modules, at: placed(side: 132, degrees: degrees), look: RenderedSymbol.Look(wrap: 0...1))
    #expect(detect(scene.frame, .dataMatrix).map(\.symbol.text) == [text])
  }

  @Test("Paper that bends to and fro is read", arguments: [10, 14, 20], [0.0, 110])
  func wavy(side: Int, degrees: Double) throws {
    let text = String("VF26-0123456789-abcdefghijklmnopqrstuvwxyz".prefix(side < 14 ? 3 : side / 2))
    let modules = try DataMatrixWriter(shape: .modules(rows: side, columns: side)).write(text)
    // Two modules from crest to trough in the largest.
    let wave = 0.032 * Double(side)
    let scene = try RenderedSymbol(
      modules, at: placed(side: 7 * Double(side), degrees: degrees), look: RenderedSymbol.Look(wave: wave))
    #expect(detect(scene.frame, .dataMatrix).map(\.symbol.text) == [text])
  }

  @Test("A side may be torn where the alternating one begins", arguments: [2.0, 3], [0.0, 15, 90, 260])
  func torn(torn: Double, degrees: Double) throws {
    let modules = try DataMatrixWriter(shape: .modules(rows: 22, columns: 22)).write(message)
    for covered in [
      Rect<Modules>(x: 22 - torn, y: 20, width: torn, height: 2), Rect<Modules>(x: 0, y: 0, width: 2, height: torn),
    ] {
      let scene = try RenderedSymbol(
        modules, at: placed(side: 132, degrees: degrees), look: RenderedSymbol.Look(covered: covered))
      #expect(detect(scene.frame, .dataMatrix).map(\.symbol.text) == [message])
    }
  }

  @Test(
    "A camera's frame needs no second look",
    arguments: MatrixSymbol.named("Data Matrix 14×14", "Data Matrix 20×20", "Aztec compact 1", "Aztec full 4"),
    [0.0, 15, 30, 45, 60, 75, 100, 170])
  func live(symbol: MatrixSymbol, degrees: Double) throws {
    for module in [3.0, 5] {
      let scene = try RenderedSymbol(
        symbol.modules,
        at: placed(
          side: module * Double(symbol.modules.width), degrees: degrees, around: Point(120, 120)),
        width: 240, height: 240)
      let frame = try scene.frame(width: 1280, height: 720, ground: 220, x: 611, y: 187)
      let found = detect(frame, symbol.symbology, effort: .quick)
      #expect(found.map(\.symbol.text) == [symbol.text], "\(module) pixels a module")
    }
  }

  @Test("A rune with something close to it is read where none of its modules is wrong", arguments: [false, true])
  func crowdedRune(isDamaged: Bool) throws {
    var modules = BitMatrix(width: 15, height: 15)
    let rune = AztecWriter().writeRune(77)
    for y in 0..<11 { for x in 0..<11 { modules[x + 2, y + 2] = rune[x, y] } }
    // A bar along two of its sides.
    for i in 0..<15 {
      modules[i, 1] = true
      modules[1, i] = true
    }
    if isDamaged { modules[6, 2].toggle() }
    let scene = try RenderedSymbol(modules, at: placed(side: 150, degrees: 17))
    #expect(detect(scene.frame, .aztec).map(\.symbol.text) == (isDamaged ? [] : ["077"]))
  }

  @Test("A frame of much to look at is given up when its time is over", arguments: [Symbology.aztec, .dataMatrix])
  func outOfTime(symbology: Symbology) throws {
    var generator = SeededRandom(seed: 16022)
    // Checks for Aztec; for Data Matrix symbols whose borders are right, their data chance.
    let size = try #require(DataMatrixSize(rows: 20, columns: 20))
    let chance = (0..<400).map { _ in Bool.random(using: &generator) }
    func isDark(_ x: Int, _ y: Int) -> Bool {
      guard symbology == .dataMatrix else { return (x + y) % 2 == 0 }
      let (u, v) = (x % 25, y % 25)
      guard u < 20, v < 20 else { return false }
      return size.isFinder(x: u, y: v) ? size.isDarkFinder(x: u, y: v) : chance[v * 20 + u]
    }
    let bytes = (0..<640 * 480).map { i -> UInt8 in isDark(i % 640 / 5, i / 640 / 5) ? 40 : 200 }
    let frame = try Frame(format: .grey, width: 640, height: 480, bytes: bytes)
    final class Looks { var count = 0 }
    let looks = Looks()
    // Time stands still for twenty looks at the clock and is over then.
    let detector = Detector(.camera([symbology])) {
      looks.count += 1
      return looks.count > 20 ? .seconds(1) : .zero
    }
    #expect(detector.detect(in: frame).isEmpty)
    // It was asked for while the frame was searched, and a few times by those who had to stop.
    #expect(21...60 ~= looks.count)
  }

  @Test("Texture, stripes and checks hold nothing", arguments: [Symbology.dataMatrix, .aztec])
  func nothing(symbology: Symbology) throws {
    var generator = SeededRandom(seed: 24778)
    for pattern in 0..<4 {
      let bytes = (0..<320 * 240).map { i -> UInt8 in
        let (x, y) = (i % 320, i / 320)
        let noise = UInt8.random(in: 0...60, using: &generator)
        switch pattern {
        case 0: return (x / 5 + y / 5) % 3 == 0 ? noise * 4 : 120
        case 1: return (x / 4) % 2 == 0 ? 40 + noise : 190
        case 2: return (x / 6 + y / 6) % 2 == 0 ? 30 + noise : 180 + noise
        default: return UInt8.random(in: 0...255, using: &generator)
        }
      }
      let frame = try Frame(format: .grey, width: 320, height: 240, bytes: bytes)
      #expect(detect(frame, symbology).isEmpty, "pattern \(pattern)")
    }
  }
}

/// A QR Code and a spot, and below it an EAN-13 where asked for.
private func pair(withEAN: Bool) throws -> Frame {
  let square = try RenderedSymbol(QRWriter().write("QR"), at: placed(side: 120, around: Point(100, 100)))
  let product = LinearPicture().draw(try EANWriter(.ean13).write("5901234123457")).frame
  var bytes = [UInt8](repeating: 220, count: 640 * 480)
  for y in 0..<200 { for x in 0..<200 { bytes[y * 640 + x] = square.frame.bytes[y * 480 + x] } }
  for y in 40..<60 { for x in 590..<610 { bytes[y * 640 + x] = 30 } }
  for y in 0..<product.height where withEAN {
    for x in 0..<product.width { bytes[(280 + y) * 640 + 230 + x] = product.bytes[y * product.width + x] }
  }
  return try Frame(format: .grey, width: 640, height: 480, bytes: bytes)
}

@Test("A symbol of another family is read beside one that was read", arguments: DetectionEffort.allCases)
func aFamilyBesideAnother(effort: DetectionEffort) throws {
  let detector = Detector(DetectionOptions(symbologies: [.qr, .ean13], effort: effort))
  #expect(Set(detector.detect(in: try pair(withEAN: true)).map(\.symbol.text)) == ["QR", "5901234123457"])
}

@Test("Beside a code that a camera's frames show again other families take turns, but for those that read some lately")
func familiesByTurns() throws {
  let (alone, both) = (try pair(withEAN: false), try pair(withEAN: true))
  let detector = Detector(.camera(Catalog.available), now: { .zero })
  func frame(_ frame: Frame) -> (texts: Set<String?>, work: [SearchWork]) {
    let log = WorkLog()
    return (Set(detector.detect(in: frame, trace: log).map(\.symbol.text)), log.work)
  }
  #expect(frame(alone).work.contains(.dataMatrixPlain))
  let again = (0..<6).map { _ in frame(alone) }
  #expect(again.allSatisfy { $0.texts == ["QR"] })
  #expect(again.count { $0.work.contains(.dataMatrixPlain) } == 2)
  // What comes in beside it is read within three frames, and from then on in each.
  let added = (0..<6).map { _ in frame(both).texts }
  let first = try #require(added.firstIndex(of: ["QR", "5901234123457"]))
  #expect(first < 3)
  #expect(added[first...].allSatisfy { $0 == ["QR", "5901234123457"] })
  // Once nothing is read all of them look again.
  _ = detector.detect(
    in: try Frame(format: .grey, width: 640, height: 480, bytes: [UInt8](repeating: 220, count: 640 * 480)))
  #expect(frame(both).texts == ["QR", "5901234123457"])
}
