import Foundation
public import Geometry

/// The light on a scene. The defaults light it evenly.
public struct SceneLight: Hashable, Sendable {
  /// Brightness of the whole, 1 as painted.
  public var brightness: Double
  /// How much darker the right end is than the left one: 0 even, 0.8 leaves a fifth.
  public var falloff: Double
  /// A reflected lamp, added to everything.
  public var glare: Glare?
  /// The edge of a shadow from the top to the bottom of the picture, and how dark it is.
  public var shadow: Shadow?

  public struct Glare: Hashable, Sendable {
    public var center: Point<FramePixels>
    /// Where the added light has fallen to 1/e, in pixels.
    public var radius: Double
    /// Light added in the middle; 1 makes black white.
    public var strength: Double

    public init(center: Point<FramePixels>, radius: Double, strength: Double) {
      self.center = center
      self.radius = radius
      self.strength = strength
    }
  }

  public struct Shadow: Hashable, Sendable {
    /// The columns right of this are in the shade.
    public var edge: Double
    /// The share of light that is left there.
    public var remaining: Double

    public init(edge: Double, remaining: Double) {
      self.edge = edge
      self.remaining = remaining
    }
  }

  public init(brightness: Double = 1, falloff: Double = 0, glare: Glare? = nil, shadow: Shadow? = nil) {
    self.brightness = brightness
    self.falloff = falloff
    self.glare = glare
    self.shadow = shadow
  }

  /// True if it changes nothing.
  var isEven: Bool { self == SceneLight() }
}

extension SceneCanvas {
  /// Light on every pixel of a range.
  mutating func apply(_ sceneLight: SceneLight, to range: PixelRange) {
    let factors: [Float] = range.columns.map { column in
      var factor = sceneLight.brightness * (1 - sceneLight.falloff * (Double(column) + 0.5) / Double(width))
      if let shadow = sceneLight.shadow, Double(column) >= shadow.edge { factor *= shadow.remaining }
      return Float(factor)
    }
    // The Gaussian is the product of one along x and one along y: no exponential per pixel.
    func profile(_ pixels: Range<Int>, _ center: Double, _ radius: Double) -> [Float] {
      pixels.map { pixel in
        let distance = (Double(pixel) + 0.5 - center) / radius
        return Float(exp(-distance * distance))
      }
    }
    let across = sceneLight.glare.map { profile(range.columns, $0.center.x, $0.radius) }
    let down = sceneLight.glare.map { profile(range.rows, $0.center.y, $0.radius) }
    let strength = Float(sceneLight.glare?.strength ?? 0)
    for row in range.rows {
      let start = row * width + range.columns.lowerBound
      for column in factors.indices { light[start + column] *= factors[column] }
      if let across, let down {
        let lift = strength * down[row - range.rows.lowerBound]
        for column in across.indices { light[start + column] += lift * across[column] }
      }
    }
  }
}
