import Foundation

/// What lies behind the demo's codes: a wooden desk under a lamp, a little out of focus, in a camera's colors.
struct SceneBackdrop: Sendable {
  let canvas: SceneCanvas
  /// Chroma planes at half width and height, 128 is neutral.
  let blue: [UInt8]
  let red: [UInt8]

  /// - Precondition: both sides are even.
  init(width: Int, height: Int, seed: UInt64) {
    precondition(width % 2 == 0 && height % 2 == 0, "chroma halves both sides")
    var random = SeededRandom(seed: seed)
    let grain = WoodGrain(height: height, random: &random)
    var canvas = SceneCanvas(width: width, height: height, filledWith: 0)
    for row in 0..<height {
      let down = Double(row) / Double(height) - 0.5
      for column in 0..<width {
        let across = Double(column) / Double(width) - 0.4
        // A lamp at the upper left: half the light at the far corner.
        let lamp = 1 - 0.75 * (across * across + (down + 0.15) * (down + 0.15))
        canvas.light[row * width + column] = Float(lamp * grain.reflectance(column: column, row: row))
      }
    }
    self.canvas = canvas

    // Warm wood: chroma falls with the luma, so that shadows do not glow.
    let halfWidth = width / 2
    var blue = [UInt8](repeating: 128, count: halfWidth * (height / 2))
    var red = blue
    for index in blue.indices {
      let luma = Double(canvas.light[(index / halfWidth) * 2 * width + (index % halfWidth) * 2])
      blue[index] = UInt8(128 - 44 * luma)
      red[index] = UInt8(128 + 30 * luma)
    }
    self.blue = blue
    self.red = red
  }
}

/// The light that wood reflects: planks across the picture, each with its own tone and waves of grain.
private struct WoodGrain {
  private struct Plank {
    let tone: Double
    let phase: Double
    let wavelength: Double
  }

  private let planks: [Plank]
  private let plankHeight: Double

  init(height: Int, random: inout SeededRandom) {
    plankHeight = Double(height) / 4.5
    planks = (0..<6).map { _ in
      Plank(tone: 0.42 + 0.08 * random.unit(), phase: 40 * random.unit(), wavelength: 9 + 8 * random.unit())
    }
  }

  func reflectance(column: Int, row: Int) -> Double {
    let (x, y) = (Double(column), Double(row))
    let plank = planks[min(planks.count - 1, Int(y / plankHeight))]
    let within = y - plankHeight * (y / plankHeight).rounded(.down)
    let bend = 6 * sin(x / 210 + plank.phase) + 3 * sin(x / 67 + 2 * plank.phase)
    let waves = sin((within + bend) / plank.wavelength * 2 * .pi + plank.phase)
    let gap = within < 3 ? 0.55 : 1.0
    return gap * (plank.tone + 0.025 * waves + 0.012 * sin((within + 2 * bend) / 2.7 + x / 400))
  }
}
