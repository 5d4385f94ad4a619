import Barcodes
import Geometry
import Imaging
import Scanner
import Testing

/// Faults whose cause the picture is not told for yet: each that is mended leaves the list.
private let open: Set<String> = ["motion ean13", "glare aztec", "bent pdf417", "damaged pdf417"]

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
