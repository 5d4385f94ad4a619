import Geometry
import Imaging

/// The whole image as regions, for what no region was found of.
extension LinearReader {
  /// Pixels up to which a picture may be a symbol cut out, of which stripes show little: of 1,969 codes in photographs
  /// sweeps over larger ones read none, and took a sixth of the time in texture.
  private static let cutOut = 150_000
  /// Pixels up to which hardly any region shows: of 158 sweeps over so small pictures, which took 0.6 milliseconds each, eight read
  /// something.
  private static let tiny = 17_000
  /// Pixels up to which a region with bars is that of a symbol cut out, where it takes up so much of the picture: of 29 sweeps
  /// there six read something, and of 283 others up to `cutOut` three.
  private static let small = 75_000
  private static let filledShare = 0.3
  /// Puts sweeps there before finer lines over the region, which read one symbol in 129 milliseconds where sweeps read six in 157.
  private static let filled = 0.6
  /// Puts the others behind those, and behind finer rows of stacked symbols.
  private static let unfilled = 0.05

  /// The share of a picture's longer side that a symbol which was cut out takes up.
  private static let cutOutShare = 0.8
  /// Puts sweeps behind all that a region's own lines may say: of eight pictures with such a region sweeps read none, finer lines one
  /// and comparison three.
  private static let besideLabel = 0.05

  /// Pixels that the shortest symbol takes up: the 33 elements of UPC-E.
  private static let leastSweep = 33.0

  /// A sweep over what may be a symbol cut out: the smaller a picture, the less it takes.
  ///
  /// - Parameter likely: the regions that the picture shows.
  static func sweep(
    _ search: FrameSearch, _ decoders: [any LinearDecoder], beside likely: [LikelyRegion]
  ) -> [Work] {
    let image = search.image()
    let pixels = image.pixels.count
    guard pixels <= cutOut || search.options.effort == .thorough else { return [] }
    let isLabelled = likely.contains { likely in
      likely.isTall && 2 * likely.region.halfLength < cutOutShare * Double(max(image.width, image.height))
    }
    let isFilled = likely.contains { likely in
      likely.looksLikeBars
        && 4 * likely.region.halfLength * likely.region.halfHeight >= filledShare * Double(pixels)
    }
    let extent = pixels <= tiny ? 1 : pixels <= small && isFilled ? filled : unfilled
    return [Work(.linearSweep, promise: (isLabelled ? besideLabel : 1) * extent) { sweep(decoders, $0) }]
  }

  private static func sweep(_ decoders: [any LinearDecoder], _ search: FrameSearch) -> [Work] {
    for sweep in sweeps(search.image()) {
      if search.isOver() || !search.observations.isEmpty { break }
      var scan = RegionScan(search, decoders: decoders, sweep: sweep)
      if scan.looksLikeBars, !scan.readPlainly() { _ = scan.readClosely() }
    }
    return []
  }

  /// The whole image as one region, in four directions as far as it is wide enough for a symbol's bars.
  private static func sweeps(_ image: LuminanceImage) -> [StripeRegion] {
    let diagonal = 0.5.squareRoot()
    let directions: [Vector<ImagePixels>] = [
      Vector(1, 0), Vector(0, 1), Vector(diagonal, diagonal), Vector(diagonal, -diagonal),
    ]
    let (w, h) = (Double(image.width) / 2, Double(image.height) / 2)
    return directions.map { direction in
      StripeRegion(
        center: Point(w, h), direction: direction, halfLength: w * abs(direction.x) + h * abs(direction.y),
        halfHeight: w * abs(direction.y) + h * abs(direction.x))
    }.filter { 2 * $0.halfLength >= leastSweep }
  }
}
