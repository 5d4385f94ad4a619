import Imaging

extension LuminanceImage {
  /// Pixels of a row that are looked at together, and rows from one that is looked at to the next.
  private static let (stretch, rows) = (16, 4)
  /// Grey steps between which an edge is looked for: fewer may be noise.
  private static let leastRange: UInt8 = 40
  /// A spot of 1.7 pixels' deviation makes the steepest step of an edge 0.23 of its height, and noise adds to that.
  private static let steep = 3
  /// The share of such stretches from which a picture is sharp: of pictures out of focus 0.05, of a desk's things 0.34 and
  /// more, as many of these have soft edges by themselves.
  private static let leastShare = 0.3

  /// Whether what stands out has sharp edges, so that the picture is not out of focus.
  ///
  /// - Complexity: O(pixels / 4).
  var isSharp: Bool {
    var (all, sharp) = (0, 0)
    for row in stride(from: 0, to: height, by: Self.rows) {
      let start = row * width
      for from in stride(from: start, to: start + width - Self.stretch, by: Self.stretch) {
        var (least, most, step): (UInt8, UInt8, UInt8) = (255, 0, 0)
        for place in from..<from + Self.stretch {
          let (grey, next) = (pixels[place], pixels[place + 1])
          (least, most) = (min(least, grey), max(most, grey))
          step = max(step, grey > next ? grey - next : next - grey)
        }
        guard most >= least, most - least >= Self.leastRange else { continue }
        all += 1
        if Self.steep * Int(step) >= Int(most - least) { sharp += 1 }
      }
    }
    return Double(sharp) >= Self.leastShare * Double(all) && all > 0
  }
}
