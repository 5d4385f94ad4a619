import Geometry

/// The left side of a MicroPDF417 symbol as a line, with the module along it.
struct MicroPDF417Edge {
  private let top: Point<ImagePixels>
  private let bottom: Point<ImagePixels>
  /// Square to the side, into the symbol.
  private let inward: Vector<ImagePixels>
  private let down: Vector<ImagePixels>
  /// Pixels a module along `inward`.
  private let modules: ModuleTrend
  /// Slopes against `inward` that rows may have, the likeliest first.
  let tilts: [Double]

  init?(_ side: PDF417Guard, _ grey: GreyField) {
    guard let ends = PDF417Frame.side(side.places, outwardAlong: -side.rightward, isRight: false, grey)?.overGaps,
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
    tilts = (abs(scanned) > 0.02 ? steps.prefix(7).map { $0 + scanned } : []) + steps
    let height = ends.bottom - ends.top
    modules = ModuleTrend(
      zip(side.places, side.modules).map { place, module in
        (v: (place - ends.top).dot(height) / height.dot(height), module: module * across)
      })
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
    let module = modules.module(at: v) * length
    return (top.interpolated(to: bottom, v), along / length, module)
  }
}
