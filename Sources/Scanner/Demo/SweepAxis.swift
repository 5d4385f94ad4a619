public import Barcodes
import Foundation
import Geometry
public import Imaging

/// One way in which a picture gets worse, from easy to hopeless, with all else as it should be: a symbol of version
/// 2 with modules of 5 pixels, turned at random, by even light.
public struct SweepAxis: Sendable {
  public let name: String
  public let unit: String
  /// From easy to hard.
  public let levels: [Double]
  /// Pixels a module before anything is done to the scene.
  private let moduleSize: Double
  private let worsen: @Sendable (inout RenderedScene, inout ScenePose, _ level: Double, _ chance: Double) -> Void

  private init(
    _ name: String, _ unit: String, _ levels: [Double], moduleSize: Double = 5,
    worsen: @escaping @Sendable (inout RenderedScene, inout ScenePose, Double, Double) -> Void
  ) {
    (self.name, self.unit, self.levels, self.moduleSize, self.worsen) = (name, unit, levels, moduleSize, worsen)
  }

  /// Pixels of a scene: a webcam's small format, so that a sweep does not take long.
  private static let (width, height) = (480, 360)

  public static let all: [SweepAxis] = [
    SweepAxis("defocus", "px deviation", Array(stride(from: 1.5, through: 6, by: 0.5))) { scene, _, level, _ in
      scene.blur.defocus = level
    },
    SweepAxis("motion", "px way", [4, 6, 8, 10, 12, 14, 20, 28, 40, 60]) { scene, _, level, chance in
      scene.blur.motion = level
      scene.blur.direction = chance * .pi
    },
    SweepAxis("noise", "deviation, share of white", [0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.8, 1.2]) {
      scene, _, level, _ in scene.noise = level
    },
    SweepAxis("module", "px", [2, 1.8, 1.6, 1.4, 1.3, 1.2, 1.1, 1, 0.9, 0.8]) { _, pose, level, _ in
      pose.moduleSize = level
    },
    SweepAxis("tilt", "degrees", [40, 50, 60, 65, 70, 75, 80, 84, 87], moduleSize: 8) { _, pose, level, _ in
      pose.yaw = level * .pi / 180
    },
    SweepAxis("curvature", "degrees of a cylinder", [60, 80, 90, 95, 100, 105, 110, 120, 140, 180], moduleSize: 8) {
      _, pose, level, _ in pose.wrap = level * .pi / 180
    },
    SweepAxis("occlusion", "share of the side covered", [0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5, 0.7]) {
      scene, pose, level, chance in
      // Somewhere within the symbol of 25 modules, finders included, turned as the symbol is.
      let side = 25 * pose.moduleSize
      let room = (1 - level) * side / 2
      let at = Vector<FramePixels>(room * cos(chance * 40), room * sin(chance * 70))
      let (c, s) = (cos(pose.rotation), sin(pose.rotation))
      let corners = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)].map { u, v in
        let (x, y) = (at.x + u * level * side, at.y + v * level * side)
        return Point<FramePixels>(pose.center.x + x * c - y * s, pose.center.y + x * s + y * c)
      }
      scene.cover(Quadrilateral(corners[0], corners[1], corners[2], corners[3]), light: 0.5)
    },
    SweepAxis("glare", "radius, share of the side", [0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5]) {
      scene, pose, level, chance in
      let side = 25 * pose.moduleSize
      let at = Vector<FramePixels>(0.3 * side * cos(chance * 40), 0.3 * side * sin(chance * 70))
      scene.light.glare = SceneLight.Glare(center: pose.center + at, radius: level * side, strength: 1.5)
    },
    SweepAxis("darkness", "share of the light", [0.3, 0.2, 0.15, 0.1, 0.08, 0.06, 0.05, 0.04, 0.03, 0.02, 0.01]) {
      scene, _, level, _ in
      scene.light.brightness = level
      scene.noise = 0.008
    },
  ]

  /// What the symbol of one scene says: nothing else says it, and all are as long as each other.
  public func message(level: Int, scene: Int) -> String {
    "\(name.uppercased().prefix(6))/\(100 + level)/\(1000 + scene)"
  }

  /// The picture of one scene; the same for the same numbers.
  public func picture(level: Int, scene number: Int) throws(WriteFailure) -> LuminanceImage {
    var random = SeededRandom(seed: UInt64(1 + level * 1000 + number))
    let symbol = SceneSymbol(
      try QRWriter(versions: 2...2, boostsLevel: false).write(message(level: level, scene: number)))
    var scene = RenderedScene(width: Self.width, height: Self.height, seed: UInt64(1 + number))
    // What every camera has: half a pixel of lens, one percent of noise.
    scene.blur.defocus = 0.5
    scene.noise = 0.01
    var pose = ScenePose(
      center: Point(240 + Double.random(in: -2...2, using: &random), 180 + Double.random(in: -2...2, using: &random)),
      moduleSize: moduleSize, rotation: Double.random(in: 0..<2 * .pi, using: &random))
    worsen(&scene, &pose, levels[level], Double.random(in: 0..<1, using: &random))
    scene.add(symbol, pose)
    return scene.render()
  }
}
