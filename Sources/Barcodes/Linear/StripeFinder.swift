import Foundation
import Geometry
package import Imaging

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
  /// Blocks whose neighbours are still to be looked at, with what their angles were.
  private var stack: [(block: Int, cosine: Float, sine: Float)] = []
  private var members: [Int] = []
  /// What the blocks of a region that is parted are; none are marked between two of them.
  private var marks: [Mark] = []

  private enum Mark {
    case none
    /// Of the region, and no thicker there than an edge, or in one of its parts already.
    case thin
    case thick
  }

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
    if marks.count != cosines.count { marks = [Mark](repeating: .none, count: cosines.count) }
    let whole = members
    for at in whole { marks[at] = .thin }
    defer { for at in whole { marks[at] = .none } }
    let thick = whole.filter { thickness(at: $0, isSteep: isSteep) > Self.edgeThickness }
    guard thick.count < whole.count else { return [] }
    for at in thick { marks[at] = .thick }
    var parts: [StripeRegion] = []
    for seed in whole where marks[seed] == .thick {
      marks[seed] = .thin
      members.removeAll(keepingCapacity: true)
      members.append(seed)
      var next = 0
      while next < members.count {
        let (row, column) = (members[next] / columns, members[next] % columns)
        next += 1
        for y in max(row - 1, 0)...min(row + 1, tensor.rows - 1) {
          for x in max(column - 1, 0)...min(column + 1, columns - 1) where marks[y * columns + x] == .thick {
            marks[y * columns + x] = .thin
            members.append(y * columns + x)
          }
        }
      }
      guard members.count >= Self.leastCompact else { continue }
      if let region = region(scale: scale), fill(region, scale: scale) >= Self.compact { parts.append(region) }
    }
    func area(_ region: StripeRegion) -> Double { region.halfLength * region.halfHeight }
    return parts.count == 1 && area(parts[0]) > Self.most * area(joined) ? [] : parts
  }

  /// Marked blocks of the run through this one, a column or a row of the picture; more than an edge has are not all counted.
  private func thickness(at block: Int, isSteep: Bool) -> Int {
    let columns = tensor.columns
    let step = isSteep ? columns : 1
    let line = isSteep ? 0..<marks.count : block / columns * columns..<(block / columns + 1) * columns
    var length = 1
    for step in [step, -step] {
      var place = block + step
      while length <= Self.edgeThickness, line.contains(place), marks[place] != .none {
        length += 1
        place += step
      }
    }
    return length
  }

  /// Blocks across the stripes that a single edge may take up.
  private static let edgeThickness = 4

  /// Collects the striped blocks that hang together with this one, and unmarks them.
  private mutating func grow(from seed: Int) {
    let (columns, rows) = (tensor.columns, tensor.rows)
    members.removeAll(keepingCapacity: true)
    stack.removeAll(keepingCapacity: true)
    stack.append((seed, cosines[seed], sines[seed]))
    cosines[seed] = 0
    sines[seed] = 0
    while let angle = stack.popLast() {
      members.append(angle.block)
      let (row, column) = (angle.block / columns, angle.block % columns)
      for y in max(row - 1, 0)...min(row + 1, rows - 1) {
        for x in max(column - 1, 0)...min(column + 1, columns - 1) {
          let next = y * columns + x
          let (cosine, sine) = (cosines[next], sines[next])
          guard cosine * angle.cosine + sine * angle.sine > Self.leastAgreement else { continue }
          stack.append((next, cosine, sine))
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
