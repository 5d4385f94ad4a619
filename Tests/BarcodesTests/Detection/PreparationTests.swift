import Barcodes
import Imaging
import Testing

@Suite("A detector that is made ready")
struct PreparationTests {
  @Test("Each specimen is read, so that all that reading takes is made", arguments: Detector.specimens)
  func specimens(_ specimen: Detector.Specimen) throws {
    let frame = try #require(specimen.frame)
    let read = Detector(DetectionOptions(symbologies: [specimen.symbology])).detect(in: frame)
    #expect(read.map(\.symbol.text) == [specimen.text])
  }

  @Test("Of each family there is one")
  func families() {
    for family in Catalog.readers {
      #expect(Detector.specimens.contains { family.symbologies.contains($0.symbology) }, "\(family)")
    }
  }

  @Test("It says of a frame what one says that is not")
  func result() throws {
    let frame = try #require(Detector.specimens[0].frame)
    for symbologies: Set<Symbology> in [Catalog.available, [.qr], [.code39]] {
      let options = DetectionOptions(symbologies: symbologies)
      let ready = Detector(options)
      ready.prepare()
      #expect(ready.detect(in: frame) == Detector(options).detect(in: frame))
    }
  }
}
