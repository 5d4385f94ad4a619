import Foundation

/// What the lens and the hand do to a picture.
public struct SceneBlur: Hashable, Sendable {
  /// Standard deviation of the defocus, in pixels; 0 is sharp.
  public var defocus: Double
  /// Length of the way that the picture moved during the exposure, in pixels; 0 is still.
  public var motion: Double
  /// Its direction, radians clockwise from the x axis.
  public var direction: Double

  public init(defocus: Double = 0, motion: Double = 0, direction: Double = 0) {
    self.defocus = defocus
    self.motion = motion
    self.direction = direction
  }

  /// How far light spreads, in whole pixels.
  var reach: Int { Int((3 * defocus + motion / 2).rounded(.up)) }
}

extension SceneCanvas {
  /// Blurs a range; what lies outside it gives light and takes none.
  mutating func apply(_ blur: SceneBlur, to range: PixelRange) {
    if blur.defocus > 0 {
      let kernel = gaussian(blur.defocus)
      convolve(kernel, step: (1, 0), range)
      convolve(kernel, step: (0, 1), range)
    }
    if blur.motion >= 1 { smear(blur, range) }
  }

  /// Weights of a Gaussian out to three standard deviations, where 0.3 % of it is left.
  private func gaussian(_ deviation: Double) -> [Float] {
    let reach = max(1, Int((3 * deviation).rounded(.up)))
    let weights = (-reach...reach).map { exp(-Double($0 * $0) / (2 * deviation * deviation)) }
    let sum = weights.reduce(0, +)
    return weights.map { Float($0 / sum) }
  }

  private mutating func convolve(_ kernel: [Float], step: (x: Int, y: Int), _ range: PixelRange) {
    let source = light
    let reach = kernel.count / 2
    let (count, length) = step.x == 1 ? (width, range.columns) : (height, range.rows)
    let inside =
      max(length.lowerBound, reach)..<max(max(length.lowerBound, reach), min(length.upperBound, count - reach))
    for row in range.rows {
      for column in range.columns {
        let position = step.x == 1 ? column : row
        let index = row * width + column
        let stride = step.x + step.y * width
        var sum: Float = 0
        if inside.contains(position) {
          var from = index - reach * stride
          for weight in kernel {
            sum += weight * source[from]
            from += stride
          }
        } else {
          for (offset, weight) in zip(-reach...reach, kernel) {
            sum += weight * source[index + (min(max(position + offset, 0), count - 1) - position) * stride]
          }
        }
        light[index] = sum
      }
    }
  }

  /// The mean of samples along the way, one a pixel of its length, each interpolated between four pixels.
  private mutating func smear(_ blur: SceneBlur, _ range: PixelRange) {
    let source = light
    let steps = max(2, Int(blur.motion.rounded(.up)))
    let way: [(dx: Int, dy: Int, fx: Float, fy: Float)] = (0..<steps).map { step in
      let along = ((Double(step) + 0.5) / Double(steps) - 0.5) * blur.motion
      let (x, y) = (along * cos(blur.direction), along * sin(blur.direction))
      return (Int(x.rounded(.down)), Int(y.rounded(.down)), Float(x - x.rounded(.down)), Float(y - y.rounded(.down)))
    }
    func value(_ x: Int, _ y: Int) -> Float {
      source[min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1)]
    }
    for row in range.rows {
      for column in range.columns {
        var sum: Float = 0
        for (dx, dy, fx, fy) in way {
          let (x, y) = (column + dx, row + dy)
          sum +=
            (value(x, y) * (1 - fx) + value(x + 1, y) * fx) * (1 - fy)
            + (value(x, y + 1) * (1 - fx) + value(x + 1, y + 1) * fx) * fy
        }
        light[row * width + column] = sum / Float(steps)
      }
    }
  }
}
