import Foundation
public import Geometry
public import Imaging

/// What a part of a picture is like, whatever it shows: contrast, noise, blur and motion, as measured from its pixels.
public struct PatchMeasures: Hashable, Sendable {
  /// Grey levels that all but a fiftieth at either end lie between.
  public private(set) var low = 0.0
  public private(set) var high = 0.0
  /// Standard deviation of the noise in grey levels.
  public private(set) var noise = 0.0
  /// Likeness of the even places to themselves some pixels on, 1 at most: a screen's lines repeat, noise does not. 0 where
  /// the noise was given.
  public private(set) var repetition = 0.0
  /// Standard deviation in pixels of the Gaussian that would give the steepest edges their slope; 0 is sharp.
  public private(set) var blur = 0.0
  /// The way in pixels over which edges are drawn out across the direction in which they are steepest.
  public private(set) var smear = 0.0
  /// The direction of that way, radians clockwise from the x axis, in 0..<π.
  public private(set) var smearDirection = 0.0
  /// Strength of the edges along that way over that of the others, 0…1: 1 where none is favored.
  public private(set) var isotropy = 1.0
  /// Share of its area that is as light as a pixel can be, in places too large for modules, on paper that is not.
  public private(set) var glare = 0.0
  /// The middle of those places.
  public private(set) var glareCenter: Point<ImagePixels>?

  /// Grey levels between dark and light.
  public var contrast: Double { high - low }

  /// - Parameters:
  ///   - part: what is measured, in whole pixels, as far as the image reaches.
  ///   - moduleSize: pixels, if known.
  ///   - noise: of the whole picture, if known: a part that is all print has no even place to tell it by.
  ///   - barDirection: the way across the bars of what is known to have some, radians clockwise from the x axis.
  ///   - outline: of what stands out in the part; all of the part where it is not known.
  public init(
    _ image: LuminanceImage, _ part: Rect<ImagePixels>, moduleSize: Double?, noise known: Double? = nil,
    barDirection: Double? = nil, outline: Quadrilateral<ImagePixels>? = nil
  ) {
    guard let area = PixelArea(image, part), area.columns.count >= 8, area.rows.count >= 8 else { return }
    (low, high) = area.extremes(leaving: 0.02)
    if let known { noise = known } else { (noise, repetition) = area.noise() }
    measureEdges(area, barDirection)
    let around = PixelArea(image, part.inset(by: -0.3 * part.size.shorterSide)) ?? area
    measureGlare(around, block: min(12, max(6, Int(2.5 * (moduleSize ?? 3)))), within: outline ?? part.corners)
  }

  /// The light alone: greys and noise of a whole picture, nothing of its edges.
  init(lightOf image: LuminanceImage) {
    guard let area = PixelArea(image, image.bounds), area.columns.count >= 8, area.rows.count >= 8 else { return }
    (low, high) = area.extremes(leaving: 0.02)
    (noise, repetition) = area.noise()
  }

  /// A Sobel operator spreads a step over two pixels: as a Gaussian of this deviation does.
  private static let operatorBlur = 0.8

  private mutating func measureEdges(_ area: PixelArea, _ barDirection: Double?) {
    let gradients = area.gradients()
    var (xx, xy, yy) = (0.0, 0.0, 0.0)
    // What noise alone gives: Sobel's weights, halved, have a sum of squares of 12/64.
    let floor = noise * noise * 12 / 64
    for (x, y) in gradients {
      xx += Double(x * x)
      xy += Double(x * y)
      yy += Double(y * y)
    }
    let count = Double(max(1, gradients.count))
    (xx, xy, yy) = (max(0, xx / count - floor), xy / count, max(0, yy / count - floor))
    let (mean, difference) = ((xx + yy) / 2, (((xx - yy) / 2) * ((xx - yy) / 2) + xy * xy).squareRoot())
    isotropy = mean + difference > 0 ? max(0, mean - difference) / (mean + difference) : 1
    // The tensor's weaker axis: edges across it were drawn out.
    smearDirection = (0.5 * atan2(2 * xy, xx - yy) + .pi / 2).truncatingRemainder(dividingBy: .pi)
    if let barDirection { smearDirection = barDirection }
    while smearDirection < 0 { smearDirection += .pi }
    while smearDirection >= .pi { smearDirection -= .pi }
    func steepest(_ direction: Double?, leaving share: Double) -> Double {
      let strengths: [Float]
      if let direction {
        let (c, s) = (Float(cos(direction)), Float(sin(direction)))
        strengths = gradients.map { abs($0.x * c + $0.y * s) }
      } else {
        strengths = gradients.map { ($0.x * $0.x + $0.y * $0.y).squareRoot() }
      }
      return Double(PixelArea.quantile(strengths, 1 - share))
    }
    // Noise raises the steepest of many: by two of its deviations where one in 70 is above, by 2.7 where one in 250 is.
    func slope(_ direction: Double?, leaving share: Double = 0.015) -> Double {
      max(0.1, steepest(direction, leaving: share) - (share < 0.01 ? 2.7 : 2.2) * floor.squareRoot())
    }
    let edge = max(1, contrast - 2 * noise)
    // Bars have sharp ends where they were moved across, if few; all of a matrix is sharp across the way.
    let along = slope(barDirection)
    let across = barDirection == nil ? along : slope(smearDirection + .pi / 2, leaving: 0.004)
    // A Gaussian's step has its contrast over 2.5 deviations as its slope, a box's over its length.
    let spread = edge / (max(along, across) * 2.507)
    blur = max(0, spread * spread - Self.operatorBlur * Self.operatorBlur).squareRoot()
    let most = Double(min(area.columns.count, area.rows.count)) / 3
    smear = min(most, max(0, edge / slope(smearDirection) - edge / across))
  }

  private mutating func measureGlare(_ area: PixelArea, block: Int, within outline: Quadrilateral<ImagePixels>) {
    // What stands out, and what lies above it, right, below and left.
    var (lit, count) = ([Double](repeating: 0, count: 5), [Double](repeating: 0, count: 5))
    var sum = Vector<ImagePixels>(0, 0)
    var paper: [Float] = []
    for row in stride(from: area.rows.lowerBound, to: area.rows.upperBound - block / 2, by: block) {
      for column in stride(from: area.columns.lowerBound, to: area.columns.upperBound - block / 2, by: block) {
        var (least, most) = (255, 0)
        for y in row..<min(row + block, area.rows.upperBound) {
          for x in column..<min(column + block, area.columns.upperBound) {
            let value = Int(area.image.pixels[y * area.image.width + x])
            (least, most) = (min(least, value), max(most, value))
          }
        }
        let middle = Point<ImagePixels>(Double(column + block / 2), Double(row + block / 2))
        let place = outline.contains(middle) ? 4 : Self.side(of: middle, from: outline)
        count[place] += 1
        if least >= 250 {
          lit[place] += 1
          sum = sum + Vector(middle.x, middle.y)
        } else if Double(most - least) > contrast / 3 {
          paper.append(Float(most))
        }
      }
    }
    let all = lit.reduce(0, +)
    // Paper between modules has next to no place that large.
    let isWithin = lit[4] > 0.2 * count[4]
    // White paper in full light is as light as glare: then nothing can be said, unless dark is far from black there. Light
    // of a lamp lies on dark as well.
    guard all > 0, PixelArea.quantile(paper, 0.25) < 249 || isWithin && low > Self.leastVeil else { return }
    // A margin is as light on all sides, and what is as light within it is its paper.
    let sides = (0..<4).filter { count[$0] > 0 }
    let margin = sides.map { lit[$0] / count[$0] }.min() ?? 0
    let beside = sides.reduce(0) { $0 + max(0, lit[$1] - (isWithin ? 0 : margin * count[$1])) }
    let within = max(0, lit[4] - (margin > 0.5 && !isWithin ? 0.1 * count[4] : 0))
    glare = (beside + within) / count.reduce(0, +)
    glareCenter = Point(sum.x / all, sum.y / all)
  }

  /// Grey of the darkest places, a quarter of the scale: black beside paper that is all white is below half of it.
  private static let leastVeil = 64.0

  /// On which side of an outline a place lies: 0 above, 1 right, 2 below, 3 left.
  private static func side(of place: Point<ImagePixels>, from outline: Quadrilateral<ImagePixels>) -> Int {
    let center = outline.center
    let away = place - center
    let (x, y) = (away.x / max(1, outline.bounds.width), away.y / max(1, outline.bounds.height))
    return abs(y) > abs(x) ? (y < 0 ? 0 : 2) : (x > 0 ? 1 : 3)
  }
}

/// Some of an image's pixels.
struct PixelArea {
  let image: LuminanceImage
  let columns: Range<Int>
  let rows: Range<Int>

  init(image: LuminanceImage, columns: Range<Int>, rows: Range<Int>) {
    (self.image, self.columns, self.rows) = (image, columns, rows)
  }

  /// The whole pixels of a part, as far as the image reaches; nil where that is nothing. A grid that failed may have its
  /// corners anywhere, and nowhere.
  init?(_ image: LuminanceImage, _ part: Rect<ImagePixels>) {
    func clipped(_ value: Double, _ end: Int) -> Int? { value.isNaN ? nil : Int(min(max(value, 0), Double(end))) }
    guard let left = clipped(part.minX.rounded(.down), image.width),
      let right = clipped(part.maxX.rounded(.up), image.width),
      let top = clipped(part.minY.rounded(.down), image.height),
      let bottom = clipped(part.maxY.rounded(.up), image.height), left < right, top < bottom
    else { return nil }
    self.init(image: image, columns: left..<right, rows: top..<bottom)
  }

  static func quantile(_ values: [Float], _ share: Double) -> Float {
    guard !values.isEmpty else { return 0 }
    var rest = values
    let wanted = min(values.count - 1, Int(share * Double(values.count)))
    // Hoare's selection: a sort would take several times as long, and all but one place of it would be for nothing.
    var (low, high) = (0, rest.count - 1)
    while low < high {
      let pivot = rest[(low + high) / 2]
      var (left, right) = (low, high)
      while left <= right {
        while rest[left] < pivot { left += 1 }
        while rest[right] > pivot { right -= 1 }
        guard left <= right else { break }
        rest.swapAt(left, right)
        left += 1
        right -= 1
      }
      if wanted <= right { high = right } else if wanted >= left { low = left } else { break }
    }
    return rest[wanted]
  }

  func extremes(leaving share: Double) -> (low: Double, high: Double) {
    var counts = [Int](repeating: 0, count: 256)
    for y in rows { for x in columns { counts[Int(image.pixels[y * image.width + x])] += 1 } }
    let least = Int(share * Double(rows.count * columns.count))
    func first(_ levels: some Sequence<Int>) -> Double {
      var seen = 0
      for level in levels {
        seen += counts[level]
        if seen > least { return Double(level) }
      }
      return 0
    }
    return (first(0...255), first((0...255).reversed()))
  }

  /// The share of pixels in the outer quarters between dark and light.
  func extremeShare(_ measures: PatchMeasures) -> Double {
    let quarter = measures.contrast / 4
    var (seen, count) = (0, 0)
    for y in rows {
      for x in columns {
        let grey = Double(image.pixels[y * image.width + x])
        count += 1
        if grey < measures.low + quarter || grey > measures.high - quarter { seen += 1 }
      }
    }
    return Double(seen) / Double(max(1, count))
  }

  /// By Sobel's operator, an eighth of it: grey levels a pixel. Every so manieth pixel of a large area.
  func gradients() -> [(x: Float, y: Float)] {
    let step = max(1, Int((Double(rows.count * columns.count) / 60_000).squareRoot()))
    var result: [(x: Float, y: Float)] = []
    result.reserveCapacity(rows.count * columns.count / (step * step))
    let width = image.width
    for y in stride(from: max(1, rows.lowerBound), to: min(image.height - 1, rows.upperBound), by: step) {
      for x in stride(from: max(1, columns.lowerBound), to: min(width - 1, columns.upperBound), by: step) {
        func at(_ dx: Int, _ dy: Int) -> Float { Float(image.pixels[(y + dy) * width + x + dx]) }
        let (nw, n, ne) = (at(-1, -1), at(0, -1), at(1, -1))
        let (sw, s, se) = (at(-1, 1), at(0, 1), at(1, 1))
        result.append(
          (
            (ne + 2 * at(1, 0) + se - nw - 2 * at(-1, 0) - sw) / 8, (sw + 2 * s + se - nw - 2 * n - ne) / 8
          ))
      }
    }
    return result
  }

  /// The deviation of the evenest tenth of places, and how much it repeats.
  func noise() -> (deviation: Double, repetition: Double) {
    let side = 16
    // As many places as tell: of a large picture some of them.
    let step = max(side, Int((Double(rows.count * columns.count) / 600).squareRoot()))
    var places: [(deviation: Double, repetition: Double)] = []
    for y in stride(from: rows.lowerBound, to: rows.upperBound - side, by: step) {
      for x in stride(from: columns.lowerBound, to: columns.upperBound - side, by: step) {
        places.append(noise(atColumn: x, row: y, side))
      }
    }
    guard !places.isEmpty else { return (0, 0) }
    places.sort { $0.deviation < $1.deviation }
    let evenest = places[...(places.count / 10)]
    let repetitions = evenest.map(\.repetition).sorted()
    return (evenest[evenest.count / 2].deviation, repetitions[repetitions.count / 2])
  }

  private func noise(atColumn column: Int, row: Int, _ side: Int) -> (deviation: Double, repetition: Double) {
    // A plane's shading is none: each pixel against the mean of its neighbors two on.
    var grey = [Double](repeating: 0, count: side * side)
    var mean = 0.0
    for y in 0..<side {
      for x in 0..<side {
        grey[y * side + x] = Double(image.pixels[(row + y) * image.width + column + x])
        mean += grey[y * side + x]
      }
    }
    mean /= Double(side * side)
    for index in grey.indices { grey[index] -= mean }
    let power = grey.reduce(0) { $0 + $1 * $1 }
    guard power > 0 else { return (0, 0) }
    var best = 0.0
    for (dx, dy) in [(3, 0), (4, 0), (5, 0), (6, 0), (0, 3), (0, 4), (0, 5), (0, 6), (3, 3), (4, 4), (4, 3), (3, 4)] {
      var (sum, count) = (0.0, 0.0)
      for y in 0..<side - dy {
        for x in 0..<side - dx {
          sum += grey[y * side + x] * grey[(y + dy) * side + x + dx]
          count += 1
        }
      }
      best = max(best, abs(sum) / count / (power / Double(side * side)))
    }
    return ((power / Double(side * side)).squareRoot(), min(1, best))
  }
}
