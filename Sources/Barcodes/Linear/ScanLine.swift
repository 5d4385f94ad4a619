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

  /// The line's edges by each of the rules.
  ///
  /// A bar or space is a turn of the grey by at least `sensitivity` of the contrast around it.
  ///
  /// - Parameter sensitivity: 0.25 skips noise and glare; 0.1 sees elements that blur has nearly levelled.
  package func edges(sensitivity: Float, rules: [EdgeRule]) -> [Edges] {
    var grey = smoothed
    var turns = Self.turns(grey, contrast: Self.contrast(grey), sensitivity: sensitivity)
    // A mean over a pixel and a half levels elements of one pixel, and pulls edges towards them.
    if turns.count > 2, isSmoothed, Self.medianWidth(turns) * step < Self.leastSmoothedWidth {
      grey = samples
      turns = Self.turns(grey, contrast: Self.contrast(grey), sensitivity: sensitivity)
    }
    return rules.map { rule in
      Edges(
        positions: positions(grey, turns, rule),
        startsDark: turns.first?.isDark ?? false, endsDark: turns.last?.isDark ?? false,
        length: Float(step) * Float(max(grey.count - 1, 0)), startsAtBorder: startsAtBorder,
        endsAtBorder: endsAtBorder)
    }
  }

  /// How much another line goes up and down as this one does: 1 where both show the same bars, near 0 for noise and text.
  func likeness(to other: ScanLine) -> Float {
    // Where the image's border cuts one of them it begins later.
    let shift = Int(((start - other.start).dot(direction) / step).rounded())
    var (aa, bb, ab) = (Float.zero, Float.zero, Float.zero)
    // Slopes over a pixel: brightness itself is alike in all neighbouring lines.
    let first = max(0, -shift)
    let last = min(samples.count, other.samples.count - shift) - 2
    guard first < last else { return 0 }
    for i in first..<last {
      let a = samples[i + 2] - samples[i]
      let b = other.samples[i + shift + 2] - other.samples[i + shift]
      aa += a * a
      bb += b * b
      ab += a * b
    }
    return aa > 0 && bb > 0 ? ab / (aa * bb).squareRoot() : 0
  }

  /// The line as dark bars on light.
  package func bars(sensitivity: Float, rule: EdgeRule) -> BarSequence {
    edges(sensitivity: sensitivity, rules: [rule])[0].bars(inverted: false)
  }

  /// Half a pixel apart, samples repeat each other: a mean over three takes their noise and not their edges.
  private var smoothed: [Float] {
    guard isSmoothed else { return samples }
    var grey = samples
    for i in 1..<samples.count - 1 { grey[i] = (samples[i - 1] + 2 * samples[i] + samples[i + 1]) / 4 }
    return grey
  }

  private var isSmoothed: Bool { samples.count >= 3 && step < 0.75 }

  /// Pixels from turn to turn, as a median, under which samples are taken as they are.
  private static let leastSmoothedWidth = 2.2

  private static func medianWidth(_ turns: [Turn]) -> Double {
    let widths = (1..<turns.count).map { turns[$0].at - turns[$0 - 1].at }.sorted()
    return Double(widths[widths.count / 2])
  }

  /// For each stretch of 32 samples the difference of lightest and darkest over it and its neighbours, at
  /// least a quarter of that of the whole line, and of 8 grey levels, below which there is only noise.
  private static func contrast(_ grey: [Float]) -> [Float] {
    let stretch = 32
    let count = (grey.count + stretch - 1) / stretch
    var low = [Float](repeating: .infinity, count: count)
    var high = [Float](repeating: -.infinity, count: count)
    for i in grey.indices {
      low[i / stretch] = min(low[i / stretch], grey[i])
      high[i / stretch] = max(high[i / stretch], grey[i])
    }
    let whole = (high.max() ?? 0) - (low.min() ?? 0)
    return (0..<count).map { i in
      let around = max(i - 2, 0)...min(i + 2, count - 1)
      let local = (high[around].max() ?? 0) - (low[around].min() ?? 0)
      return max(local, whole / 4, 8)
    }
  }

  private struct Turn {
    let at: Int
    let isDark: Bool
  }

  /// The darkest and lightest points in turn.
  private static func turns(_ grey: [Float], contrast: [Float], sensitivity: Float) -> [Turn] {
    var turns: [Turn] = []
    guard var low = grey.first else { return [] }
    var high = low
    var (lowAt, highAt) = (0, 0)
    var seeksDark: Bool?
    for i in grey.indices {
      let value = grey[i]
      let least = sensitivity * contrast[i >> 5]
      if value < low { (low, lowAt) = (value, i) }
      if value > high { (high, highAt) = (value, i) }
      if seeksDark != true, value < high - least {
        turns.append(Turn(at: highAt, isDark: false))
        (low, lowAt) = (value, i)
        seeksDark = true
      } else if seeksDark != false, value > low + least {
        turns.append(Turn(at: lowAt, isDark: true))
        (high, highAt) = (value, i)
        seeksDark = false
      }
      // While one is sought, the other is taken anew from the last turn on.
      if seeksDark == true, i == lowAt { (high, highAt) = (value, i) }
      if seeksDark == false, i == highAt { (low, lowAt) = (value, i) }
    }
    if let seeksDark {
      turns.append(seeksDark ? Turn(at: lowAt, isDark: true) : Turn(at: highAt, isDark: false))
    }
    return turns
  }

  /// The edges between the turns, in pixels along the line.
  private func positions(_ grey: [Float], _ turns: [Turn], _ rule: EdgeRule) -> [Float] {
    guard turns.count > 1 else { return [] }
    guard rule == .balance else {
      return (1..<turns.count).map { Float(step) * Self.edge(grey, from: turns[$0 - 1].at, to: turns[$0].at, rule) }
    }
    // Elements are a module and a half wide in the middle.
    let darkness = Self.darkness(grey, module: Self.medianWidth(turns) / 1.5)
    return (1..<turns.count).map { i in
      let (from, to) = (turns[i - 1].at, turns[i].at)
      var dark = (clamped(darkness[from]) + clamped(darkness[to])) / 2
      for at in from + 1..<max(to, from + 1) { dark += clamped(darkness[at]) }
      return Float(step) * (turns[i].isDark ? Float(to) - dark : Float(from) + dark)
    }
  }

  private func clamped(_ darkness: Float) -> Float { min(max(darkness, 0), 1) }

  /// The edge between two turns, in samples.
  private static func edge(_ grey: [Float], from: Int, to: Int, _ rule: EdgeRule) -> Float {
    switch rule {
    case .halfWay:
      let middle = (grey[from] + grey[to]) / 2
      let falls = grey[to] < grey[from]
      for i in from..<to where (grey[i + 1] < middle) == falls && grey[i + 1] != middle {
        return Float(i) + (grey[i] - middle) / (grey[i] - grey[i + 1])
      }
      return Float(from + to) / 2
    case .steepest, .balance:
      var best: Float = 0
      var at = from
      for i in from..<to where abs(grey[i + 1] - grey[i]) > best { (best, at) = (abs(grey[i + 1] - grey[i]), i) }
      // A parabola through the steepest difference and its neighbours.
      let before = at > from ? abs(grey[at] - grey[at - 1]) : 0
      let after = at + 2 <= to ? abs(grey[at + 2] - grey[at + 1]) : 0
      let bend = before - 2 * best + after
      let shift = bend < 0 ? min(max((before - after) / (2 * bend), -0.5), 0.5) : 0
      return Float(at) + 0.5 + shift
    }
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
