import Barcodes
import Imaging
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

  @Test("Faint finder patterns are looked for before a picture is brought into focus")
  func faintFirst() throws {
    let side = 400
    let bytes = (0..<side * side).map { at in UInt8(120 + 40 * (at % side / 50 % 2) + at / side / 50 % 2) }
    let log = WorkLog()
    _ = Detector(DetectionOptions(symbologies: [.qr])).detect(
      in: try Frame(format: .grey, width: side, height: side, bytes: bytes), trace: log)
    let order = log.work.filter { [.qrFaint, .qrFocused].contains($0) }
    #expect(order.first == .qrFaint && order.contains(.qrFocused))
  }
}
