import Barcodes
import Testing

/// What is looked for first, by what the picture shows.
@Suite("Search order")
struct SearchOrderTests {
  private func log(of symbology: Symbology) throws -> WorkLog {
    let specimen = try #require(Detector.specimens.first { $0.symbology == symbology })
    let log = WorkLog()
    let found = Detector(DetectionOptions(symbologies: Catalog.available)).detect(
      in: try #require(specimen.frame), trace: log)
    #expect(found.map(\.symbol.text) == [specimen.text])
    return log
  }

  @Test(
    "Bars that go on over all of their height are scanned before the rows of other families",
    arguments: [Symbology.ean13, .code128])
  func tallBars(_ symbology: Symbology) throws {
    let log = try log(of: symbology)
    #expect(log.readBy == .linearPlain)
    #expect(!log.work.prefix { $0 != .linearPlain }.contains { [.qrPlain, .stackedPlain].contains($0) })
  }

  @Test("Bars that change from row to row are looked at as rows first")
  func rows() throws {
    let log = try log(of: .pdf417)
    #expect(log.readBy == .stackedPlain)
    #expect(!log.work.contains(.linearPlain))
  }
}
