import Foundation
package import Geometry
package import Imaging

/// A part of the image that consists of stripes, as a rectangle turned to lie along them; pixels are those of
/// the image at full size.
package struct StripeRegion: Hashable, Sendable {
  package let center: Point<ImagePixels>
  /// Across the stripes, length 1: the way that a scan line goes.
  package let direction: Vector<ImagePixels>
  /// Half of the extent across the stripes.
  package let halfLength: Double
  /// Half of the extent along them.
  package let halfHeight: Double
  /// How far the stripes' middles move along the stripes on a way across them, as a part of that way: seen aslant a symbol's
  /// rows need not be square to its bars.
  package let skew: Double

  package init(
    center: Point<ImagePixels>, direction: Vector<ImagePixels>, halfLength: Double, halfHeight: Double, skew: Double = 0
  ) {
    self.center = center
    self.direction = direction
    self.halfLength = halfLength
    self.halfHeight = halfHeight
    self.skew = skew
  }

  /// The rectangle's corners, clockwise where y points down.
  package var corners: Quadrilateral<ImagePixels> {
    let (u, v) = (direction * halfLength, direction.perpendicular * halfHeight)
    return Quadrilateral(center - u - v, center + u - v, center + u + v, center - u + v)
  }

  /// The part of the height over which the image shows at least half as much of a line as it shows of the longest one:
  /// of a symbol that fills a turned picture most lines have only a corner.
  func visibleOffsets(in bounds: Rect<ImagePixels>) -> ClosedRange<Double> {
    // A step of a thirty-second is finer than lines are laid.
    let offsets = (0...64).map { (Double($0) / 32 - 1) * halfHeight }
    let lengths = offsets.map { visibleLength(at: $0, in: bounds) }
    let least = (lengths.max() ?? 0) / 2
    guard least > 0, let first = lengths.firstIndex(where: { $0 >= least }),
      let last = lengths.lastIndex(where: { $0 >= least })
    else { return -halfHeight...halfHeight }
    return offsets[first]...max(offsets[last], offsets[first])
  }

  /// How far it is from the region's middle, across the stripes, to the farthest corner of a picture.
  func wayToBorder(_ bounds: Rect<ImagePixels>) -> Double {
    let x = max(center.x - bounds.minX, bounds.maxX - center.x)
    let y = max(center.y - bounds.minY, bounds.maxY - center.y)
    return abs(direction.x) * x + abs(direction.y) * y
  }

  /// The region with lines that go along the picture's border, where the picture cuts it so that no line square to its
  /// stripes meets them all: of a symbol in a low picture, and of one that hangs out of the picture. Nil where square lines
  /// meet as many.
  func slanted(in bounds: Rect<ImagePixels>) -> StripeRegion? {
    let square = visibleOffsets(in: bounds)
    let middle = center + direction.perpendicular * ((square.lowerBound + square.upperBound) / 2)
    let met = visibleLength(at: (middle - center).dot(direction.perpendicular), in: bounds)
    var best: (way: Vector<ImagePixels>, met: Double)?
    for axis in [Vector<ImagePixels>(1, 0), Vector(0, 1)] {
      let cosine = direction.dot(axis)
      guard abs(cosine) >= Self.leastCosine else { continue }
      let way = cosine < 0 ? axis * -1 : axis
      let line = StripeRegion(
        center: middle, direction: way, halfLength: halfLength / abs(cosine), halfHeight: halfHeight)
      let slanted = line.visibleLength(at: 0, in: bounds) * abs(cosine)
      if slanted >= Self.leastGain * met, slanted > best?.met ?? 0 { best = (way, slanted) }
    }
    return best.map { best in
      let (cosine, sine) = (direction.dot(best.way), abs(direction.perpendicular.dot(best.way)))
      return StripeRegion(
        center: middle, direction: best.way, halfLength: halfLength / cosine,
        halfHeight: halfHeight * cosine + halfLength * sine)
    }
  }

  /// The region with lines through the middles of its stripes, where a third and more of the lines square to them would not meet
  /// them all.
  func skewed() -> StripeRegion? {
    let moved = abs(skew) * halfLength
    guard moved > Self.leastMoved * halfHeight, moved < halfHeight else { return nil }
    let cosine = 1 / (1 + skew * skew).squareRoot()
    return StripeRegion(
      center: center, direction: (direction + direction.perpendicular * skew) * cosine, halfLength: halfLength / cosine,
      halfHeight: (halfHeight - moved) * cosine)
  }

  /// How far from the region's middle line the last stripe's middle may lie, as a part of half the region's height H. Where it
  /// is m, stripes are 2(H − m) high, and the lines that meet them all lie within 2(H − 2m): of a quarter two thirds, of a half
  /// none.
  private static let leastMoved = 0.25

  /// Of the angle between lines and the normal of their bars: 45 degrees, from where on the picture's other side is nearer.
  private static let leastCosine = 0.5.squareRoot()
  /// A quarter more bars: what square lines miss may be the quiet zones alone, or a corner of the outermost blocks.
  private static let leastGain = 1.25

  /// How much of the region's line at this distance from its middle lies in the image.
  private func visibleLength(at offset: Double, in bounds: Rect<ImagePixels>) -> Double {
    let middle = center + direction.perpendicular * offset
    var (first, last) = (-halfLength, halfLength)
    for (place, step, low, high) in [
      (middle.x, direction.x, bounds.minX, bounds.maxX), (middle.y, direction.y, bounds.minY, bounds.maxY),
    ] {
      if abs(step) < 1e-9 {
        if place < low || place > high { return 0 }
      } else {
        let (a, b) = ((low - place) / step, (high - place) / step)
        (first, last) = (max(first, min(a, b)), min(last, max(a, b)))
      }
    }
    return max(0, last - first)
  }

  /// True where the other one says about the same: its center inside and its extents alike.
  func resembles(_ other: StripeRegion) -> Bool {
    let way = other.center - center
    return abs(way.dot(direction)) < 0.25 * halfLength && abs(way.dot(direction.perpendicular)) < 0.5 * halfHeight
      && abs(direction.dot(other.direction)) > 0.98 && 0.75...1.33 ~= halfLength / other.halfLength
      && 0.5...2 ~= halfHeight / other.halfHeight
  }
}

/// Finds striped regions: blocks whose gradients point along one line, grown together where they point along
/// the same one.
package struct StripeFinder {
  /// Squared half grey levels that a block's gradients must reach: 160 is a root mean square of 4.5 grey
  /// levels a pixel, twice the noise of a camera indoors.
  static let leastEnergy: Float = 160
  /// Share of the energy of 3×3 blocks that lies along one line. Text reaches 0.4, bars under strong noise 0.7.
  static let leastCoherence: Float = 0.55
  /// Neighbours may differ by 18°, which is the cosine of the doubled angle.
  static let leastAgreement: Float = 0.81
  /// Blocks across the stripes: one edge alone reaches over 3 as each block is judged with its neighbours.
  static let leastLength = 4.5

  private var tensor = StripeTensor()
  /// Of each block the doubled angle's cosine and sine, or zeros where it is not striped.
  private var cosines: [Float] = []
  private var sines: [Float] = []
  private var stack: [Int] = []
  private var members: [Int] = []

  package init() {}

  /// The regions of an image whose pixels are `scale` pixels of the full one, in no order.
  package mutating func regions(
    in image: LuminanceImage, scale: Double, pairs: StripeTensor.Pairs = .even
  ) -> [StripeRegion] {
    tensor.measure(image, pairs: pairs)
    tensor.judge(leastEnergy: Self.leastEnergy, leastCoherence: Self.leastCoherence, cosines: &cosines, sines: &sines)
    var regions: [StripeRegion] = []
    for seed in cosines.indices where cosines[seed] != 0 || sines[seed] != 0 {
      grow(from: seed)
      guard members.count >= 5, let region = region(scale: scale) else { continue }
      regions.append(region)
      if fill(region, scale: scale) < Self.sparse { regions += thickParts(of: region, scale: scale) }
    }
    return regions
  }

  /// The part of the rectangle around the collected blocks that they fill: of two symbols that edges of other things join it is
  /// little.
  private func fill(_ region: StripeRegion, scale: Double) -> Double {
    let block = Double(StripeTensor.block) * scale
    return Double(members.count) * block * block / (4 * region.halfLength * region.halfHeight)
  }

  /// Parts of their rectangle that blocks fill: less than the first where other things join them, more than the second where they are
  /// one label. Any part taken for one lost three of 4,068 codes, as its lines took others' time; so none was lost, three more
  /// were read.
  private static let sparse = 0.5
  private static let compact = 0.65
  /// The part of what is joined that a single one may take up: lines over all of it meet a larger one.
  private static let most = 0.5
  /// Blocks of the least symbol that is sought so.
  private static let leastCompact = 24

  /// The collected blocks' parts that are as long across the stripes as a symbol is, each as a region: a single edge is three
  /// blocks thick, as each is judged with its neighbours.
  private mutating func thickParts(of joined: StripeRegion, scale: Double) -> [StripeRegion] {
    let isSteep = abs(joined.direction.y) > abs(joined.direction.x)
    let columns = tensor.columns
    let whole = Set(members)
    var left = Set(
      whole.filter { at in
        // The run through this block, a column or a row of the picture.
        let step = isSteep ? columns : 1
        func goesOn(_ place: Int) -> Bool {
          whole.contains(place) && (isSteep || place / columns == at / columns)
        }
        var length = 1
        var place = at
        while length <= Self.edgeThickness, goesOn(place + step) { (place, length) = (place + step, length + 1) }
        place = at
        while length <= Self.edgeThickness, goesOn(place - step) { (place, length) = (place - step, length + 1) }
        return length > Self.edgeThickness
      })
    guard left.count < whole.count else { return [] }
    var parts: [StripeRegion] = []
    for seed in members where left.remove(seed) != nil {
      var part = [seed]
      var next = 0
      while next < part.count {
        let at = part[next]
        next += 1
        for y in -1...1 {
          for x in -1...1 where (0..<columns).contains(at % columns + x) {
            if let near = left.remove(at + y * columns + x) { part.append(near) }
          }
        }
      }
      guard part.count >= Self.leastCompact else { continue }
      members = part
      if let region = region(scale: scale), fill(region, scale: scale) >= Self.compact { parts.append(region) }
    }
    func area(_ region: StripeRegion) -> Double { region.halfLength * region.halfHeight }
    return parts.count == 1 && area(parts[0]) > Self.most * area(joined) ? [] : parts
  }

  /// Blocks across the stripes that a single edge may take up.
  private static let edgeThickness = 4

  /// Collects the striped blocks that hang together with this one, and unmarks them.
  private mutating func grow(from seed: Int) {
    let (columns, rows) = (tensor.columns, tensor.rows)
    members.removeAll(keepingCapacity: true)
    stack.removeAll(keepingCapacity: true)
    var angles: [(cosine: Float, sine: Float)] = [(cosines[seed], sines[seed])]
    stack.append(seed)
    cosines[seed] = 0
    sines[seed] = 0
    while let at = stack.popLast(), let angle = angles.popLast() {
      members.append(at)
      let (row, column) = (at / columns, at % columns)
      for y in max(row - 1, 0)...min(row + 1, rows - 1) {
        for x in max(column - 1, 0)...min(column + 1, columns - 1) {
          let next = y * columns + x
          let (cosine, sine) = (cosines[next], sines[next])
          guard cosine * angle.cosine + sine * angle.sine > Self.leastAgreement else { continue }
          stack.append(next)
          angles.append((cosine, sine))
          cosines[next] = 0
          sines[next] = 0
        }
      }
    }
  }

  /// The rectangle around the collected blocks, or nil where it is too short across the stripes for a symbol.
  private func region(scale: Double) -> StripeRegion? {
    var (cosine, sine) = (Float.zero, Float.zero)
    for at in members {
      cosine += tensor.cosine[at]
      sine += tensor.sine[at]
    }
    let angle = Double(atan2(sine, cosine)) / 2
    let direction = Vector<ImagePixels>(cos(angle), sin(angle))
    let along = direction.perpendicular
    var (lowU, highU, lowV, highV) = (Double.infinity, -Double.infinity, Double.infinity, -Double.infinity)
    var (sumU, sumV, squares, products) = (0.0, 0.0, 0.0, 0.0)
    for at in members {
      let place = Vector<ImagePixels>(Double(at % tensor.columns) + 0.5, Double(at / tensor.columns) + 0.5)
      let (u, v) = (place.dot(direction), place.dot(along))
      (lowU, highU) = (min(lowU, u), max(highU, u))
      (lowV, highV) = (min(lowV, v), max(highV, v))
      sumU += u
      sumV += v
      squares += u * u
      products += u * v
    }
    // Half a block to either side belongs to the outermost ones.
    guard highU - lowU + 1 >= Self.leastLength else { return nil }
    let block = Double(StripeTensor.block) * scale
    let middle = direction * ((lowU + highU) / 2) + along * ((lowV + highV) / 2)
    let count = Double(members.count)
    let spread = squares - sumU * sumU / count
    return StripeRegion(
      center: Point(middle.x * block, middle.y * block), direction: direction,
      halfLength: (highU - lowU + 1) / 2 * block, halfHeight: (highV - lowV + 1) / 2 * block,
      skew: spread > 0 ? (products - sumU * sumV / count) / spread : 0)
  }
}
