import Barcodes
import Bits
import Geometry
import Imaging
import Scanner
import Testing

/// Symbols of several families beside each other on light ground, one of them blurred.
private func crowdedFrame() throws -> Frame {
  var scene = RenderedScene(width: 900, height: 600, seed: 12)
  func add(_ modules: BitMatrix, x: Double, y: Double, moduleSize: Double) {
    scene.add(SceneSymbol(modules), ScenePose(center: Point(x, y), moduleSize: moduleSize))
  }
  add(try QRWriter(versions: 2...2).write("a QR Code"), x: 130, y: 130, moduleSize: 5)
  add(try DataMatrixWriter().write("a Data Matrix"), x: 400, y: 120, moduleSize: 5)
  add(try AztecWriter().write("an Aztec Code"), x: 700, y: 130, moduleSize: 5)
  add(try PDF417Writer(columns: 3).write("a PDF417"), x: 220, y: 430, moduleSize: 2.5)
  let image = scene.render()
  return try Frame(format: .grey, width: image.width, height: image.height, bytes: image.pixels)
}

/// Grey noise, in which there is something to look at for every family.
private func noise() throws -> Frame {
  var generator = SeededRandom(seed: 120)
  let bytes = (0..<480 * 360).map { _ in UInt8.random(in: 0...255, using: &generator) }
  return try Frame(format: .grey, width: 480, height: 360, bytes: bytes)
}

@Suite("The order of the search")
struct SearchTests {
  @Test("Of each family all that is plain comes before anything finer", arguments: [false, true])
  func rungs(isNoise: Bool) throws {
    let log = WorkLog()
    let frame = try isNoise ? noise() : crowdedFrame()
    _ = Detector(DetectionOptions(symbologies: Catalog.available, effort: .thorough)).detect(in: frame, trace: log)
    #expect(Set(log.work.filter { $0.rung == .plain }.map(\.family)) == Set(SymbolFamily.allCases))
    #expect(log.work.map(\.rung) == log.work.map(\.rung).sorted())
  }

  @Test("Reads never fall as the time grows")
  func budgets() throws {
    let frame = try crowdedFrame()
    var before: Set<Observation> = []
    for milliseconds in [1, 2, 4, 8, 16, 32, 64, 128, 256] {
      let options = DetectionOptions(symbologies: Catalog.available, budget: .milliseconds(milliseconds))
      let found = Set(Detector(options, meter: WorkMeter(clock: nil)).detect(in: frame))
      #expect(found.isSuperset(of: before), "\(milliseconds) ms")
      before = found
    }
    #expect(before.count == 4)
  }

  @Test("Another family's symbologies never lose a read")
  func families() throws {
    let frame = try crowdedFrame()
    for symbology in [Symbology.qr, .dataMatrix, .aztec, .pdf417] {
      let alone = Detector(DetectionOptions(symbologies: [symbology])).detect(in: frame)
      let together = Detector(DetectionOptions(symbologies: Catalog.available)).detect(in: frame)
      #expect(alone.count == 1)
      #expect(together.contains(alone[0]))
    }
  }

  @Test("A picture gives the same whatever the clock says, and whatever was searched before")
  func clocks() throws {
    let (crowd, noise) = (try crowdedFrame(), try noise())
    let options = DetectionOptions(symbologies: Catalog.available)
    let first = Detector(options, now: { .zero }).detect(in: crowd)
    var time = Duration.zero
    let slow = Detector(options) {
      time += .seconds(1)
      return time
    }
    #expect(slow.detect(in: noise).isEmpty)
    #expect(slow.detect(in: crowd) == first)
    #expect(slow.detect(in: crowd) == first)
  }

  @Test("What is plain is looked for to its end at every effort", arguments: DetectionEffort.allCases)
  func plain(effort: DetectionEffort) throws {
    let log = WorkLog()
    _ = Detector(DetectionOptions(symbologies: Catalog.available, effort: effort)).detect(in: try noise(), trace: log)
    #expect(Set(log.work.filter { $0.rung == .plain }.map(\.family)) == Set(SymbolFamily.allCases))
  }

  @Test("Where nothing speaks for a symbol, three frames of four end with what is plain")
  func turns() throws {
    let frame = try Frame(format: .grey, width: 480, height: 360, bytes: [UInt8](repeating: 128, count: 480 * 360))
    let detector = Detector(.camera(Catalog.available), now: { .zero })
    let isFurther = (0..<8).map { _ in
      let log = WorkLog()
      _ = detector.detect(in: frame, trace: log)
      return log.work.contains { $0.rung > .fine }
    }
    #expect(isFurther == [true, false, false, false, true, false, false, false])
  }

  @Test("What did not fit into a camera's frame comes first in the next one")
  func remembered() throws {
    let frame = try crowdedFrame()
    var options = DetectionOptions.camera(Catalog.available)
    options.budget = .milliseconds(2)
    let detector = Detector(options, meter: WorkMeter(clock: nil))
    let frames = (0..<6).map { _ in detector.detect(in: frame) }
    #expect(frames.allSatisfy { $0.count < 4 })
    #expect(Set(frames.joined().map(\.symbol.symbology)) == [.qr, .dataMatrix, .aztec, .pdf417])
  }

  @Test("Of a camera's large frames every other one is searched at half its size")
  func halves() throws {
    var scene = RenderedScene(width: 2400, height: 1600, seed: 12)
    scene.add(
      SceneSymbol(try QRWriter(versions: 2...2).write("large")), ScenePose(center: Point(900, 700), moduleSize: 9))
    let image = scene.render()
    let frame = try Frame(format: .grey, width: image.width, height: image.height, bytes: image.pixels)
    let detector = Detector(.camera([.qr]), now: { .zero })
    var outlines: [Quadrilateral<FramePixels>] = []
    for width in [1200, 2400, 1200, 2400] {
      let log = WorkLog()
      let found = detector.detect(in: frame, trace: log)
      #expect(log.widths == [width])
      outlines += found.map(\.corners)
    }
    #expect(outlines.count == 4)
    for outline in outlines {
      for (one, other) in zip(outline.points, outlines[0].points) { #expect(one.distance(to: other) < 1) }
    }
    let log = WorkLog()
    _ = Detector(DetectionOptions(symbologies: [.qr])).detect(in: frame, trace: log)
    #expect(log.widths == [2400])
  }

  @Test("More effort does more work") func efforts() throws {
    let frame = try noise()
    let counts = DetectionEffort.allCases.map { effort in
      let log = WorkLog()
      _ = Detector(DetectionOptions(symbologies: Catalog.available, effort: effort)).detect(in: frame, trace: log)
      return log.work.count
    }
    #expect(counts == counts.sorted())
    #expect(counts[0] < counts[2])
  }
}
