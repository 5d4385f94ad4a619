public import Geometry
public import Imaging

/// Pictures of symbols with everything known about them: for the demo's camera, for tests and for sweeps.
///
/// ```swift
/// var scene = RenderedScene(width: 640, height: 480)
/// scene.add(SceneSymbol(modules), ScenePose(center: Point(320, 240), moduleSize: 6, yaw: 0.5))
/// scene.blur.defocus = 1.5
/// let image = scene.render()
/// ```
public struct RenderedScene: Sendable {
  public let width: Int
  public let height: Int
  /// Light of the ground behind the symbols, 0…1.
  public var ground: Double
  /// What the ground shows in place of one even light.
  public var texture: SceneGround?
  public var light = SceneLight()
  public var blur = SceneBlur()
  /// Standard deviation of the noise as a share of white.
  public var noise = 0.0
  /// Chooses the noise.
  public var seed: UInt64
  /// Along each side of a pixel; see `SceneCanvas.paint`.
  public var samples = 4
  public private(set) var symbols: [(symbol: SceneSymbol, pose: ScenePose)] = []
  /// Filled shapes that cover what is below: fingers, stickers. Each with the light it reflects.
  public private(set) var covers: [(shape: Quadrilateral<FramePixels>, light: Double)] = []

  public init(width: Int, height: Int, ground: Double = 0.75, seed: UInt64 = 1) {
    self.width = width
    self.height = height
    self.ground = ground
    self.seed = seed
  }

  public mutating func add(_ symbol: SceneSymbol, _ pose: ScenePose) { symbols.append((symbol, pose)) }

  /// - Precondition: the shape is convex.
  public mutating func cover(_ shape: Quadrilateral<FramePixels>, light: Double) {
    precondition(shape.isConvex, "a cover is convex")
    covers.append((shape, light))
  }

  /// The symbols' outer corners, in the order in which they were added.
  public var corners: [Quadrilateral<FramePixels>] { symbols.map { $0.pose.corners(of: $0.symbol.size) } }

  /// The picture as 8-bit grey values.
  public func render() -> LuminanceImage {
    var canvas = SceneCanvas(width: width, height: height, filledWith: Float(ground))
    if let texture { canvas.paint(texture, seed: seed) }
    for (symbol, pose) in symbols { _ = canvas.paint(symbol, pose, samples: samples) }
    for (shape, light) in covers { canvas.cover(shape, light: Float(light)) }
    let all = PixelRange(columns: 0..<width, rows: 0..<height)
    if !light.isEven { canvas.apply(light, to: all) }
    canvas.apply(blur, to: all)
    return LuminanceImage(
      width: width, height: height, pixels: SceneNoise(deviation: noise, seed: seed).expose(canvas, moment: seed))
  }
}

extension SceneCanvas {
  fileprivate mutating func cover(_ shape: Quadrilateral<FramePixels>, light value: Float) {
    guard let range = pixels(in: shape.bounds) else { return }
    for row in range.rows {
      for column in range.columns where shape.contains(Point(Double(column) + 0.5, Double(row) + 0.5)) {
        light[row * width + column] = value
      }
    }
  }
}
