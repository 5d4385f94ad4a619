import Barcodes
import Geometry
import Imaging
import Scanner
import Synchronization
import Testing

/// Faults whose cause the picture is not told for yet: each that is mended leaves the list.
private let open: Set<String> = ["glare code128", "glare aztec", "bent pdf417"]

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
  let sentence = try #require(try scene.verdict()).sentence
  #expect(sentence.hasPrefix("modules of "))
  #expect(sentence.hasSuffix("move closer or raise the resolution"))
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
  let labels = shapes.compactMap { if case .label(_, let words) = $0 { words } else { nil } }
  #expect(labels.contains("row 1, cluster 0") && labels.count == min(rows.rows, 12))
  #expect(shapes.contains { if case .spot(_, _, .ring) = $0 { true } else { false } })
}
