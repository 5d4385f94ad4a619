import Geometry

/// The left side of a MicroPDF417 symbol as a line, with the module along it.
struct MicroPDF417Edge {
  private let top: Point<ImagePixels>
  private let bottom: Point<ImagePixels>
  /// Square to the side, into the symbol.
  private let inward: Vector<ImagePixels>
  private let down: Vector<ImagePixels>
  /// Pixels a module along `inward` at the top and at the bottom.
  private let modules: (top: Double, bottom: Double)
  /// Slopes against `inward` that rows may have, the likeliest first.
  let tilts: [Double]

  init?(_ side: PDF417Guard, _ grey: GreyField) {
    guard let ends = PDF417Frame.side(side.places, outwardAlong: -side.rightward, isRight: false, grey),
      let down = (ends.bottom - ends.top).normalized
    else { return nil }
    (top, bottom) = ends
    self.down = down
    let normal = down.perpendicular
    inward = normal.dot(side.rightward) > 0 ? normal : -normal
    // The side was crossed along the scan lines: what rows cannot differ from by more than a row's height.
    let across = side.rightward.dot(inward)
    let scanned = side.rightward.dot(down) / max(0.2, across)
    let steps = [0, 0.04, -0.04, 0.08, -0.08, 0.13, -0.13, 0.18, -0.18, 0.24, -0.24]
    tilts = (abs(scanned) > 0.08 ? steps.prefix(5).map { $0 + scanned } : []) + steps
    modules = Self.modules(side, top, bottom, scale: across)
  }

  var height: Double { top.distance(to: bottom) }

  /// A line along a row.
  ///
  /// - Parameters:
  ///   - v: the height, from 0 at the top to 1.
  ///   - tilt: slope against the square to the side.
  func line(
    at v: Double, tilt: Double
  ) -> (start: Point<ImagePixels>, direction: Vector<ImagePixels>, module: Double) {
    let along = inward + down * tilt
    let length = (1 + tilt * tilt).squareRoot()
    let module = modules.top + max(-0.2, min(1.2, v)) * (modules.bottom - modules.top)
    return (top.interpolated(to: bottom, v), along / length, module * length)
  }

  /// The line through the modules that were measured, if they are many; else their mean.
  private static func modules(
    _ side: PDF417Guard, _ top: Point<ImagePixels>, _ bottom: Point<ImagePixels>, scale: Double
  ) -> (top: Double, bottom: Double) {
    let down = bottom - top
    let samples = zip(side.places, side.modules).map { place, module in
      (v: (place - top).dot(down) / down.dot(down), module: module * scale)
    }
    let mean = side.module * scale
    let middle = samples.reduce(0) { $0 + $1.v } / Double(max(samples.count, 1))
    let spread = samples.reduce(0) { $0 + ($1.v - middle) * ($1.v - middle) }
    guard samples.count >= 5, spread > 0.02 * Double(samples.count) else { return (mean, mean) }
    let slope = samples.reduce(0) { $0 + ($1.v - middle) * ($1.module - mean) } / spread
    // A side of which one end is half as near again as the other is the most that is read.
    let change = max(-0.5 * mean, min(0.5 * mean, slope))
    return (mean - change * middle, mean + change * (1 - middle))
  }
}
