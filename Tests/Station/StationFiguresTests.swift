import Foundation
import Testing

@Suite struct StationFiguresTests {
  /// A sample each quarter of an hour.
  private func life(_ kibibytes: [Int], codes: (Int) -> Int = { $0 + 1 }) -> [StationSample] {
    kibibytes.enumerated().map { index, size in
      StationSample(at: Double(index) * 900, kibibytes: size, descriptors: 20, threads: 8, codes: codes(index))
    }
  }

  @Test func aLifeThatGrowsIsTold() {
    #expect(StationFigures([life((0..<100).map { 45_000 + 200 * $0 })]).troubles.count == 1)
    #expect(StationFigures([life((0..<100).map { 45_000 + 20 * $0 })]).troubles == [])
  }

  /// On a fast clock, or beside other work, the program's start lasts for hours of the station's time.
  @Test func aStartThatLastsIsNoGrowth() {
    let sizes = Array(repeating: 7_000, count: 30) + Array(repeating: 46_000, count: 70)
    #expect(StationFigures([life(sizes) { max(0, $0 - 29) }]).troubles == [])
    // With codes read all the while it is one.
    #expect(StationFigures([life(sizes)]).troubles.count == 1)
  }

  /// Samples that were put off and taken all at once tell of one moment.
  @Test func manySamplesOfOneMomentWeighAsItsTime() {
    let start = (0..<30).map { StationSample(at: Double($0), kibibytes: 7_000, descriptors: 20, threads: 8, codes: 1) }
    let rest = life(Array(repeating: 46_000, count: 100)).dropFirst()
    #expect(StationFigures([start + rest]).troubles == [])
  }

  @Test func theLongestLifeCountsAndNotTheOneWithMostSamples() {
    let short = (0..<400).map { StationSample(at: Double($0), kibibytes: 9_000, descriptors: 9, threads: 8, codes: 1) }
    let figures = StationFigures([short, life((0..<100).map { 45_000 + 200 * $0 })])
    #expect(figures.troubles.count == 1)
    #expect(figures.summary.hasPrefix("2 lives; descriptors 9 to 20, threads 8 to 8; memory of the longest life 4"))
  }

  @Test func aFewSamplesTellNothing() {
    #expect(StationFigures([life(Array(repeating: 1, count: 15))]).summary.hasSuffix("looked at often enough"))
    #expect(StationFigures([]).troubles == [])
  }

  @Test func descriptorsAndThreadsHaveABound() {
    let sample = StationSample(at: 0, kibibytes: 1, descriptors: 65, threads: 65, codes: 0)
    #expect(StationFigures([[sample]]).troubles == ["65 descriptors", "65 threads"])
  }
}

@Suite struct StationLifeTests {
  /// What comes of a fault is waited for: a line that is heard late has the whole week stand still.
  @Test func eachLineIsHeardWhileTheStationLives() throws {
    let folder = try StationFolder()
    // Nothing listens at these ports.
    let life = try StationLife([
      "station", "--folder", folder.path, "--rate", "100", "--date", "1790000000", "--webhook", "1", "--port", "1",
    ])
    life.say("scan https://example.com/1")
    let deadline = ContinuousClock.now + .seconds(30)
    while life.shown.isEmpty, ContinuousClock.now < deadline { usleep(10_000) }
    #expect(life.shown.isEmpty == false)
    life.kill()
  }
}
