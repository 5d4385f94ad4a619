import Foundation
import Geometry

/// What a scene shows where no symbol lies: things with edges that readers must take for nothing.
public enum SceneGround: String, CaseIterable, Hashable, Sendable {
  /// Clouds, plaster, carpet: noise at all sizes.
  case clouds
  /// Cloth and wire netting: two crossed waves.
  case weave
  /// Blinds, fences, radiators: stripes of about one width.
  case blinds
  /// Printed lines of letters.
  case text
  /// A floor of tiles, seen aslant.
  case tiles
  /// Ovals in ovals: faces, fruit, crowds.
  case faces
}

extension SceneCanvas {
  /// Paints the whole canvas.
  mutating func paint(_ ground: SceneGround, seed: UInt64) {
    var random = SeededRandom(seed: seed)
    switch ground {
    case .clouds: paintClouds(&random)
    case .weave:
      let weave = WeaveGround(&random)
      fill { x, y in weave(x, y) }
    case .blinds:
      let blinds = BlindsGround(width: width, height: height, &random)
      fill { x, y in blinds(x, y) }
    case .text:
      let text = TextGround(seed: seed, &random)
      fill { x, y in text(x, y) }
    case .tiles:
      let tiles = TilesGround(width: width, height: height, seed: seed, &random)
      fill { x, y in tiles(x, y) }
    case .faces: paintFaces(&random)
    }
  }

  /// Takes each pixel's light from four places in it.
  private mutating func fill(_ value: (Double, Double) -> Double) {
    for row in 0..<height {
      for column in 0..<width {
        var sum = 0.0
        for (dx, dy) in [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)] {
          sum += value(Double(column) + dx, Double(row) + dy)
        }
        light[row * width + column] = Float(sum / 4)
      }
    }
  }

  /// Octaves of noise, each at half the size of the one before.
  private mutating func paintClouds(_ random: inout SeededRandom) {
    let (middle, roughness) = (0.3 + 0.4 * random.unit(), 0.45 + 0.35 * random.unit())
    var (size, weight) = (96.0, 0.5)
    for index in light.indices { light[index] = Float(middle) }
    while size >= 1.5 {
      let columns = Int(Double(width) / size) + 2
      let rows = Int(Double(height) / size) + 2
      let lattice = (0..<columns * rows).map { _ in Float((random.unit() - 0.5) * weight) }
      for row in 0..<height {
        let v = Double(row) / size
        let (top, t) = (Int(v), Float(v - v.rounded(.down)))
        for column in 0..<width {
          let u = Double(column) / size
          let (left, s) = (Int(u), Float(u - u.rounded(.down)))
          let at = top * columns + left
          let upper = lattice[at] + s * (lattice[at + 1] - lattice[at])
          let lower = lattice[at + columns] + s * (lattice[at + columns + 1] - lattice[at + columns])
          light[row * width + column] += upper + t * (lower - upper)
        }
      }
      size /= 2
      weight *= roughness
    }
    for index in light.indices { light[index] = min(max(light[index], 0), 1) }
  }

  /// Ovals with features of their own, the later ones in front.
  private mutating func paintFaces(_ random: inout SeededRandom) {
    let ground = Float(0.2 + 0.6 * random.unit())
    for index in light.indices { light[index] = ground }
    for _ in 0..<(3 + Int(random.next() % 10)) {
      let center = Point<FramePixels>(Double(width) * random.unit(), Double(height) * random.unit())
      let size = Double(height) * (0.05 + 0.25 * random.unit())
      let tone = 0.25 + 0.6 * random.unit()
      // Hair behind, then the face with eyes, brows, nose and mouth: x, y, half width, half height, light.
      oval(center, 0, -0.25, 1.1, 1.1, size, tone * 0.3)
      for (x, y, w, h, share) in [
        (0.0, 0.0, 0.8, 1.0, 1.0), (-0.32, -0.2, 0.16, 0.08, 1.25), (0.32, -0.2, 0.16, 0.08, 1.25),
        (-0.32, -0.2, 0.07, 0.07, 0.2), (0.32, -0.2, 0.07, 0.07, 0.2), (-0.32, -0.36, 0.2, 0.04, 0.35),
        (0.32, -0.36, 0.2, 0.04, 0.35), (0.0, 0.1, 0.08, 0.22, 0.85), (0.0, 0.5, 0.3, 0.07, 0.5),
        (0.0, 0.48, 0.26, 0.02, 0.3),
      ] {
        let shift = 0.04 * (random.unit() - 0.5)
        oval(center, x + shift, y + shift, w, h, size, min(1, tone * share))
      }
    }
  }

  /// An oval with a soft edge; places and sizes are shares of `size`.
  private mutating func oval(
    _ center: Point<FramePixels>, _ x: Double, _ y: Double, _ w: Double, _ h: Double, _ size: Double, _ value: Double
  ) {
    let (cx, cy, rx, ry) = (center.x + x * size, center.y + y * size, max(w * size, 1), max(h * size, 1))
    guard let range = pixels(in: Rect(x: cx - rx - 2, y: cy - ry - 2, width: 2 * rx + 4, height: 2 * ry + 4)) else {
      return
    }
    for row in range.rows {
      for column in range.columns {
        let (u, v) = ((Double(column) + 0.5 - cx) / rx, (Double(row) + 0.5 - cy) / ry)
        // One pixel from all to nothing.
        let cover = min(max((1 - (u * u + v * v).squareRoot()) * min(rx, ry) + 0.5, 0), 1)
        let index = row * width + column
        light[index] += Float(cover) * (Float(value) - light[index])
      }
    }
  }
}

/// A picture plane turned and moved by chance.
private struct TurnedPlane {
  private let cosine: Double
  private let sine: Double

  init(_ random: inout SeededRandom, most: Double = .pi) {
    let angle = (2 * random.unit() - 1) * most
    (cosine, sine) = (cos(angle), sin(angle))
  }

  func callAsFunction(_ x: Double, _ y: Double) -> (u: Double, v: Double) {
    (x * cosine + y * sine, y * cosine - x * sine)
  }
}

private struct WeaveGround {
  private let plane: TurnedPlane
  private let periods: (u: Double, v: Double)
  private let middle: Double
  private let depth: Double

  init(_ random: inout SeededRandom) {
    plane = TurnedPlane(&random)
    periods = (2.5 + 20 * random.unit(), 2.5 + 20 * random.unit())
    middle = 0.3 + 0.4 * random.unit()
    depth = 0.05 + 0.25 * random.unit()
  }

  func callAsFunction(_ x: Double, _ y: Double) -> Double {
    let (u, v) = plane(x, y)
    let (a, b) = (sin(2 * .pi * u / periods.u), sin(2 * .pi * v / periods.v))
    // Threads go over and under each other.
    return middle + depth * (a * b > 0 ? a : b)
  }
}

private struct BlindsGround {
  private let plane: TurnedPlane
  /// Where each slat begins along the stripes' normal, ascending from `first`.
  private let first: Double
  private let period: Double
  private let jitter: [Double]
  private let gap: Double
  private let tones: (slat: Double, gap: Double)

  init(width: Int, height: Int, _ random: inout SeededRandom) {
    plane = TurnedPlane(&random)
    period = 2.5 + 40 * random.unit() * random.unit()
    gap = 0.15 + 0.6 * random.unit()
    first = -Double(width + height)
    let unevenness = random.unit() < 0.5 ? 0.02 : 0.15
    jitter = (0...Int(3 * Double(width + height) / period)).map { _ in unevenness * (random.unit() - 0.5) }
    tones = (0.5 + 0.5 * random.unit(), 0.4 * random.unit())
  }

  func callAsFunction(_ x: Double, _ y: Double) -> Double {
    let place = (plane(x, y).u - first) / period
    let index = min(max(Int(place), 0), jitter.count - 1)
    let within = place - Double(index) - jitter[index]
    return within > 0 && within < gap ? tones.gap : tones.slat
  }
}

private struct TextGround {
  /// Rows of five dots for some letters and digits, the leftmost dot highest.
  private static let letters: [[UInt8]] = [
    [14, 17, 17, 31, 17, 17, 17], [30, 17, 30, 17, 17, 17, 30], [14, 17, 16, 16, 16, 17, 14],
    [31, 16, 30, 16, 16, 16, 31],
    [17, 17, 31, 17, 17, 17, 17], [14, 4, 4, 4, 4, 4, 14], [17, 18, 28, 18, 17, 17, 17], [16, 16, 16, 16, 16, 16, 31],
    [17, 27, 21, 21, 17, 17, 17], [17, 25, 21, 19, 17, 17, 17], [14, 17, 17, 17, 17, 17, 14],
    [30, 17, 17, 30, 16, 16, 16],
    [30, 17, 17, 30, 20, 18, 17], [15, 16, 14, 1, 1, 17, 14], [31, 4, 4, 4, 4, 4, 4], [17, 17, 17, 17, 17, 17, 14],
    [17, 17, 17, 10, 10, 4, 4], [4, 12, 4, 4, 4, 4, 14], [14, 17, 1, 6, 8, 16, 31], [31, 2, 4, 2, 1, 17, 14],
  ]

  private let plane: TurnedPlane
  private let dot: Double
  private let seed: UInt64
  private let tones: (paper: Double, ink: Double)

  init(seed: UInt64, _ random: inout SeededRandom) {
    // Most print is read upright.
    plane = random.unit() < 0.7 ? TurnedPlane(&random, most: 0.1) : TurnedPlane(&random)
    dot = 0.8 + 5 * random.unit() * random.unit()
    self.seed = seed
    let isInverted = random.unit() < 0.2
    let (light, dark) = (0.6 + 0.4 * random.unit(), 0.35 * random.unit())
    tones = isInverted ? (dark, light) : (light, dark)
  }

  func callAsFunction(_ x: Double, _ y: Double) -> Double {
    let (u, v) = plane(x, y)
    // Cells of six by ten dots: a letter of five by seven and the room around it.
    let (column, row) = ((u / (6 * dot)).rounded(.down), (v / (10 * dot)).rounded(.down))
    let (i, j) = (Int(u / dot - 6 * column), Int(v / dot - 10 * row))
    guard i < 5, j < 7 else { return tones.paper }
    var cell = SeededRandom(seed: seed ^ UInt64(bitPattern: Int64(column) &* 0x1F_1F1F + Int64(row) &* 0x0101_0101))
    let choice = Int(cell.next() >> 33)
    // Every sixth is a blank between words.
    if choice % 6 == 0 { return tones.paper }
    return Self.letters[choice / 6 % Self.letters.count][j] >> (4 - i) & 1 == 1 ? tones.ink : tones.paper
  }
}

private struct TilesGround {
  private let plane: TurnedPlane
  private let middle: Point<FramePixels>
  private let size: Double
  private let joint: Double
  private let slope: Double
  private let seed: UInt64
  private let tones: (tile: Double, spread: Double, joint: Double)
  private let isChequered: Bool

  init(width: Int, height: Int, seed: UInt64, _ random: inout SeededRandom) {
    plane = TurnedPlane(&random)
    middle = Point(Double(width) / 2, Double(height) / 2)
    size = 5 + 90 * random.unit() * random.unit()
    joint = 0.03 + 0.15 * random.unit()
    slope = 1.2 * random.unit() / Double(height)
    self.seed = seed
    isChequered = random.unit() < 0.4
    tones = (0.35 + 0.4 * random.unit(), 0.3 * random.unit(), random.unit())
  }

  func callAsFunction(_ x: Double, _ y: Double) -> Double {
    // The floor recedes towards the top.
    let depth = 1 / max(0.15, 1 + slope * (y - middle.y))
    let (u, v) = plane((x - middle.x) * depth, (y - middle.y) * depth)
    let (column, row) = ((u / size).rounded(.down), (v / size).rounded(.down))
    if u / size - column < joint || v / size - row < joint { return tones.joint }
    if isChequered { return (Int(column) + Int(row)) & 1 == 0 ? tones.tile : tones.tile * 0.3 }
    var tile = SeededRandom(seed: seed ^ UInt64(bitPattern: Int64(column) &* 0x1F_1F1F + Int64(row) &* 0x0101_0101))
    return min(max(tones.tile + tones.spread * (tile.unit() - 0.5), 0), 1)
  }
}
