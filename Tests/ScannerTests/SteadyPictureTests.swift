import Barcodes
import Geometry
import Imaging
import Scanner
import Testing

/// Reads what takes longer than a camera's frame may take.
private final class SlowDetector: FrameDetector {
  var options = DetectionOptions.camera([sampleSymbology])
  private(set) var searches = 0
  private(set) var resets = 0

  func detect(in frame: Frame, region: Rect<FramePixels>?, trace: (any DetectionTrace)?) -> [Observation] {
    searches += 1
    return options.budget == nil && !options.followsFrames ? [observation("slow")] : []
  }

  func reset() { resets += 1 }
}

@Suite("A picture that stands still")
struct SteadyPictureTests {
  private func frame(_ grey: UInt8) throws -> Frame {
    try Frame(format: .grey, width: 4, height: 4, bytes: [UInt8](repeating: grey, count: 16))
  }

  @Test("It is searched to its end, once, and that stays")
  func steady() throws {
    let slow = SlowDetector()
    let detector = SteadyPictureDetector(slow)
    func read(_ grey: UInt8, in region: Rect<FramePixels>? = nil) throws -> Int {
      detector.detect(in: try frame(grey), region: region, trace: nil).count
    }
    #expect(try (0..<4).map { _ in try read(9) } == [0, 1, 1, 1])
    #expect(slow.searches == 2)
    // Another part of it, and another picture, begin anew.
    let part = Rect<FramePixels>(x: 0, y: 0, width: 2, height: 2)
    #expect(try (0..<3).map { _ in try read(9, in: part) } == [0, 1, 1])
    #expect(try [9, 8, 8].map { try read($0) } == [0, 0, 1])
    detector.reset()
    #expect(try [8, 8].map { try read($0) } == [0, 1] && slow.resets == 1)
  }

  @Test("A camera's pictures are unlike each other, and each has its budget")
  func moving() throws {
    let slow = SlowDetector()
    let detector = SteadyPictureDetector(slow)
    for grey in [1, 2, 1, 2, 3] as [UInt8] {
      #expect(detector.detect(in: try frame(grey), region: nil, trace: nil).isEmpty)
    }
    #expect(slow.options.budget == DetectionOptions.liveBudget && detector.options == slow.options)
  }
}
