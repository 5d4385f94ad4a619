extension LuminanceImage {
  /// The picture as it would be in even light: each pixel by the light of the surface on which it lies, without the glare of a lamp,
  /// which lies over ink and paper alike. A shadow's edge goes away that falls across a symbol.
  ///
  /// - Complexity: O(pixels), 3 ms a megapixel, and two more where a lamp shines.
  package var evened: LuminanceImage {
    evened(surface: Self.surface, ink: showsGlare ? ink(side: Self.ink, reach: Self.edge).pixels : black)
  }

  /// The same for small labels that are darker than what lies around them: paper of any grey becomes as light.
  ///
  /// - Complexity: O(pixels), 3 ms a megapixel.
  package var levelled: LuminanceImage { evened(surface: Self.label, ink: black) }

  private var black: [UInt8] { [UInt8](repeating: 0, count: pixels.count) }

  /// Whether a part of the picture is as light as can be, as where a lamp shines on paper; ink is black where none does.
  private var showsGlare: Bool { (pixels.count - darkPixels(below: Self.white)) * Self.glare >= pixels.count }

  /// - Parameter ink: the grey of ink around each pixel, which becomes black.
  private func evened(surface side: Int, ink: [UInt8]) -> LuminanceImage {
    let light = surfaceLight(side: side).pixels
    // 24.8 bits.
    let factors = (0...255).map { UInt32(Self.paper << 8) / UInt32(max($0, Self.darkest)) }
    var result = pixels
    for at in result.indices {
      let black = min(Int(ink[at]), max(Int(light[at]) - Self.leastContrast, 0))
      let factor = factors[Int(light[at]) - black]
      result[at] = UInt8(truncatingIfNeeded: (UInt32(Int(result[at]) - black) * factor) >> 8)
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

  /// How dark ink is around each pixel: what is lighter than all around within a square is taken for the ground between.
  ///
  /// - Parameters:
  ///   - side: pixels along the square's side, at least 1.
  ///   - reach: pixels from print within which its ink counts.
  package func ink(side: Int, reach: Int) -> LuminanceImage {
    var ink = self
    openLight(&ink.pixels, width: width, height: height, side: side)
    spreadDark(&ink.pixels, width: width, height: height, reach: reach)
    return ink
  }

  /// Pixels that a surface is wide and high at least, and print is not: the eight modules of PDF417's widest bar with four and a
  /// half pixels each, and all print of smaller modules. Of larger ones a shadow's edge spoils few.
  private static let surface = 39
  /// The same of a label of twelve modules with two pixels each; squares of three modules are print up to five pixels a module.
  private static let label = 15
  /// Pixels within which there is ink in all print: as few as that, as glare ends within a symbol. In a trial on 118
  /// drawn symbols beside a lamp that were not read 20 were in the picture made so; without `edge` 23, 21 with 21 pixels, 17 with 39.
  private static let ink = 27
  /// Grey that can hardly become lighter, and the part of a picture that is so where a lamp shines: one in so many pixels.
  private static let (white, glare): (UInt8, Int) = (250, 200)
  /// Pixels from print within which its ink counts: the blurred edge of a symbol's outermost bar is no ink of its own.
  private static let edge = 4
  /// The least difference of paper and ink that is made as large as any: of even paper less is noise.
  private static let leastContrast = 32
  /// What lit paper becomes.
  private static let paper = 220
  /// The least light that counts: noise of some levels stays below the difference of dark and light.
  private static let darkest = 16
}
