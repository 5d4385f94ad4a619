import Barcodes
import Testing

@Suite struct DataMatrixTimingTrackTests {
  private static let samples = 8

  /// A side of modules with these widths in samples, a module of ground around it, dark first.
  private func levels(_ widths: [Int]) -> [Float] {
    let ground = [Float](repeating: 1, count: Self.samples)
    return ground
      + widths.enumerated().flatMap { [Float](repeating: $0.offset % 2 == 0 ? -1 : 1, count: $0.element) }
      + ground + [1]
  }

  /// The borders that widths make, in samples.
  private func borders(_ widths: [Int]) -> [Int] {
    widths.reduce(into: [Self.samples]) { $0.append($0[$0.count - 1] + $1) }
  }

  private func followed(_ levels: [Float], modules: Int) -> DataMatrixTimingTrack? {
    DataMatrixTimingTrack(
      levels, modules: modules, samples: Self.samples, margin: Self.samples, isFirstDark: true)
  }

  @Test(
    "Even, growing and shrinking modules",
    arguments: [
      [8, 8, 8, 8, 8, 8, 8, 8, 8, 8], [6, 6, 7, 7, 8, 8, 9, 9, 10, 10], [10, 10, 9, 9, 8, 8, 7, 7, 6, 6],
    ])
  func modules(widths: [Int]) throws {
    let track = try #require(followed(levels(widths), modules: 10))
    // The last module is light as the ground is: where it ends nothing shows.
    #expect(track.borders.dropLast() == borders(widths).dropLast())
    #expect(track.likeness == 1)
  }

  @Test("What ran together is cut evenly", arguments: [1, 4, 7])
  func filled(module: Int) throws {
    let widths = [6, 6, 7, 7, 8, 8, 9, 9, 10, 10]
    var levels = levels(widths)
    let borders = borders(widths)
    for sample in borders[module]..<borders[module + 1] { levels[sample] = -1 }
    let track = try #require(followed(levels, modules: 10))
    for (seen, expected) in zip(track.borders, borders) { #expect(abs(seen - expected) <= 2) }
    #expect(track.likeness > 0.7)
  }

  @Test func anotherNumberOfModulesShowsLess() throws {
    let levels = levels([8, 8, 8, 8, 8, 8, 8, 8, 8, 8])
    // Twelve modules in the place of ten.
    let stretched = (0..<14 * Self.samples + 1).map { levels[min(levels.count - 1, $0 * 12 / 14)] }
    #expect(try #require(followed(stretched, modules: 12)).likeness < 0.9)
  }

  @Test func noSideIsTooShort() {
    #expect(followed([1, -1, 1], modules: 10) == nil)
  }
}
