import Barcodes
import Bits
import Geometry
import Imaging
import Scanner
import Testing

private let message = "PDF417 in view: 0123456789"

private func detect(
  _ image: LuminanceImage, _ symbologies: Set<Symbology>, effort: DetectionEffort = .thorough
) throws -> [Observation] {
  let detector = Detector(DetectionOptions(symbologies: symbologies, effort: effort))
  let frame = try Frame(format: .grey, width: image.width, height: image.height, bytes: image.pixels)
  return detector.detect(in: frame)
}

/// A symbol drawn with whole pixels on white.
private func drawn(_ modules: BitMatrix, pixels: Int = 3, quietZone: Int = 4) -> LuminanceImage {
  let (width, height) = ((modules.width + 2 * quietZone) * pixels, (modules.height + 2 * quietZone) * pixels)
  var grey = [UInt8](repeating: 255, count: width * height)
  for y in 0..<modules.height * pixels {
    for x in 0..<modules.width * pixels where modules[x / pixels, y / pixels] {
      grey[(y + quietZone * pixels) * width + x + quietZone * pixels] = 0
    }
  }
  return LuminanceImage(width: width, height: height, pixels: grey)
}

/// A way in which a symbol may be seen.
private struct StackedSight: Sendable, CustomTestStringConvertible {
  let testDescription: String
  var pose = ScenePose(center: Point(400, 300), moduleSize: 3)
  var change: @Sendable (inout RenderedScene) -> Void = { _ in }
  var isInverted = false

  func scene(_ modules: BitMatrix) -> RenderedScene {
    var scene = RenderedScene(width: 800, height: 600, seed: 417)
    scene.noise = 0.01
    scene.add(SceneSymbol(modules, isInverted: isInverted), pose)
    change(&scene)
    return scene
  }
}

private let stackedSights: [StackedSight] = [
  StackedSight(testDescription: "from the front"),
  StackedSight(
    testDescription: "turned a little", pose: ScenePose(center: Point(400, 300), moduleSize: 3, rotation: 0.12)),
  StackedSight(
    testDescription: "turned by 35°", pose: ScenePose(center: Point(400, 300), moduleSize: 3, rotation: 0.61)),
  StackedSight(testDescription: "upright", pose: ScenePose(center: Point(400, 300), moduleSize: 3, rotation: .pi / 2)),
  StackedSight(testDescription: "upside down", pose: ScenePose(center: Point(400, 300), moduleSize: 3, rotation: .pi)),
  StackedSight(testDescription: "its side away", pose: ScenePose(center: Point(400, 300), moduleSize: 3, yaw: 0.4)),
  StackedSight(testDescription: "its top away", pose: ScenePose(center: Point(400, 300), moduleSize: 3, pitch: 0.4)),
  StackedSight(testDescription: "mirrored", pose: ScenePose(center: Point(400, 300), moduleSize: 3, isMirrored: true)),
  StackedSight(testDescription: "light on dark", change: { $0.ground = 0.08 }, isInverted: true),
  StackedSight(testDescription: "out of focus", change: { $0.blur.defocus = 1 }),
  StackedSight(testDescription: "moved", change: { $0.blur = SceneBlur(motion: 3, direction: 1.2) }),
  StackedSight(testDescription: "noisy", change: { $0.noise = 0.04 }),
  StackedSight(testDescription: "faint", change: { $0.light.brightness = 0.25 }),
  StackedSight(testDescription: "half in the shade", change: { $0.light.falloff = 0.7 }),
]

/// Sights in which modules are of many sizes.
private let askewSights: [StackedSight] = [
  StackedSight(
    testDescription: "near, its side away",
    pose: ScenePose(center: Point(400, 300), moduleSize: 3, rotation: 0.3, yaw: 0.9, distance: 1.6)),
  StackedSight(
    testDescription: "near, a corner away",
    pose: ScenePose(center: Point(400, 300), moduleSize: 3, rotation: -0.4, yaw: 0.6, pitch: 0.5, distance: 1.6)),
  StackedSight(
    testDescription: "around a bottle",
    pose: ScenePose(center: Point(400, 300), moduleSize: 3.5, rotation: 0.1, wrap: 1.8, distance: 10)),
  StackedSight(
    testDescription: "around a bottle that lies",
    pose: ScenePose(center: Point(400, 300), moduleSize: 3.5, rotation: 1.5, wrap: 1.5, distance: 10)),
]

@Suite struct PDF417DetectionTests {
  @Test("PDF417 is read where it is", arguments: stackedSights + askewSights)
  private func pdf417(sight: StackedSight) throws {
    let scene = sight.scene(try PDF417Writer(columns: 4, level: 3).write(message))
    let found = try detect(scene.render(), [.pdf417])
    #expect(found.map(\.symbol.text) == [message])
    try expectPlace(found, scene, sight)
  }

  @Test("MicroPDF417 is read where it is", arguments: stackedSights)
  private func micro(sight: StackedSight) throws {
    let scene = sight.scene(try MicroPDF417Writer(columns: 4).write(message))
    let found = try detect(scene.render(), [.microPDF417])
    #expect(found.map(\.symbol.text) == [message])
    try expectPlace(found, scene, sight)
  }

  /// Two modules at each corner.
  private func expectPlace(_ found: [Observation], _ scene: RenderedScene, _ sight: StackedSight) throws {
    let observation = try #require(found.first)
    #expect(observation.isMirrored == sight.pose.isMirrored)
    #expect(observation.isInverted == sight.isInverted)
    for (seen, expected) in zip(observation.corners.points, scene.corners[0].points) {
      #expect(seen.distance(to: expected) < 2 * sight.pose.moduleSize)
    }
  }

  @Test("Symbols above each other, nearer than half their height, are read each by itself", arguments: [0.0, .pi])
  func aboveEachOther(rotation: Double) throws {
    let texts = ["Upper symbol: 0123456789", "Lower symbol: 9876543210"]
    var scene = RenderedScene(width: 800, height: 600, seed: 417)
    for (text, side) in zip(texts, [-1.0, 1]) {
      let modules = try PDF417Writer(columns: 4, level: 3).write(text)
      let distance = (1.3 / 2) * Double(3 * modules.height)
      scene.add(
        SceneSymbol(modules), ScenePose(center: Point(400, 300 + side * distance), moduleSize: 3, rotation: rotation))
    }
    #expect(try detect(scene.render(), [.pdf417]).compactMap(\.symbol.text).sorted() == texts.sorted())
  }

  @Test("A symbol whose sides are covered in the middle is one symbol", arguments: [0.0, .pi])
  func coveredSides(rotation: Double) throws {
    var modules = try PDF417Writer(columns: 4, level: 4).write(message)
    for y in modules.height * 2 / 5..<modules.height * 3 / 5 {
      for x in 0..<17 {
        modules[x, y] = false
        modules[modules.width - 1 - x, y] = false
      }
    }
    var scene = RenderedScene(width: 800, height: 600, seed: 417)
    scene.add(SceneSymbol(modules), ScenePose(center: Point(400, 300), moduleSize: 3, rotation: rotation))
    #expect(try detect(scene.render(), [.pdf417]).map(\.symbol.text) == [message])
  }

  @Test("A symbol of which one corner is much nearer than the others is read both ways up", arguments: [0.0, .pi])
  func cornerNear(rotation: Double) throws {
    let modules = try PDF417Writer(columns: 5, level: 2).write(message + message)
    for (yaw, pitch) in [(0.35, 0.35), (-0.35, 0.35), (0.35, -0.35), (-0.35, -0.35)] {
      let pose = ScenePose(
        center: Point(400, 300), moduleSize: 3, rotation: rotation, yaw: yaw, pitch: pitch, distance: 3)
      let scene = StackedSight(testDescription: "", pose: pose).scene(modules)
      #expect(try detect(scene.render(), [.pdf417]).map(\.symbol.text) == [message + message], "\(yaw) \(pitch)")
    }
  }

  @Test("Rows that go away from the camera are read to their end", arguments: [0.0, .pi])
  func farEnd(rotation: Double) throws {
    let modules = try MicroPDF417Writer(columns: 4).write(message)
    for yaw in [0.6, -0.6] {
      let pose = ScenePose(
        center: Point(400, 300), moduleSize: 4.5, rotation: rotation, yaw: yaw, pitch: 0.1, distance: 1.8)
      let scene = StackedSight(testDescription: "", pose: pose).scene(modules)
      #expect(try detect(scene.render(), [.microPDF417]).map(\.symbol.text) == [message], "\(yaw)")
    }
  }

  @Test func aFrameOfSymbolsThatCannotBeReadIsGivenUpWhenItsTimeIsOver() throws {
    // Row indicators are right and codewords chance: there is much to try and nothing to read.
    var modules = try PDF417Writer(columns: 6, level: 3).write(message)
    var random = SeededRandom(seed: 15438)
    for y in 0..<modules.height { for x in 34..<34 + 6 * 17 { modules[x, y] = Bool.random(using: &random) } }
    var scene = RenderedScene(width: 800, height: 600, seed: 417)
    for y in [150.0, 300, 450] { scene.add(SceneSymbol(modules), ScenePose(center: Point(400, y), moduleSize: 3)) }
    let image = scene.render()
    let frame = try Frame(format: .grey, width: image.width, height: image.height, bytes: image.pixels)
    final class Looks { var count = 0 }
    let looks = Looks()
    let detector = Detector(.camera([.pdf417])) {
      looks.count += 1
      return looks.count > 12 ? .seconds(1) : .zero
    }
    #expect(detector.detect(in: frame).isEmpty)
    #expect(13...60 ~= looks.count)
  }

  @Test("A camera's frame is enough for PDF417", arguments: [0.0, 0.2, 0.6, 1, .pi / 2, 2, .pi, 4.5])
  func live(rotation: Double) throws {
    let pose = ScenePose(center: Point(400, 300), moduleSize: 3, rotation: rotation)
    let scene = StackedSight(testDescription: "", pose: pose).scene(try PDF417Writer(columns: 4).write(message))
    let found = try detect(scene.render(), Catalog.available, effort: .normal)
    #expect(found.map(\.symbol.text) == [message])
  }

  @Test("A camera's frame is enough for MicroPDF417", arguments: [0.0, 0.3, 0.6, .pi / 2, 2, .pi, 4.5])
  func liveMicro(rotation: Double) throws {
    let pose = ScenePose(center: Point(400, 300), moduleSize: 3, rotation: rotation)
    let scene = StackedSight(testDescription: "", pose: pose).scene(try MicroPDF417Writer(columns: 2).write("LIVE"))
    let found = try detect(scene.render(), [.microPDF417], effort: .normal)
    #expect(found.map(\.symbol.text) == ["LIVE"])
  }

  @Test("Columns and levels", arguments: [(1, 0), (1, 3), (2, 1), (3, 2), (5, 4), (8, 5), (13, 3), (20, 6), (30, 0)])
  func sizes(columns: Int, level: Int) throws {
    let modules = try PDF417Writer(columns: columns, level: level).write(message)
    let symbol = try #require(try detect(drawn(modules), [.pdf417]).first?.symbol)
    #expect(symbol.text == message)
    #expect(symbol.details["columns"] == .integer(columns))
    #expect(symbol.details["errorCorrectionLevel"] == .string("\(level)"))
  }

  @Test("A symbol's codewords may be wrong up to its capacity", arguments: [(3, 2), (5, 3), (8, 4), (10, 5)])
  func damaged(columns: Int, level: Int) throws {
    var modules = try PDF417Writer(columns: columns, level: level).write(message)
    var random = SeededRandom(seed: UInt64(level))
    let rows = modules.height / 3
    // Two check codewords are kept to tell a repair from a misreading.
    for place in (0..<rows * columns).shuffled(using: &random).prefix((2 << level) / 2 - 1) {
      let (row, column) = (place / columns, place % columns)
      let pattern = PDF417Patterns.pattern(Int.random(in: 0..<929, using: &random), cluster: row % 3)
      for x in 0..<17 {
        for y in 3 * row..<3 * row + 3 { modules[17 * (column + 2) + x, y] = pattern >> (16 - x) & 1 == 1 }
      }
    }
    #expect(try detect(drawn(modules), [.pdf417]).map(\.symbol.text) == [message])
  }

  @Test("Compact PDF417 has no right side", arguments: [1, 3, 6])
  func compact(columns: Int) throws {
    let modules = try PDF417Writer(columns: columns, isCompact: true).write(message)
    #expect(try detect(drawn(modules), [.pdf417]).map(\.symbol.text) == [message])
  }

  @Test func macroSymbolsSayWhichPartTheyAre() throws {
    let part = StructuredAppend(index: 2, count: 3, identifier: "001899")
    let modules = try PDF417Writer(structuredAppend: part).write(message)
    let symbol = try #require(try detect(drawn(modules), [.pdf417]).first?.symbol)
    #expect(symbol.text == message)
    #expect(symbol.structuredAppend == part)
  }

  @Test("Every variant of MicroPDF417, clean and damaged", arguments: MicroPDF417Variant.all)
  func variants(variant: MicroPDF417Variant) throws {
    var modules = try MicroPDF417Writer(columns: variant.columns, rows: variant.rows).write("A1")
    #expect(try detect(drawn(modules), [.microPDF417]).map(\.symbol.text) == ["A1"])
    var random = SeededRandom(seed: UInt64(variant.rows * 4 + variant.columns))
    for place in (0..<variant.codewords).shuffled(using: &random).prefix((variant.checkCodewords - 2) / 2) {
      let (row, column) = (place / variant.columns, place % variant.columns)
      let afterMiddle = variant.columns >= 3 && column >= variant.columnsBeforeMiddle
      let left = 10 + 17 * column + (afterMiddle ? 10 : 0)
      let pattern = PDF417Patterns.pattern(
        Int.random(in: 0..<929, using: &random), cluster: (variant.cluster + row) % 3)
      for x in 0..<17 {
        for y in 2 * row..<2 * row + 2 { modules[left + x, y] = pattern >> (16 - x) & 1 == 1 }
      }
    }
    #expect(try detect(drawn(modules), [.microPDF417]).map(\.symbol.text) == ["A1"])
  }

  @Test("Bars of fifty pixels and more are taken for what they are")
  func large() throws {
    let modules = try PDF417Writer(columns: 1, level: 1).write("BIG")
    #expect(try detect(drawn(modules, pixels: 9), [.pdf417]).map(\.symbol.text) == ["BIG"])
  }
}
