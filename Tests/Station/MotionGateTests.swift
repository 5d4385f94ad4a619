import Imaging
import Scanner
import Station
import Testing

@Suite struct MotionGateTests {
  /// A camera in the evening: noise of 8, and a code's worth of black where there is one.
  private func frame(_ random: inout SeededRandom, code: Bool = false) throws -> Frame {
    var pixels = (0..<640 * 480).map { _ in UInt8(clamping: Int(120 + 8 * random.gaussian())) }
    if code {
      for y in 200..<260 { for x in 300..<360 { pixels[y * 640 + x] = (x / 6 + y / 6).isMultiple(of: 2) ? 20 : 220 } }
    }
    return try Frame(format: .grey, width: 640, height: 480, bytes: pixels)
  }

  private func time(_ index: Int) -> Duration { .seconds(Double(index) / 30) }

  /// Ten seconds of nothing: no more than the frames that are due in any case, and those of the first second.
  @Test func aStillPictureIsSearchedTwiceASecond() throws {
    var random = SeededRandom(seed: 1)
    var gate = MotionGate()
    for index in 0..<300 { _ = gate.letsThrough(try frame(&random), hasCodes: false, at: time(index)) }
    #expect(gate.letThrough <= 30 + 20)
    #expect(gate.letThrough >= 30 + 17)
  }

  /// The frame with the code on it, and those after it while it is in view.
  @Test func theFirstFrameAfterMotionIsSearched() throws {
    var random = SeededRandom(seed: 2)
    var gate = MotionGate()
    // 4.37 s, which is between two that are due.
    for index in 0..<131 { _ = gate.letsThrough(try frame(&random), hasCodes: false, at: time(index)) }
    for index in 131..<200 {
      #expect(gate.letsThrough(try frame(&random, code: true), hasCodes: index > 131, at: time(index)), "\(index)")
    }
  }

  @Test func aCameraOfAnotherSizeIsNews() throws {
    var gate = MotionGate()
    var random = SeededRandom(seed: 3)
    for index in 0..<60 { _ = gate.letsThrough(try frame(&random), hasCodes: false, at: time(index)) }
    let small = try Frame(format: .grey, width: 3, height: 2, bytes: [1, 2, 3, 4, 5, 6])
    let letsThrough = gate.letsThrough(small, hasCodes: false, at: time(60))
    #expect(letsThrough)
  }
}
