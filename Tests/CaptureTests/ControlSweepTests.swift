import Capture
import Foundation
import Imaging
import Testing

@Suite struct ControlSweepTests {
  /// Turns the control as the sweep asks, and measures what a function says.
  private func run(
    _ range: ClosedRange<Int>, step: Int, settling: Int = 0, averaged: Int = 1, _ measure: (Int) -> Double
  ) -> ControlSweep {
    var sweep = ControlSweep(range: range, step: step, settling: settling, averaged: averaged)
    while let value = sweep.wanted { sweep.take(measure(value)) }
    return sweep
  }

  @Test(arguments: [0, 5, 85, 120, 200, 245, 250])
  func aPeakIsFoundToAStepOfTheControl(peak: Int) throws {
    let sweep = run(0...250, step: 5) { 1000 / (1 + Double(($0 - peak) * ($0 - peak))) }
    #expect(abs(try #require(sweep.best) - peak) <= 5)
    // To look at all values would take 51.
    #expect(sweep.looks <= 22)
  }

  @Test(arguments: [(1, 333), (-8, 7), (0, 4_000_000), (-2_147_483_648, 2_147_483_647)])
  func everyRangeComesToAnEnd(low: Int, high: Int) throws {
    let peak = low + (high - low) / 3
    let sweep = run(low...high, step: 1) { -Double($0 - peak) * Double($0 - peak) }
    #expect(abs(try #require(sweep.best) - peak) <= max(2, (high - low) / 100_000))
  }

  @Test func whatIsTheSameEverywhereComesToAnEnd() {
    #expect(run(0...100, step: 1) { _ in 7 }.best == 0)
    #expect(run(3...3, step: 1) { _ in 7 }.best == 3)
    #expect(run(0...1, step: 7) { Double($0) }.best == 0)
  }

  /// The lens needs three pictures to get to where it is told.
  @Test func picturesWhileTheLensMovesDoNotCount() throws {
    var shown = [Int](repeating: 0, count: 4)
    var sweep = ControlSweep(range: 0...250, step: 5, settling: 3, averaged: 2)
    while let value = sweep.wanted {
      shown.append(value)
      let seen = shown[shown.count - 4]
      sweep.take(-Double((seen - 90) * (seen - 90)))
    }
    #expect(sweep.best == 90)
  }

  // MARK: What is measured

  /// A checkerboard of 8 pixels a field through a lens that blurs over so many pixels to either side.
  private func board(blur: Int, dark: Int = 40, bright: Int = 220) -> LuminanceImage {
    let size = 96
    func field(_ x: Int, _ y: Int) -> Int {
      (x / 8 + y / 8).isMultiple(of: 2) ? dark : bright
    }
    var pixels: [UInt8] = []
    for y in 0..<size {
      for x in 0..<size {
        var sum = 0
        for dy in -blur...blur { for dx in -blur...blur { sum += field(x + dx + 64, y + dy + 64) } }
        pixels.append(UInt8(clamping: sum / ((2 * blur + 1) * (2 * blur + 1))))
      }
    }
    return LuminanceImage(width: size, height: size, pixels: pixels)
  }

  @Test func whatIsBlurredMoreIsLessSharp() {
    let measures = (0...4).map { PictureMeasure.sharpness.of(board(blur: $0)) }
    #expect(measures == measures.sorted(by: >))
    #expect(measures[0] > 5 * measures[4])
  }

  @Test func tooDarkAndTooBrightHaveLessContrast() {
    // The light grows, and the sensor ends at 255.
    let exposures = stride(from: 0.1, through: 4, by: 0.1).map { light in
      PictureMeasure.contrast.of(board(blur: 1, dark: min(255, Int(30 * light)), bright: min(255, Int(160 * light))))
    }
    let best = exposures.indices.max { exposures[$0] < exposures[$1] } ?? 0
    // 1.6 times the light brings white to the sensor's end.
    #expect((13...16).contains(best))
  }

  @Test func smallPicturesMeasureNothing() {
    let dot = LuminanceImage(width: 1, height: 1, pixels: [9])
    #expect(PictureMeasure.sharpness.of(dot) == 0)
    #expect(PictureMeasure.contrast.of(dot) == 0)
  }

  /// The lens and the measure together: a focus of which the blur grows by a pixel each 10 steps.
  @Test func theSharpestFocusIsFound() throws {
    let boards = (0...8).map { board(blur: $0) }
    let sweep = run(0...250, step: 5) { focus in
      PictureMeasure.sharpness.of(boards[min(8, abs(focus - 135) / 10)])
    }
    #expect(abs(try #require(sweep.best) - 135) <= 10)
  }
}
