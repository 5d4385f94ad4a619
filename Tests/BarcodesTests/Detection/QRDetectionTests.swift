import Barcodes
import Bits
import Geometry
import Imaging
import Testing

private let message = "HTTPS://EXAMPLE.ORG/VIEWFINDER"

private func detect(
  _ frame: Frame, _ symbologies: Set<Symbology> = [.qr], trace: DetectionRecord? = nil
) -> [Observation] {
  // A clock that stands still: what is read depends on no machine's speed.
  Detector(DetectionOptions(symbologies: symbologies, effort: .thorough)).detect(
    in: frame, trace: trace)
}

/// A way in which a symbol may be seen.
struct Sight: Sendable, CustomTestStringConvertible {
  let testDescription: String
  var version = 3
  var corners = placed(side: 230)
  var look = RenderedSymbol.Look()
  var isMirrored = false
  var isInverted = false
}

private let sights: [Sight] = [
  Sight(testDescription: "from the front"),
  Sight(testDescription: "turned by 30°", corners: placed(side: 230, degrees: 30)),
  Sight(testDescription: "turned by 200°", corners: placed(side: 230, degrees: 200)),
  Sight(testDescription: "tilted", corners: placed(side: 230, degrees: 12, tilt: 0.35)),
  Sight(testDescription: "mirrored", corners: placed(side: 230, degrees: 8, mirrored: true), isMirrored: true),
  Sight(
    testDescription: "light on dark", look: RenderedSymbol.Look(dark: 210, light: 50), isInverted: true),
  Sight(testDescription: "modules of 2 pixels", corners: placed(side: 58, degrees: 3)),
  Sight(testDescription: "modules of 1 pixel", corners: placed(side: 29, around: Point(100.5, 200.5))),
  Sight(testDescription: "version 10", version: 10, corners: placed(side: 330, degrees: 5)),
  Sight(testDescription: "version 25", version: 25, corners: placed(side: 440)),
  Sight(testDescription: "tilted by 60°", corners: placed(side: 280, height: 140, degrees: 5, tilt: 0.3)),
  Sight(testDescription: "round modules", look: RenderedSymbol.Look(dots: 0.85)),
  Sight(testDescription: "apart dots", look: RenderedSymbol.Look(dots: 0.65)),
  Sight(
    testDescription: "a logo in the middle", version: 6, corners: placed(side: 290, degrees: 12),
    look: RenderedSymbol.Look(covered: Rect(x: 17, y: 17, width: 7, height: 7))),
  Sight(testDescription: "lit from one side", look: RenderedSymbol.Look(dark: 10, light: 50, slope: 205)),
  Sight(testDescription: "faint", look: RenderedSymbol.Look(dark: 60, light: 76)),
  Sight(testDescription: "blurred", look: RenderedSymbol.Look(blur: 3)),
  Sight(testDescription: "spots of half a module", look: RenderedSymbol.Look(blur: 5, noise: 2)),
  Sight(
    testDescription: "small and out of focus", corners: placed(side: 116, degrees: 10),
    look: RenderedSymbol.Look(blur: 2, noise: 2)),
  Sight(testDescription: "no quiet zone on dark", look: RenderedSymbol.Look(ground: 40, quietZone: 0)),
  Sight(
    testDescription: "filling the picture",
    corners: Quadrilateral(Point(0, 0), Point(480, 0), Point(480, 480), Point(0, 480))),
  Sight(testDescription: "bent by half a module", look: RenderedSymbol.Look(lift: -0.5)),
  Sight(
    testDescription: "version 20 bent by 6 modules", version: 20, corners: placed(side: 400),
    look: RenderedSymbol.Look(lift: 6)),
  Sight(
    testDescription: "a finder covered",
    look: RenderedSymbol.Look(covered: Rect(x: 0, y: 22.5, width: 6.5, height: 4))),
]

@Test("A symbol is read where it is", arguments: sights)
func reading(sight: Sight) throws {
  let modules = try QRWriter(versions: sight.version...sight.version).write(message)
  let scene = try RenderedSymbol(modules, at: sight.corners, look: sight.look)
  let found = detect(scene.frame)
  #expect(found.map(\.symbol.text) == [message])
  let observation = try #require(found.first)
  #expect(observation.isMirrored == sight.isMirrored)
  #expect(observation.isInverted == sight.isInverted)
  // Half a module at each corner, one where the paper bends away from the corners' plane.
  let module = sight.corners.topLeft.distance(to: sight.corners.topRight) / Double(modules.width)
  let tolerance = (sight.look.lift == 0 ? 0.6 : 1) * module
  for (seen, expected) in zip(observation.corners.points, sight.corners.points) {
    #expect(seen.distance(to: expected) < tolerance)
  }
}

@Test("Finders lie within a fifth of a module of their true middles", arguments: [0.0, 17, 45, 75])
func finders(degrees: Double) throws {
  let corners = placed(side: 200, degrees: degrees, tilt: 0.1)
  let modules = try QRWriter(versions: 2...2).write(message)
  let scene = try RenderedSymbol(modules, at: corners)
  let record = DetectionRecord()
  _ = detect(scene.frame, trace: record)
  let side = Double(modules.width)
  let view = try #require(
    Perspective(from: Rect<Modules>(x: 0, y: 0, width: side, height: side).corners, to: corners))
  for middle in [Point<Modules>(3.5, 3.5), Point(side - 3.5, 3.5), Point(3.5, side - 3.5)] {
    let nearest = record.patterns.map { $0.center.distance(to: view(middle)) }.min() ?? .infinity
    #expect(nearest < 0.2 * 200 / side)
  }
}

@Test("Each module is sampled within half a module of its true middle", arguments: [0.0, -0.4, 0.4])
func grid(lift: Double) throws {
  let corners = placed(side: 300, degrees: 4)
  let modules = try QRWriter(versions: 4...4).write(message)
  let scene = try RenderedSymbol(modules, at: corners, look: RenderedSymbol.Look(lift: lift))
  let record = DetectionRecord()
  #expect(detect(scene.frame, trace: record).count == 1)
  let sampled = try #require(record.grids.last)
  let side = Double(modules.width)
  let view = try #require(
    Perspective(from: Rect<Modules>(x: 0, y: 0, width: side, height: side).corners, to: corners))
  var worst = 0.0
  for y in 0..<modules.height {
    for x in 0..<modules.width {
      let s = 2 * (Double(x) + 0.5) / side - 1
      let middle = view(Point<Modules>(Double(x) + 0.5, Double(y) + 0.5 + lift * (1 - s * s)))
      worst = max(worst, sampled.centers[y * modules.width + x].distance(to: middle))
    }
  }
  #expect(worst < 300 / side * 0.45)
}

@Test("A plain symbol is told at a glance, and a bent one by a second look", arguments: [0.0, 6])
func glance(lift: Double) throws {
  let modules = try QRWriter(versions: 20...20).write(message)
  let scene = try RenderedSymbol(
    modules, at: placed(side: 400), look: RenderedSymbol.Look(lift: lift, noise: 20))
  let record = DetectionRecord()
  #expect(detect(scene.frame, trace: record).count == 1)
  #expect((record.stages.count { $0 == .sampling } == 1) == (lift == 0))
  // Whoever watches sees how sure each module is, whether or not that was asked for.
  #expect(Set(try #require(record.grids.last).confidences).count > 20)
}

@Test func whatLooksLikeAFinderWithinASymbolIsLeftAlone() throws {
  let modules = try QRWriter(versions: 25...25).write(message)
  let scene = try RenderedSymbol(modules, at: placed(side: 440))
  let record = DetectionRecord()
  #expect(detect(scene.frame, trace: record).count == 1)
  // Its modules make many more.
  #expect(record.patterns.count < 8)
}

@Test("A symbol of a few grey levels is read beside a lamp", arguments: [5.0, 7])
func dim(contrast: Double) throws {
  let modules = try QRWriter(versions: 2...2).write(message)
  let corners = placed(side: 200, degrees: 15)
  let scene = try RenderedSymbol(
    modules, at: corners, look: RenderedSymbol.Look(dark: 12, light: 12 + contrast, blur: 1, noise: 1))
  var bytes = scene.frame.bytes
  for y in 0..<60 {
    for x in 0..<120 { bytes[y * 480 + x] = 255 }
  }
  let found = detect(try Frame(format: .grey, width: 480, height: 480, bytes: bytes))
  #expect(found.map(\.symbol.text) == [message])
  #expect(found.first.map { $0.corners.topLeft.distance(to: corners.topLeft) < 8 } == true)
}

@Test func severalSymbolsAreReadOnceEach() throws {
  let modules = try QRWriter(versions: 2...2).write(message)
  let one = try RenderedSymbol(modules, at: placed(side: 100, around: Point(120, 120)))
  let two = try RenderedSymbol(modules, at: placed(side: 120, degrees: 20, around: Point(340, 330)))
  let both = try Frame(
    format: .grey, width: 480, height: 480, bytes: zip(one.frame.bytes, two.frame.bytes).map { min($0, $1) })
  #expect(detect(both).count == 2)
}

@Test func symbolsThatTouchAreReadEach() throws {
  let one = try RenderedSymbol(
    QRWriter(versions: 2...2).write("HTTPS://EXAMPLE.ORG/1"), at: placed(side: 150, around: Point(165, 240)),
    look: RenderedSymbol.Look(quietZone: 0))
  let two = try RenderedSymbol(
    QRWriter(versions: 2...2).write("HTTPS://EXAMPLE.ORG/2"), at: placed(side: 150, around: Point(315, 240)),
    look: RenderedSymbol.Look(quietZone: 0))
  let both = try Frame(
    format: .grey, width: 480, height: 480, bytes: zip(one.frame.bytes, two.frame.bytes).map { min($0, $1) })
  #expect(Set(detect(both).map(\.symbol.text)) == ["HTTPS://EXAMPLE.ORG/1", "HTTPS://EXAMPLE.ORG/2"])
}

@Test("Micro QR is read from all sides", arguments: [0.0, 90, 180, 270, 33])
func micro(degrees: Double) throws {
  let modules = try MicroQRWriter().write("12345")
  let scene = try RenderedSymbol(modules, at: placed(side: 120, degrees: degrees))
  #expect(detect(scene.frame, [.microQR]).map(\.symbol.text) == ["12345"])
}

@Test("Micro QR is read in perspective", arguments: [1, 2, 3, 4], [0.12, 0.3, 0.45])
func tiltedMicro(number: Int, tilt: Double) throws {
  let modules = try MicroQRWriter(versions: number...number).write("12345")
  let scene = try RenderedSymbol(modules, at: placed(side: 150, degrees: 20, tilt: tilt))
  #expect(detect(scene.frame, [.microQR]).map(\.symbol.text) == ["12345"])
}

@Test("A symbol without a quiet zone fills its picture, in either polarity", arguments: [false, true])
func cutOut(isInverted: Bool) throws {
  let modules = try RMQRWriter(versions: [RMQRVersion(0)]).write("1")
  let (width, height) = (2 * modules.width, 2 * modules.height)
  let corners = Rect<FramePixels>(x: 0, y: 0, width: Double(width), height: Double(height)).corners
  let scene = try RenderedSymbol(
    modules, at: corners, width: width, height: height,
    look: RenderedSymbol.Look(dark: isInverted ? 255 : 0, light: isInverted ? 0 : 255))
  let found = detect(scene.frame, [.rMQR])
  #expect(found.map(\.symbol.text) == ["1"])
  #expect(found.first?.isInverted == isInverted)
}

@Test("rMQR is read from all sides", arguments: [0.0, 90, 180, 270, 20])
func rectangular(degrees: Double) throws {
  let modules = try RMQRWriter().write("VIEWFINDER 2026")
  let scale = 6.0
  let scene = try RenderedSymbol(
    modules,
    at: placed(side: scale * Double(modules.width), height: scale * Double(modules.height), degrees: degrees))
  #expect(detect(scene.frame, [.rMQR]).map(\.symbol.text) == ["VIEWFINDER 2026"])
}

@Test("rMQR is read in perspective, near its finder or far from it", arguments: [0.0, 90, 180, 270], [0.2, 0.35])
func tiltedRectangular(degrees: Double, tilt: Double) throws {
  let modules = try RMQRWriter().write("VIEWFINDER 2026")
  let corners = placed(
    side: 6 * Double(modules.width), height: 6 * Double(modules.height), degrees: degrees, tilt: tilt)
  let scene = try RenderedSymbol(modules, at: corners)
  #expect(detect(scene.frame, [.rMQR]).map(\.symbol.text) == ["VIEWFINDER 2026"])
}

@Test func textureHoldsNothing() throws {
  var state: UInt64 = 9
  let bytes = (0..<320 * 240).map { i -> UInt8 in
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return (i % 320 / 5 + i / 320 / 5) % 3 == 0 ? UInt8(truncatingIfNeeded: state >> 56) : 120
  }
  let frame = try Frame(format: .grey, width: 320, height: 240, bytes: bytes)
  let detector = Detector(DetectionOptions(symbologies: [.qr, .microQR, .rMQR], effort: .thorough))
  #expect(detector.detect(in: frame).isEmpty)
}

@Test func aRegionIsSearchedAlone() throws {
  let modules = try QRWriter(versions: 2...2).write(message)
  let scene = try RenderedSymbol(modules, at: placed(side: 100, around: Point(120, 120)))
  let detector = Detector(DetectionOptions(symbologies: [.qr]))
  let region = Rect<FramePixels>(x: 40, y: 40, width: 170, height: 170)
  let found = detector.detect(in: scene.frame, region: region)
  #expect(found.count == 1)
  #expect(found[0].corners.topLeft.distance(to: scene.corners.topLeft) < 2)
  #expect(detector.detect(in: scene.frame, region: Rect(x: 240, y: 0, width: 240, height: 480)).isEmpty)
}

@Test("A symbol in the middle of another one is read as well") func symbolWithinSymbol() throws {
  let (around, within) = (
    try QRWriter(versions: 7...7, level: .high).write("around"),
    try QRWriter(versions: 3...3, level: .low).write("within")
  )
  let (large, small, quiet) = (6, 2, 24)
  let side = around.width * large + 2 * quiet
  var pixels = [UInt8](repeating: 255, count: side * side)
  func draw(_ modules: BitMatrix, _ module: Int, light: Int) {
    let start = (side - modules.width * module) / 2
    for y in start - light..<start + modules.height * module + light {
      for x in start - light..<start + modules.width * module + light {
        let (column, row) = ((x - start) / module, (y - start) / module)
        let isInside = x >= start && y >= start && column < modules.width && row < modules.height
        pixels[y * side + x] = isInside && modules[column, row] ? 0 : 255
      }
    }
  }
  draw(around, large, light: 0)
  draw(within, small, light: 3)
  let said = detect(try Frame(format: .grey, width: side, height: side, bytes: pixels)).map(\.symbol.text)
  #expect(Set(said) == ["around", "within"])
}
