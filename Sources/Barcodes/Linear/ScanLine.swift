package import Geometry
package import Imaging

/// The grey along one straight line over the image.
package struct ScanLine: Sendable {
  /// Where the first sample was taken.
  package let start: Point<ImagePixels>
  /// Across the bars, length 1.
  package let direction: Vector<ImagePixels>
  /// Pixels from sample to sample.
  package let step: Double
  package let samples: [Float]
  /// True where the image ends before the first sample.
  package let startsAtBorder: Bool
  package let endsAtBorder: Bool

  /// The place at a distance from the first sample, in pixels along the line.
  package func place(_ distance: Float) -> Point<ImagePixels> { start + direction * Double(distance) }

  /// How edges are placed between the darkest and the lightest point around them.
  package enum EdgeRule: CaseIterable, Sendable {
    /// Where the grey changes most: right for an edge between wide neighbours however strong the blur.
    case steepest
    /// Where it is half way: steadier under noise, and where narrow elements have lost most of their contrast.
    case halfWay
    /// Where as much dark lies between the two as if they were bar and space up to the edge: blur spreads a narrow
    /// element's dark but takes none away, so this still is right where the narrow ones are shallow.
    case balance
    /// Where the light ends, at a third of the way to the dark: the outer edge of bars that blur has made one slope.
    case foot
  }

  /// The edges of a line, which make dark bars on light or, read the other way, light bars on dark.
  package struct Edges: Sendable {
    /// Pixels along the line, ascending.
    let positions: [Float]
    let startsDark: Bool
    let endsDark: Bool
    /// Length of the line in pixels.
    let length: Float
    let startsAtBorder: Bool
    let endsAtBorder: Bool

    /// - Parameter inverted: true to take light for dark.
    package func bars(inverted: Bool) -> BarSequence {
      let (startsDark, endsDark) = (startsDark != inverted, endsDark != inverted)
      var edges = positions
      // The first edge must darken and the last one lighten. A bar that the image's border cuts begins there; one that
      // the line's end cuts only bounds the light before and behind.
      if startsDark && startsAtBorder { edges.insert(0, at: 0) }
      if endsDark && endsAtBorder { edges.append(length) }
      let first = startsDark && !startsAtBorder ? 1 : 0
      let last = edges.count - (endsDark && !endsAtBorder ? 1 : 0)
      guard last - first >= 2 else { return BarSequence(edges: [], leading: 0, trailing: 0) }
      let begin: Float = first > 0 ? edges[0] : 0
      let end: Float = last < edges.count ? edges[last] : length
      return BarSequence(
        edges: Array(edges[first..<last]), leading: edges[first] - begin, trailing: end - edges[last - 1],
        startsAtBorder: startsAtBorder && first == 0, endsAtBorder: endsAtBorder && last == edges.count)
    }
  }

  /// How much another line goes up and down as this one does: 1 where both show the same bars, near 0 for noise and text.
  ///
  /// - Parameter moved: samples by which the other line's bars lie further ahead.
  func likeness(to other: ScanLine, moved: Int = 0) -> Float {
    // Where the image's border cuts one of them it begins later.
    let shift = Int(((start - other.start).dot(direction) / step).rounded()) + moved
    let first = max(0, -shift)
    let last = min(samples.count, other.samples.count - shift) - 2
    guard first < last else { return 0 }
    return PairProducts(slopesOf: samples, in: first..<last, and: other.samples, moved: shift).correlation
  }

  /// The line as dark bars on light.
  package func bars(sensitivity: Float, rule: EdgeRule) -> BarSequence {
    var turned = TurnedLine(self, sensitivity: sensitivity)
    return turned.edges(rule).bars(inverted: false)
  }
}

extension LuminanceImage {
  /// The scan line over a region, at a distance from its middle along the bars.
  ///
  /// - Parameters:
  ///   - margin: pixels beyond the region at either end, for quiet zones.
  ///   - reach: parallels on either side that are averaged, a pixel apart.
  package func scanLine(_ region: StripeRegion, offset: Double, margin: Double, reach: Int) -> ScanLine {
    let length = 2 * (region.halfLength + margin)
    // Half a pixel keeps what interpolation can show of lines at a slant; long lines are of wide modules.
    let step = max(0.5, length / 3000)
    let across = region.direction.perpendicular
    let begin = region.center + across * offset - region.direction * (length / 2)
    var samples: [Float] = []
    let first = profile(
      from: begin, step: region.direction * step, count: Int(length / step) + 1, across: across, reach: reach,
      into: &samples)
    let start = begin + region.direction * (Double(first) * step)
    let end = start + region.direction * (Double(samples.count - 1) * step)
    // A sample further would lie outside.
    let inner = bounds.inset(by: 0.5 + Double(reach) + step)
    return ScanLine(
      start: start, direction: region.direction, step: step, samples: samples, startsAtBorder: !inner.contains(start),
      endsAtBorder: !inner.contains(end))
  }
}
