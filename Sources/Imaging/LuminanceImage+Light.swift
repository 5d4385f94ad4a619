extension LuminanceImage {
  /// The picture as it would be in even light: each pixel by the light of the surface on which it lies. A shadow's edge goes away
  /// that falls across a symbol.
  ///
  /// - Complexity: O(pixels), 3 ms a megapixel.
  package var evened: LuminanceImage { evened(surface: Self.surface) }

  /// The same for small labels that are darker than what lies around them: paper of any grey becomes as light.
  ///
  /// - Complexity: O(pixels), 3 ms a megapixel.
  package var levelled: LuminanceImage { evened(surface: Self.label) }

  private func evened(surface side: Int) -> LuminanceImage {
    let light = surfaceLight(side: side).pixels
    // 24.8 bits.
    let factors = (0...255).map { UInt32(Self.paper << 8) / UInt32(max($0, Self.darkest)) }
    var result = pixels
    for at in result.indices {
      result[at] = UInt8(truncatingIfNeeded: (UInt32(result[at]) * factors[Int(light[at])]) >> 8)
    }
    return LuminanceImage(width: width, height: height, pixels: result, toFrame: toFrame)
  }

  /// How light the surface is on which each pixel lies: what is darker than all around within a square is taken for print.
  ///
  /// - Parameter side: pixels along the square's side, at least 1.
  package func surfaceLight(side: Int) -> LuminanceImage {
    var light = self
    closeDark(&light.pixels, width: width, height: height, side: side)
    return light
  }

  /// Pixels that a surface is wide and high at least, and print is not: the eight modules of PDF417's widest bar with four and a
  /// half pixels each, and all print of smaller modules. Of larger ones a shadow's edge spoils few.
  private static let surface = 39
  /// The same of a label of twelve modules with two pixels each; squares of three modules are print up to five pixels a module.
  private static let label = 15
  /// What lit paper becomes.
  private static let paper = 220
  /// The least light that counts: noise of some levels stays below the difference of dark and light.
  private static let darkest = 16
}
