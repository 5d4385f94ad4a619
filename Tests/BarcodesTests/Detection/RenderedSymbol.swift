import Barcodes
import Bits
import Foundation
import Geometry
import Imaging
import Scanner

/// A symbol drawn through a perspective whose every place is known.
struct RenderedSymbol {
  let modules: BitMatrix
  /// Where the symbol's outer corners are in the frame.
  let corners: Quadrilateral<FramePixels>
  let frame: Frame

  /// What is done to a picture besides its perspective.
  struct Look {
    var dark = 40.0
    var light = 220.0
    /// What lies around the quiet zone; nil is as light as it.
    var ground: Double?
    /// Light modules around the symbol.
    var quietZone = 4.0
    /// Modules by which the middle of each row is lifted: paper on a cylinder that lies on its side.
    var lift = 0.0
    /// Paper on a cylinder that stands upright, seen from afar: the angles in radians, from the one that faces the
    /// camera, between which the symbol lies.
    var wrap: ClosedRange<Double>?
    /// Modules by which rows and columns go to either side and back within the symbol: paper that is not held flat.
    var wave = 0.0
    /// How often they do.
    var waves = 1.0
    /// Modules by which ink spread to every side; negative where it was lost.
    var spread = 0.0
    /// Radius in pixels of the mean over a square, twice.
    var blur = 0
    /// Modules that are covered, in light.
    var covered: Rect<Modules>?
    /// Part of a module's side that a round module takes; nil draws squares.
    var dots: Double?
    /// How much lighter the frame is at its right border than at its left one.
    var slope = 0.0
    /// The part of the light that falls on the frame's left border; it grows to all of it at the right one.
    var dimmest = 1.0
    /// The part of the light that falls on the left of the frame, up to an edge at 0.35 of its width.
    var shadow = 1.0
    /// Grey levels by which pixels may be off to either side.
    var noise = 0
  }

  init(
    _ modules: BitMatrix, at corners: Quadrilateral<FramePixels>, width: Int = 480, height: Int = 480,
    look: Look = Look()
  ) throws {
    self.modules = modules
    self.corners = corners
    let (w, h) = (Double(modules.width), Double(modules.height))
    let flat = Rect<Modules>(x: 0, y: 0, width: w, height: h).corners
    guard let back = Perspective(from: corners, to: flat) else { throw FrameError.empty }
    let quiet = look.quietZone
    func grey(_ x: Double, _ y: Double) -> Double {
      let seen = back(Point<FramePixels>(x, y))
      let s = 2 * seen.x / w - 1
      let x = look.wrap.map { Self.unwrapped(seen.x / w, $0) * w } ?? seen.x
      let t = 2 * seen.y / h - 1
      let at = Point<Modules>(
        x + look.wave * sin(.pi * look.waves * t),
        seen.y - look.lift * (1 - s * s) + look.wave * sin(.pi * look.waves * s))
      guard at.x > -quiet, at.y > -quiet, at.x < w + quiet, at.y < h + quiet else { return look.ground ?? look.light }
      guard at.x >= 0, at.y >= 0, at.x < w, at.y < h else { return look.light }
      if let covered = look.covered, covered.contains(at) { return look.light }
      if let dots = look.dots, !Self.isFinder(at, w, h) {
        let (u, v) = (at.x - at.x.rounded(.down) - 0.5, at.y - at.y.rounded(.down) - 0.5)
        if 4 * (u * u + v * v) > dots * dots { return look.light }
      }
      return Self.isInked(modules, at, spread: look.spread) ? look.dark : look.light
    }
    // Nine points a pixel, so that edges have their true place.
    var values = [Double](repeating: 0, count: width * height)
    for y in 0..<height {
      for x in 0..<width {
        var sum = 0.0
        for (dx, dy) in Self.points { sum += grey(Double(x) + dx, Double(y) + dy) }
        let across = Double(x) / Double(width)
        let light = (look.dimmest + (1 - look.dimmest) * across) * (across < 0.35 ? look.shadow : 1)
        values[y * width + x] = light * sum / Double(Self.points.count) + look.slope * across
      }
    }
    for _ in 0..<(look.blur > 0 ? 2 : 0) { values = Self.mean(values, width, height, look.blur) }
    var generator = SeededRandom(seed: 5)
    let noise = Double(look.noise)
    let bytes = values.map { value in
      UInt8(clamping: Int((noise > 0 ? value + Double.random(in: -noise...noise, using: &generator) : value).rounded()))
    }
    frame = try Frame(format: .grey, width: width, height: height, bytes: bytes)
  }

  /// The same picture in a larger frame of even ground, moved by so many pixels.
  func frame(width: Int, height: Int, ground: UInt8, x: Int, y: Int) throws -> Frame {
    var bytes = [UInt8](repeating: ground, count: width * height)
    for row in 0..<frame.height {
      for column in 0..<frame.width {
        bytes[(y + row) * width + x + column] = frame.bytes[row * frame.width + column]
      }
    }
    return try Frame(format: .grey, width: width, height: height, bytes: bytes)
  }

  /// How far around a cylinder a place is that is seen at a part of the width.
  private static func unwrapped(_ part: Double, _ angles: ClosedRange<Double>) -> Double {
    guard 0...1 ~= part else { return part }
    let (first, last) = (angles.lowerBound, angles.upperBound)
    return (asin(sin(first) + part * (sin(last) - sin(first))) - first) / (last - first)
  }

  /// Whether a place within the symbol is in a dark module grown by the spread, or not in a light one grown by what was lost.
  private static func isInked(_ modules: BitMatrix, _ at: Point<Modules>, spread: Double) -> Bool {
    let (reach, isDark) = (abs(spread), spread > 0)
    let found = [-reach, 0, reach].contains { dx in
      [-reach, 0, reach].contains { dy in
        let (x, y) = (Int((at.x + dx).rounded(.down)), Int((at.y + dy).rounded(.down)))
        guard x >= 0, y >= 0, x < modules.width, y < modules.height else { return !isDark && reach > 0 }
        return modules[x, y] == isDark
      }
    }
    return reach == 0 ? modules[Int(at.x), Int(at.y)] : found == isDark
  }

  /// True within the three finders of a square symbol, which artists leave whole.
  private static func isFinder(_ at: Point<Modules>, _ w: Double, _ h: Double) -> Bool {
    (at.x < 7 && at.y < 7) || (at.x > w - 7 && at.y < 7) || (at.x < 7 && at.y > h - 7)
  }

  private static let points = [1.0, 3, 5].flatMap { y in [1.0, 3, 5].map { ($0 / 6, y / 6) } }

  private static func mean(_ values: [Double], _ width: Int, _ height: Int, _ radius: Int) -> [Double] {
    var result = values
    for y in 0..<height {
      for x in 0..<width {
        var (sum, count) = (0.0, 0.0)
        for j in max(0, y - radius)...min(height - 1, y + radius) {
          for i in max(0, x - radius)...min(width - 1, x + radius) {
            sum += values[j * width + i]
            count += 1
          }
        }
        result[y * width + x] = sum / count
      }
    }
    return result
  }
}

/// A square of this side around a middle, turned clockwise by degrees; the far side is shorter by `tilt`.
func placed(
  side: Double, height: Double? = nil, degrees: Double = 0, tilt: Double = 0, mirrored: Bool = false,
  around middle: Point<FramePixels> = Point(240, 240)
) -> Quadrilateral<FramePixels> {
  let (w, h) = (side / 2, (height ?? side) / 2)
  let (c, s) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
  func corner(_ x: Double, _ y: Double) -> Point<FramePixels> {
    let x = mirrored ? -x : x
    return Point(middle.x + c * x - s * y, middle.y + s * x + c * y)
  }
  let far = w * (1 - tilt)
  return Quadrilateral(corner(-far, -h), corner(far, -h), corner(w, h), corner(-w, h))
}

/// A square of this side around the frame's middle whose depth differs by a part of the middle's to either side, in a direction
/// of so many degrees: of a third, modules are four times as long at one end as at the other.
func seenNear(
  side: Double, height: Double? = nil, depth: Double, degrees: Double
) -> Quadrilateral<FramePixels> {
  let (c, s) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
  func corner(_ x: Double, _ y: Double) -> Point<FramePixels> {
    let scale = 0.5 / (1 + depth * (x * c + y * s))
    return Point(240 + x * side * scale, 240 + y * (height ?? side) * scale)
  }
  return Quadrilateral(corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1))
}

/// A square of this side around the frame's middle as a camera sees it from so many of its sides away, tilted out of the image's
/// plane by degrees; `toward` is the direction in which it goes away, `degrees` turns the whole picture.
func tilted(
  side: Double, by tilt: Double, toward: Double, degrees: Double = 0, distance: Double
) -> Quadrilateral<FramePixels> {
  let (c, s) = (cos(toward * .pi / 180), sin(toward * .pi / 180))
  let (c2, s2) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
  let away = (cos(tilt * .pi / 180), sin(tilt * .pi / 180))
  func corner(_ x: Double, _ y: Double) -> Point<FramePixels> {
    // Along the direction and across it, in sides.
    let (u, v) = ((x * c + y * s) / 2, (y * c - x * s) / 2)
    let scale = side * distance / (distance + u * away.1)
    let (p, q) = (u * away.0 * scale, v * scale)
    let (seenX, seenY) = (p * c - q * s, p * s + q * c)
    return Point(240 + seenX * c2 - seenY * s2, 240 + seenX * s2 + seenY * c2)
  }
  return Quadrilateral(corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1))
}
