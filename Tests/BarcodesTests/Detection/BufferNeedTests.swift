import Barcodes
import Imaging
import Testing

@Suite("What a detector holds follows the pictures that come")
struct BufferNeedTests {
  private static let large = 12_000_000
  private static let small = 300_000

  /// Before which pictures of a sequence, from 0, buffers are given back.
  private func outgrown(_ pictures: [Int]) -> [Int] {
    var need = BufferNeed()
    return pictures.indices.filter { need.isOutgrown(by: pictures[$0]) }
  }

  private func times(_ count: Int, _ pixels: Int) -> [Int] { [Int](repeating: pixels, count: count) }

  @Test("Large buffers go before the eighth small picture, once")
  func afterLarge() {
    #expect(outgrown([Self.large] + times(30, Self.small)) == [8])
  }

  @Test("They stay where large pictures come again")
  func largeAgain() {
    #expect(outgrown((0..<5).flatMap { _ in [Self.large] + times(7, Self.small) }).isEmpty)
  }

  @Test("They stay where pictures are not far smaller, or all small")
  func notSmaller() {
    #expect(outgrown([Self.large] + times(20, Self.large / 3)).isEmpty)
    #expect(outgrown([Self.small] + times(20, 100)).isEmpty)
  }

  @Test("The largest of the small ones is what counts next")
  func largestOfSmaller() {
    let first = times(3, Self.small) + [9_000_000] + times(4, Self.small)
    #expect(outgrown([40_000_000] + first + times(20, Self.small)) == [8, 16])
  }

  @Test("A detector reads on with new buffers")
  func readsOn() throws {
    let detector = Detector(DetectionOptions(symbologies: [.qr, .ean13], effort: .quick))
    let specimens = Detector.specimens.filter { detector.options.symbologies.contains($0.symbology) }
    let side = 2_400
    _ = detector.detect(
      in: try Frame(format: .grey, width: side, height: side, bytes: [UInt8](repeating: 255, count: side * side)))
    for _ in 0..<6 {
      for specimen in specimens {
        let frame = try #require(specimen.frame)
        #expect(detector.detect(in: frame).map(\.symbol.text) == [specimen.text])
      }
    }
  }
}
