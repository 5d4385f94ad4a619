import Barcodes
import Bits
import Geometry
import Imaging
import Presentation
import Scanner
import Synchronization
import Testing

/// Faults whose cause the picture is not told for yet: each that is mended leaves the list.
private let open: Set<String> = ["bent pdf417"]

@Test("The sentence names the fault that a picture was rendered with", arguments: FaultScene.all.map(\.name))
func cause(name: String) throws {
  let scene = try #require(FaultScene.all.first { $0.name == name })
  let verdict = try scene.verdict()
  let isTold = verdict.map { scene.causes.contains($0.kind) } ?? false
  #expect(isTold != open.contains(name), "\(verdict.map { "\($0.kind): \($0.sentence)" } ?? "it was read")")
}

@Test("Each kind of cause but a search that ended early has a picture of its own") func everyKind() {
  let shown = FaultScene.all.reduce(into: Set<Cause.Kind>()) { $0.formUnion($1.causes) }
  #expect(Set(Cause.Kind.allCases).subtracting(shown) == [.effort])
}

@Test("Nine of ten causes are told") func nineOfTen() {
  #expect(open.count * 10 <= FaultScene.all.count)
  #expect(FaultScene.all.count >= 60)
}

@Test("A tiny code is told of with its module size, and with what to do") func measured() throws {
  let scene = try #require(FaultScene.all.first { $0.name == "tiny dataMatrix" })
  let sentence = try #require(try scene.verdict()).sentence.description
  #expect(sentence.hasPrefix("too small, with modules of "))
  #expect(sentence.hasSuffix("move closer or raise the resolution"))
}

/// A scene's picture with some of its pixels painted, as its own options have it searched.
private func cause(_ name: String, painted grey: (_ x: Int, _ y: Int, _ was: UInt8) -> UInt8) throws -> Cause {
  let scene = try #require(FaultScene.all.first { $0.name == name })
  let image = try scene.image()
  let pixels = image.pixels.enumerated().map { grey($0.offset % image.width, $0.offset / image.width, $0.element) }
  let frame = try Frame(format: .grey, width: image.width, height: image.height, bytes: pixels)
  let detector = Detector(scene.options)
  let inspection = try #require(Inspection(frame, by: detector))
  return try #require(Diagnosis(inspection, askingBy: detector).cause)
}

@Test("A code that lies whole in the picture is not cut off by it, whatever texture reaches the border beside it")
func textureAtTheBorder() throws {
  func isGround(_ x: Int, _ y: Int) -> Bool { y > 230 && (x < 112 || x > 368) || y > 304 }
  let told = try cause("unknown finders") { x, y, was in
    isGround(x, y) ? ((x / 7 * 5 + y / 5 * 3 + x * y / 211) % 3 == 0 ? 40 : 190) : was
  }
  #expect(told.kind == .unknownKind, "\(told.sentence)")
}

@Test("The candidate that the sentence is about comes first, also where no reader took its three finders for a code")
func meantFirst() throws {
  let scene = try #require(FaultScene.all.first { $0.name == "unknown finders" })
  let inspection = try #require(Inspection(try scene.frame(), by: Detector(scene.options)))
  let diagnosis = Diagnosis(inspection)
  #expect(diagnosis.cause?.kind == .unknownKind)
  let first = try #require(diagnosis.candidates.first)
  #expect(first.symbology == .qr)
  #expect(try #require(diagnosis.suspect).center.distance(to: first.corners.center) < 10)
}

@Test("A quiet zone is missed where it is missing: at both ends, or at one, wherever that lies in the picture")
func sidesOfQuietZones() throws {
  let both = try cause("quiet zone ean13") { _, _, was in was }.sentence.description
  #expect(both.hasPrefix("no quiet zone on the left and on the right: "), "\(both)")
  let bars = try #require(Catalog.writers.first { $0.symbology == .code128 }).write("LOT-20931/7")
  for (isUpright, isAtEnd, place) in [
    (true, false, "on the left"), (true, true, "on the right"), (false, false, "at the top"),
    (false, true, "at the bottom"),
  ] {
    // Two pixels a module, something dark a module before the bars, and paper beyond their end.
    let row = (0..<bars.width).map { bars[$0, 0] }
    let line = [Bool](repeating: true, count: 24) + [false] + row + [Bool](repeating: false, count: 40)
    let dark = isAtEnd ? Array(line.reversed()) : line
    let (long, short) = (2 * dark.count + 80, 200)
    func grey(_ along: Int, _ across: Int) -> UInt8 {
      let module = (along - 40) / 2
      return (60..<140).contains(across) && dark.indices.contains(module) && along >= 40 && dark[module] ? 20 : 230
    }
    let (width, height) = isUpright ? (long, short) : (short, long)
    let pixels = (0..<width * height).map { index in
      isUpright ? grey(index % width, index / width) : grey(index / width, index % width)
    }
    let frame = try Frame(format: .grey, width: width, height: height, bytes: pixels)
    let inspection = try #require(Inspection(frame, by: Detector(DetectionOptions(symbologies: [.ean13]))))
    let told = try #require(Diagnosis(inspection).cause?.sentence.description)
    #expect(told.hasPrefix("no quiet zone \(place): "), "\(told)")
  }
}

@Test("While a camera's picture runs on a verdict stands for a while; a picture that stands still is weighed by itself")
func verdictsStand() async throws {
  func frame(_ name: String, _ sequence: Int) throws -> Frame {
    let image = try #require(FaultScene.all.first { $0.name == name }).image()
    return try Frame(
      format: .grey, width: image.width, height: image.height, bytes: image.pixels, sequence: sequence)
  }
  let clock = Mutex(Duration.zero)
  let output = MetadataOutput(
    detector: Detector(DetectionOptions(symbologies: Catalog.available, effort: .quick)),
    availableSymbologies: Catalog.available, now: { clock.withLock { $0 } })
  (output.keepsInsight, output.weighsEachFrame) = (true, false)
  func kind(_ name: String, _ sequence: Int, at time: Duration) async throws -> Cause.Kind? {
    clock.withLock { $0 = time }
    return try await output.detect(in: frame(name, sequence)).insight?.diagnosis?.cause?.kind
  }
  #expect(try await kind("darkness qr", 0, at: .zero) == .dark)
  #expect(try await kind("tiny qr", 1, at: .milliseconds(40)) == .dark)
  #expect(try await kind("tiny qr", 2, at: .milliseconds(200)) == .smallModules)
  // Read in between, and gone again.
  #expect(try await kind("not asked for qr", 3, at: .milliseconds(210)) == nil)
  #expect(try await kind("darkness qr", 4, at: .milliseconds(220)) == .dark)
  // The next picture of a folder.
  #expect(try await kind("tiny qr", 4, at: .milliseconds(230)) == .smallModules)
  output.weighsEachFrame = true
  #expect(try await kind("darkness qr", 5, at: .milliseconds(240)) == .dark)
}

@Test("The rows of a stacked code that is not read are shown with their indicators, as far as its sides tell")
func rowsOfUnreadCodes() throws {
  let scene = try #require(FaultScene.all.first { $0.name == "damaged pdf417" })
  let inspection = try #require(Inspection(try scene.frame(), by: Detector(scene.options)))
  #expect(inspection.observations.isEmpty)
  let diagnosis = Diagnosis(inspection)
  let candidate = try #require(diagnosis.candidates.first { $0.stackedRows != nil })
  let rows = try #require(candidate.stackedRows)
  #expect(rows.symbology == .pdf417 && rows.unreadCodewords > 0 && !rows.indicators.isEmpty)
  #expect(rows.indicators.allSatisfy { rows.corners.bounds.inset(by: -20).contains($0.place) && $0.row < rows.rows })
  let shapes = InspectionLayer.structure.shapes(inspection, diagnosis)
  let labels = shapes.compactMap { if case .label(_, let said) = $0 { said.description } else { nil } }
  #expect(labels.contains("row 1, cluster 0") && labels.count == min(rows.rows, 12))
  #expect(shapes.contains { if case .spot(_, _, .ring) = $0 { true } else { false } })
}
