import Foundation
import Geometry
import Imaging

extension StripeRegion {
  /// The labels that the region is made of: rows of stripes, each cut where light parts it. Blocks of eight pixels, judged
  /// with their neighbours, make one region of all that stand less than three blocks apart.
  ///
  /// - Returns: at least three, or none: glare cuts a label in two, and lines over two labels read both.
  func parts(in image: LuminanceImage) -> [StripeRegion] {
    guard 2 * halfHeight >= StripeParting.leastHeight, 2 * halfLength >= StripeParting.leastLength else { return [] }
    let parting = StripeParting(image, self)
    let parts = parting.merged(parting.rows()).flatMap(parting.cut)
    return parts.count > 2 ? parts : []
  }
}

/// Takes a striped region apart, by how much the grey changes across its stripes.
private struct StripeParting {
  /// Pixels of a region that may hold two labels: each is at least a few pixels high.
  static let leastHeight = 24.0
  /// Pixels of the shortest symbol, the 33 elements of UPC-E.
  static let leastLength = 40.0

  /// Pixels of a strip, in which rows that lean by five degrees move by four.
  private static let stripLength = 48.0
  /// Places looked at: a region of half a megapixel is seen in every third row and column.
  private static let mostSamples = 60_000.0
  /// The part of what stripes change that light between them may, where noise is a third of the contrast.
  private static let gapShare: Float = 0.4
  /// Pixels of light between two rows, and of the lowest row.
  private static let leastGap = 3.0
  private static let lowestRow = 6.0
  /// Medians of the way from edge to edge from which light is a quiet zone: elements of GS1 DataBar have up to five, others three.
  private static let quietZone: Float = 6
  /// Correlation of lines on either side of a gap from which they are one label's, that has a scratch.
  private static let sameBars: Float = 0.7

  /// A row of one strip, in pixels down from the region's middle.
  private struct Piece {
    let strip: Int
    let span: ClosedRange<Double>
    var height: Double { span.upperBound - span.lowerBound }
    var middle: Double { (span.lowerBound + span.upperBound) / 2 }

    /// Whether they are of one row, if their strips are neighbours.
    func goesOn(in other: Piece) -> Bool {
      let shared = min(span.upperBound, other.span.upperBound) - max(span.lowerBound, other.span.lowerBound)
      let (low, high) = (min(height, other.height), max(height, other.height))
      return shared >= 0.6 * low && high <= 2 * low
    }
  }

  private let image: LuminanceImage
  private let region: StripeRegion
  private let strips: Int
  private let stripLength: Double
  /// Pixels from one place that is looked at to the next, across and down.
  private let step: Double

  init(_ image: LuminanceImage, _ region: StripeRegion) {
    self.image = image
    self.region = region
    let (length, height) = (2 * region.halfLength, 2 * region.halfHeight)
    strips = max(1, Int(length / Self.stripLength))
    stripLength = length / Double(strips)
    step = max(1, (length * height / Self.mostSamples).squareRoot())
  }

  /// Rows of stripes, in no order.
  func rows() -> [StripeRegion] {
    let changes = (0..<strips).map { self.changes(in: $0) }
    let levels = changes.map { $0.sorted()[$0.count * 4 / 5] }
    let most = levels.max() ?? 0
    let pieces = (0..<strips).map { strip in
      4 * levels[strip] >= most ? self.pieces(changes[strip], strip, below: Self.gapShare * levels[strip]) : []
    }
    var rows: [[Piece]] = []
    /// Rows that reach into the strip before.
    var open: [Int] = []
    for pieces in pieces {
      var next: [Int] = []
      for piece in pieces {
        if let row = open.first(where: { rows[$0].last?.goesOn(in: piece) ?? false && !next.contains($0) }) {
          rows[row].append(piece)
          next.append(row)
        } else {
          rows.append([piece])
          next.append(rows.count - 1)
        }
      }
      open = next
    }
    return rows.map { self.region($0) }
  }

  /// How much the grey changes across the stripes in a strip, for each row of it.
  private func changes(in strip: Int) -> [Float] {
    let (u, v) = (region.direction, region.direction.perpendicular)
    let across = Int(stripLength / step)
    let first = Double(strip) * stripLength - region.halfLength
    let down = Int(2 * region.halfHeight / step)
    // In 2^-32 of a pixel: nearly each pixel of a region is looked at. What is negative is beyond any size without its sign.
    func fixed(_ pixels: Double) -> Int { Int(pixels * 0x1p32) }
    let (stepX, stepY) = (fixed(u.x * step), fixed(u.y * step))
    let (pixels, width) = (image.pixels, image.width)
    let (endX, endY) = (UInt(image.width) << 32, UInt(image.height) << 32)
    return (0...down).map { row in
      let begin = region.center + u * first + v * (Double(row) * step - region.halfHeight)
      var (x, y) = (fixed(begin.x), fixed(begin.y))
      var (sum, last) = (0, -1)
      for _ in 0...across {
        if UInt(bitPattern: x) < endX, UInt(bitPattern: y) < endY {
          let grey = Int(pixels[(y &>> 32) &* width &+ x &>> 32])
          if last >= 0 { sum &+= abs(grey &- last) }
          last = grey
        }
        x &+= stepX
        y &+= stepY
      }
      return Float(sum)
    }
  }

  /// The parts of a strip that change by more than this, but for gaps of less than three pixels.
  private func pieces(_ changes: [Float], _ strip: Int, below level: Float) -> [Piece] {
    var pieces: [Piece] = []
    func end(_ from: Int, _ to: Int) {
      let span = Double(from) * step - region.halfHeight...Double(to) * step - region.halfHeight
      if span.upperBound - span.lowerBound >= Self.lowestRow { pieces.append(Piece(strip: strip, span: span)) }
    }
    var (from, last): (Int?, Int) = (nil, 0)
    for (row, change) in changes.enumerated() where change > level {
      if let begun = from, Double(row - last - 1) * step >= Self.leastGap {
        end(begun, last + 1)
        from = row
      }
      from = from ?? row
      last = row
    }
    if let from { end(from, last + 1) }
    return pieces
  }

  /// The region of a row, along its pieces' middles.
  private func region(_ row: [Piece]) -> StripeRegion {
    func middle(_ piece: Piece) -> Double { (Double(piece.strip) + 0.5) * stripLength - region.halfLength }
    let count = Double(row.count)
    let (meanU, meanV) = (row.reduce(0) { $0 + middle($1) } / count, row.reduce(0) { $0 + $1.middle } / count)
    let spread = row.reduce(0) { $0 + (middle($1) - meanU) * (middle($1) - meanU) }
    let bend = row.reduce(0) { $0 + (middle($1) - meanU) * ($1.middle - meanV) }
    let slope = row.count > 2 ? bend / spread : 0
    let (u, v) = (region.direction, region.direction.perpendicular)
    let heights = row.map(\.height).sorted()
    return StripeRegion(
      center: region.center + u * meanU + v * meanV, direction: (u + v * slope) / (1 + slope * slope).squareRoot(),
      halfLength: count * stripLength / 2 * (1 + slope * slope).squareRoot(), halfHeight: heights[heights.count / 2] / 2
    )
  }

  /// Rows that show the same bars, one above the other, as one.
  func merged(_ rows: [StripeRegion]) -> [StripeRegion] {
    var merged: [StripeRegion] = []
    for row in rows.sorted(by: { ($0.center - region.center).dot(down) < ($1.center - region.center).dot(down) }) {
      if let above = merged.indices.last(where: { isOne(merged[$0], row) }) {
        merged[above] = merged[above].joined(below: row)
      } else {
        merged.append(row)
      }
    }
    return merged
  }

  private var down: Vector<ImagePixels> { region.direction.perpendicular }

  private func isOne(_ above: StripeRegion, _ below: StripeRegion) -> Bool {
    let way = below.center - above.center
    guard abs(way.dot(above.direction)) < 0.2 * above.halfLength, 0.8...1.25 ~= above.halfLength / below.halfLength
    else { return false }
    let upper = image.scanLine(above, offset: 0, margin: 0, reach: 0)
    let lower = image.scanLine(below, offset: 0, margin: 0, reach: 0)
    let most = Int(abs(way.dot(down)) * 0.1 / upper.step) + 1
    return (-most...most).contains { upper.likeness(to: lower, moved: $0) >= Self.sameBars }
  }

  /// The pieces of a row between quiet zones that have edges enough for a symbol.
  func cut(_ row: StripeRegion) -> [StripeRegion] {
    let line = image.scanLine(row, offset: 0, margin: 0, reach: 0)
    var turned = TurnedLine(line, sensitivity: RegionScan.plainSensitivity)
    let edges = turned.edges(.halfWay).positions
    guard edges.count >= RegionScan.leastElements else { return [] }
    let ways = zip(edges.dropFirst(), edges).map { $0 - $1 }
    let quiet = Self.quietZone * ways.sorted()[ways.count / 2]
    var pieces: [StripeRegion] = []
    var from = 0
    for place in edges.indices where place == edges.count - 1 || ways[place] > quiet {
      if place - from + 1 >= RegionScan.leastElements {
        let (first, last) = (line.place(edges[from]), line.place(edges[place]))
        pieces.append(
          StripeRegion(
            center: first.midpoint(to: last), direction: row.direction, halfLength: first.distance(to: last) / 2,
            halfHeight: row.halfHeight))
      }
      from = place + 1
    }
    return pieces
  }
}

extension StripeRegion {
  /// The region from this one's top to another one's bottom.
  fileprivate func joined(below other: StripeRegion) -> StripeRegion {
    let down = direction.perpendicular
    let bottom = (other.center - center).dot(down) + other.halfHeight
    return StripeRegion(
      center: center + down * ((bottom - halfHeight) / 2), direction: direction, halfLength: halfLength,
      halfHeight: (bottom + halfHeight) / 2)
  }
}
