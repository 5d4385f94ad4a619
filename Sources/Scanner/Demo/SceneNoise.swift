/// A sensor's noise: a table of Gaussian values that each row enters at a place of its own.
///
/// Drawing a number for every pixel of every frame costs more than all the rest of a demo frame.
struct SceneNoise: Sendable {
  /// A prime, so that rows of common widths do not repeat in step.
  private static let length = 65_521
  private let values: [Float]

  /// - Parameter deviation: standard deviation as a share of white; a webcam by daylight has about 0.01.
  init(deviation: Double, seed: UInt64) {
    var random = SeededRandom(seed: seed)
    values = (0..<Self.length).map { _ in Float(random.gaussian() * deviation * 255) }
  }

  /// The canvas as bytes of full range, with noise that `moment` decides.
  func expose(_ canvas: SceneCanvas, moment: UInt64) -> [UInt8] {
    var random = SeededRandom(seed: moment)
    var bytes = [UInt8](repeating: 0, count: canvas.light.count)
    for row in 0..<canvas.height {
      var place = Int(random.next() % UInt64(Self.length))
      for index in row * canvas.width..<(row + 1) * canvas.width {
        let value = canvas.light[index] * 255 + values[place]
        bytes[index] = UInt8(min(max(value + 0.5, 0), 255))
        place += 1
        if place == Self.length { place = 0 }
      }
    }
    return bytes
  }
}
