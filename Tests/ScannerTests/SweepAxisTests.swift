import Barcodes
import Geometry
import Imaging
import Scanner
import Testing

@Test("The easiest step of each way to get worse is read, the hardest is not", arguments: SweepAxis.all)
func ends(of axis: SweepAxis) throws {
  let detector = Detector(DetectionOptions(symbologies: [.qr]))
  func isRead(_ level: Int) throws -> Bool {
    let image = try axis.picture(level: level, scene: 3)
    let frame = try Frame(format: .grey, width: image.width, height: image.height, bytes: image.pixels)
    return detector.detect(in: frame).contains { $0.symbol.text == axis.message(level: level, scene: 3) }
  }
  #expect(try isRead(0))
  #expect(try !isRead(axis.levels.count - 1))
}
