import Geometry
import Imaging

/// Grey values between the pixels, for measuring where something was found already.
struct GreyField {
  let width: Int
  let height: Int
  private let image: LuminanceImage
  private let lastX: Double
  private let lastY: Double
  /// 0, or 255 to exchange dark and light.
  private let flip: UInt8

  init(_ image: LuminanceImage, inverted: Bool = false) {
    width = image.width
    height = image.height
    (lastX, lastY) = (Double(image.width - 1), Double(image.height - 1))
    self.image = image
    flip = inverted ? 255 : 0
  }

  /// The grey at a place, interpolated between the four pixels around it; outside the image that of the
  /// nearest pixel, and of what is no number that of the first.
  @inline(__always)
  func callAsFunction(_ x: Double, _ y: Double) -> Double {
    // In this order of arguments the bounds are taken where a comparison with no number fails: of a grid that folds over, places
    // are none.
    let u = min(lastX, max(0, x - 0.5))
    let v = min(lastY, max(0, y - 0.5))
    let (left, top) = (Int(u), Int(v))
    let at = top * width + left
    let right = left + 1 < width ? 1 : 0
    let below = top + 1 < height ? width : 0
    let (s, t) = (u - Double(left), v - Double(top))
    let pixels = image.pixels
    let (a, b) = (Int32(pixels[at] ^ flip), Int32(pixels[at + right] ^ flip))
    let (c, d) = (Int32(pixels[at + below] ^ flip), Int32(pixels[at + below + right] ^ flip))
    let upper = Double(a) + Double(b &- a) * s
    let lower = Double(c) + Double(d &- c) * s
    return upper + (lower - upper) * t
  }

  /// Greys at equal steps along a straight line, in whole numbers: for walks of many places, each in half the time.
  struct Walk {
    /// Grey levels of a value.
    static let level = 0x1p-24
    private let field: GreyField
    /// The next place, from the center of the first pixel, in 2^-32 of a pixel.
    private var x, y: Int
    private let dx, dy: Int
    private let lastX, lastY: Int

    fileprivate init(_ field: GreyField, _ start: Point<ImagePixels>, _ step: Vector<ImagePixels>) {
      func fixed(_ pixels: Double) -> Int { Int(min(1e9, max(-1e9, pixels)) * 0x1p32) }
      self.field = field
      (x, y) = (fixed(start.x - 0.5), fixed(start.y - 0.5))
      (dx, dy) = (fixed(step.x), fixed(step.y))
      (lastX, lastY) = ((field.width &- 1) &<< 32, (field.height &- 1) &<< 32)
    }

    /// The grey at the next place, in 2^-24 grey levels.
    @inline(__always)
    mutating func next() -> Int {
      let (u, v) = (min(max(x, 0), lastX), min(max(y, 0), lastY))
      x &+= dx
      y &+= dy
      let (left, top) = (u &>> 32, v &>> 32)
      let at = top &* field.width &+ left
      let right = left &+ 1 < field.width ? 1 : 0
      let below = top &+ 1 < field.height ? field.width : 0
      let (s, t) = (u &>> 20 & 0xFFF, v &>> 20 & 0xFFF)
      let (pixels, flip) = (field.image.pixels, field.flip)
      let (a, b) = (Int(pixels[at] ^ flip), Int(pixels[at &+ right] ^ flip))
      let (c, d) = (Int(pixels[at &+ below] ^ flip), Int(pixels[at &+ below &+ right] ^ flip))
      let (upper, lower) = (a &<< 12 &+ s &* (b &- a), c &<< 12 &+ s &* (d &- c))
      return upper &<< 12 &+ t &* (lower &- upper)
    }
  }

  /// - Parameters:
  ///   - start: the first place.
  ///   - step: from one place to the next.
  func walk(from start: Point<ImagePixels>, by step: Vector<ImagePixels>) -> Walk { Walk(self, start, step) }

  /// Where the grey rises most over four steps, among as many places.
  ///
  /// - Parameters:
  ///   - start: the first place.
  ///   - step: from one place to the next.
  func steepestRise(from start: Point<ImagePixels>, by step: Vector<ImagePixels>, count: Int) -> SteepestRise {
    image.steepestRise(from: start, step: step, count: count, inverted: flip != 0)
  }

  @inline(__always)
  func callAsFunction(_ point: Point<ImagePixels>) -> Double { self(point.x, point.y) }

  /// True for a place at least `margin` pixels inside the image.
  func contains(_ point: Point<ImagePixels>, margin: Double = 0) -> Bool {
    point.x >= margin && point.y >= margin && point.x <= Double(width) - margin && point.y <= Double(height) - margin
  }

  /// Grey values at equal distances from `start` to `end`, both included.
  func profile(_ start: Point<ImagePixels>, _ end: Point<ImagePixels>, count: Int) -> [Double] {
    let step = (end - start) / Double(max(count - 1, 1))
    return (0..<count).map { self(start + step * Double($0)) }
  }

  /// How much the grey goes up and down from `start` to `end`, in so many samples with both included.
  func variation(_ start: Point<ImagePixels>, _ end: Point<ImagePixels>, count: Int) -> Double {
    guard min(width, height) >= 2, max(width, height) < 1 << 15 else { return 0 }
    let step = (end - start) / Double(max(count - 1, 1))
    // From pixels' corners to their middles.
    let first = SIMD2(Float(start.x - 0.5), Float(start.y - 0.5))
    return Double(Imaging.variation(image, from: first, step: SIMD2(Float(step.x), Float(step.y)), count: count))
  }

  /// The grey where a perspective takes places of a symbol's grid, or nil in an image that is too large or too small.
  func sums(at places: GridPlaces, _ map: Perspective<Modules, ImagePixels>) -> GreySums? {
    guard min(width, height) >= 2, max(width, height) < 1 << 15 else { return nil }
    let sums = greySums(image, at: places, map)
    guard flip != 0 else { return sums }
    let most = 255 * Double(places.count)
    return GreySums(sum: most - sums.sum, squares: 255 * most - 510 * sums.sum + sums.squares)
  }
}
