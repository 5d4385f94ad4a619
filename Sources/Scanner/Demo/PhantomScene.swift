public import Imaging

/// Pictures without a code, each by its number: what a reader finds in them is a phantom.
///
/// ```swift
/// let (ground, image) = PhantomScene(seed: 7).render(width: 640, height: 480)
/// ```
public struct PhantomScene: Sendable {
  public let seed: UInt64
  public let ground: SceneGround

  /// - Parameter seed: decides everything; a picture comes again by it. Neighboring seeds show different grounds.
  public init(seed: UInt64) {
    self.seed = seed
    ground = SceneGround.allCases[Int(seed % UInt64(SceneGround.allCases.count))]
  }

  public func render(width: Int, height: Int) -> LuminanceImage {
    var random = SeededRandom(seed: seed &* 0x2545_F491_4F6C_DD1D)
    var scene = RenderedScene(width: width, height: height, seed: random.next())
    scene.texture = ground
    scene.noise = random.unit() * random.unit() * 0.05
    if random.unit() < 0.5 { scene.blur.defocus = 2 * random.unit() }
    if random.unit() < 0.15 { scene.blur.motion = 10 * random.unit() }
    scene.blur.direction = 3 * random.unit()
    scene.light.brightness = 0.4 + 0.7 * random.unit()
    if random.unit() < 0.4 { scene.light.falloff = 0.8 * random.unit() }
    if random.unit() < 0.2 {
      scene.light.shadow = SceneLight.Shadow(edge: Double(width) * random.unit(), remaining: 0.3 + 0.4 * random.unit())
    }
    return scene.render()
  }
}
