import Geometry
import Imaging

/// MaxiCode's bull's eyes are found on the same rows as Aztec's: rings as wide as each other around a light middle, which
/// is wider than they are.
extension AztecEyeScan {
  /// A hint's module by a MaxiCode's, so that both are the seventh part of what lies within the fourth border.
  static let moduleOfRound = MaxiCodeLayout.rings[3] / 3.5

  /// The eye whose middle has this pixel: the column and the row through its middle and both diagonals show the borders of
  /// two rings to either side.
  ///
  /// - Parameter across: pixels a ring, roughly.
  static func roundEye(_ image: LuminanceImage, _ x: Int, _ y: Int, _ across: Double, _ level: Double) -> AztecEyeHint?
  {
    // Where the first row met it, its column is a chord.
    guard let chord = section(image, x, y, 0, 1, across, level) else { return nil }
    let v = y + Int(chord.middle.rounded())
    guard let row = section(image, x, v, 1, 0, across, level) else { return nil }
    let u = x + Int(row.middle.rounded())
    guard let column = section(image, u, v, 0, 1, chord.ring, level) else { return nil }
    let longest = max(row.ring, column.ring)
    guard section(image, u, v, 1, 1, longest, level) != nil,
      section(image, u, v, 1, -1, longest, level) != nil
    else { return nil }
    let factor = Self.moduleOfRound / MaxiCodeLayout.rings[5]
    return AztecEyeHint(
      center: Point(Double(x) + 0.5 + row.middle, Double(v) + 0.5 + column.middle), across: row.outer * factor,
      down: column.outer * factor, isInverted: Double(image.pixels[v * image.width + u]) > level, isRound: true)
  }

  /// A section through the rings in steps of (dx, dy): where its middle is, how wide rings are, and how far the outermost
  /// one reaches.
  private static func section(
    _ image: LuminanceImage, _ x: Int, _ y: Int, _ dx: Int, _ dy: Int, _ ring: Double, _ level: Double
  ) -> (middle: Double, ring: Double, outer: Double)? {
    guard x >= 0, y >= 0, x < image.width, y < image.height,
      let forth = pairs(image, x, y, dx, dy, ring, level), let back = pairs(image, x, y, -dx, -dy, ring, level)
    else { return nil }
    let (near, far) = (forth[0] + forth[1] + back[0] + back[1], forth[2] + forth[3] + back[2] + back[3])
    let width = (far - near) / 8
    let hole = near / 4 - width / 2
    let middle = (forth[2] + forth[3] - back[2] - back[3]) / 4
    guard width > 0.5, 0.2 * width...2.4 * width ~= hole,
      abs((forth[0] + forth[1] - back[0] - back[1]) / 4 - middle) < 0.6 * width + 0.5
    else { return nil }
    return (middle, width, hole + 5 * width)
  }

  /// Where a ray meets the first four borders, in its steps; two rings lie as far apart as two others.
  private static func pairs(
    _ image: LuminanceImage, _ x: Int, _ y: Int, _ dx: Int, _ dy: Int, _ ring: Double, _ level: Double
  ) -> SIMD4<Double>? {
    // Seen aslant a ring may be twice as wide as it is across; the middle is wider by itself.
    guard let result = borders(image, x, y, dx, dy, level, first: 6 * ring, next: 3 * ring) else { return nil }
    let (first, second) = (result[2] - result[0], result[3] - result[1])
    return abs(first - second) < 0.3 * (first + second) / 2 + 1 ? result : nil
  }
}
