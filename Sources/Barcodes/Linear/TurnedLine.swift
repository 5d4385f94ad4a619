import Imaging

/// A scan line with the turns of its grey at one sensitivity, and its edges by each rule, made when first asked for.
struct TurnedLine {
  let line: ScanLine
  private let grey: [Float]
  private let turns: [Turn]
  /// Samples from turn to turn, as a median; 0 where there are none.
  let medianWidth: Double
  /// Pixels from sample to sample.
  private let step: Float
  private var edges: [ScanLine.EdgeRule: ScanLine.Edges] = [:]

  /// A line's grey, and the contrast around each of its stretches: the same at all sensitivities.
  struct Source {
    let line: ScanLine
    fileprivate let grey: [Float]
    fileprivate let contrast: [Float]
    fileprivate let isSmoothed: Bool

    init(_ line: ScanLine) {
      self.line = line
      isSmoothed = line.samples.count >= 3 && line.step < 0.75
      grey = isSmoothed ? TurnedLine.smoothed(line.samples) : line.samples
      contrast = TurnedLine.contrast(grey)
    }
  }

  /// A bar or space is a turn of the grey by at least `sensitivity` of the contrast around it.
  ///
  /// - Parameter sensitivity: 0.25 skips noise and glare; 0.1 sees elements that blur has nearly levelled.
  init(_ source: Source, sensitivity: Float) {
    line = source.line
    step = Float(line.step)
    var grey = source.grey
    var turns = Self.turns(grey, contrast: source.contrast, sensitivity: sensitivity)
    var medianWidth = Self.medianWidth(turns)
    // A mean over a pixel and a half levels elements of one pixel, and pulls edges towards them.
    if turns.count > 2, source.isSmoothed, medianWidth * line.step < Self.leastSmoothedWidth {
      grey = line.samples
      turns = Self.turns(grey, contrast: Self.contrast(grey), sensitivity: sensitivity)
      medianWidth = Self.medianWidth(turns)
    }
    if let even = Self.levelled(grey, turns, medianWidth: medianWidth)
      ?? Self.lightened(grey, turns, medianWidth: medianWidth)
    {
      grey = even
      turns = Self.turns(grey, contrast: Self.contrast(grey), sensitivity: sensitivity)
      medianWidth = Self.medianWidth(turns)
    }
    self.grey = grey
    self.turns = turns
    self.medianWidth = medianWidth
  }

  init(_ line: ScanLine, sensitivity: Float) { self.init(Source(line), sensitivity: sensitivity) }

  /// Bars and spaces that the line shows, of either polarity.
  var elements: Int { max(0, turns.count - 2) }

  mutating func edges(_ rule: ScanLine.EdgeRule) -> ScanLine.Edges {
    if let known = edges[rule] { return known }
    let made = ScanLine.Edges(
      positions: positions(rule), startsDark: turns.first?.isDark ?? false, endsDark: turns.last?.isDark ?? false,
      length: step * Float(max(grey.count - 1, 0)), startsAtBorder: line.startsAtBorder,
      endsAtBorder: line.endsAtBorder)
    edges[rule] = made
    return made
  }

  // MARK: - Turns

  /// Half a pixel apart, samples repeat each other: a mean over three takes their noise and not their edges.
  fileprivate static func smoothed(_ samples: [Float]) -> [Float] {
    var grey = samples
    for i in 1..<samples.count - 1 { grey[i] = (samples[i - 1] + 2 * samples[i] + samples[i + 1]) / 4 }
    return grey
  }

  /// Pixels from turn to turn, as a median, under which samples are taken as they are.
  private static let leastSmoothedWidth = 2.2

  private static func medianWidth(_ turns: [Turn]) -> Double {
    guard turns.count > 1 else { return 0 }
    // Counted and not sorted: widths are few, and elements are many.
    var counts = [Int](repeating: 0, count: mostCounted)
    for i in 1..<turns.count { counts[min(turns[i].at - turns[i - 1].at, mostCounted - 1)] += 1 }
    var left = (turns.count - 1) / 2
    for width in counts.indices {
      if left < counts[width] { return Double(width) }
      left -= counts[width]
    }
    return Double(mostCounted)
  }

  /// Samples from which it does not matter how wide the element in the middle is: no symbol's is.
  private static let mostCounted = 256

  /// Samples over which the contrast is taken.
  private static let stretchSize = 32

  /// For each stretch the difference of lightest and darkest over it and its neighbours, at
  /// least a quarter of that of the whole line, and of 8 grey levels, below which there is only noise.
  fileprivate static func contrast(_ grey: [Float]) -> [Float] {
    let extremes = StretchExtremes(grey, stretch: stretchSize)
    return extremes.light.indices.map { max(extremes.light[$0] - extremes.dark[$0], extremes.whole / 4, 8) }
  }

  struct Turn {
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
    // While one is sought, the other one is not known: it is taken anew from the next turn on.
    func endDark(_ at: Int, _ value: Float) {
      turns.append(Turn(at: lowAt, isDark: true))
      (high, highAt, seeksDark) = (value, at, false)
    }
    func endLight(_ at: Int, _ value: Float) {
      turns.append(Turn(at: highAt, isDark: false))
      (low, lowAt, seeksDark) = (value, at, true)
    }
    for (stretch, contrast) in contrast.enumerated() {
      let least = sensitivity * contrast
      for i in stretchSize * stretch..<min(stretchSize * (stretch + 1), grey.count) {
        let value = grey[i]
        switch seeksDark {
        case true:
          if value < low { (low, lowAt) = (value, i) } else if value > low + least { endDark(i, value) }
        case false:
          if value > high { (high, highAt) = (value, i) } else if value < high - least { endLight(i, value) }
        default:
          if value < low { (low, lowAt) = (value, i) }
          if value > high { (high, highAt) = (value, i) }
          if value < high - least { endLight(i, value) } else if value > low + least { endDark(i, value) }
        }
      }
    }
    if let seeksDark {
      turns.append(seeksDark ? Turn(at: lowAt, isDark: true) : Turn(at: highAt, isDark: false))
    }
    return turns
  }

  /// The edges between the turns, in pixels along the line.
  private func positions(_ rule: ScanLine.EdgeRule) -> [Float] {
    guard turns.count > 1 else { return [] }
    guard rule == .balance else {
      return (1..<turns.count).map { step * Self.edge(grey, from: turns[$0 - 1].at, to: turns[$0].at, rule) }
    }
    // Elements are a module and a half wide in the middle.
    let darkness = ScanLine.darkness(grey, module: medianWidth / 1.5)
    return (1..<turns.count).map { i in
      let (from, to) = (turns[i - 1].at, turns[i].at)
      var dark = (clamped(darkness[from]) + clamped(darkness[to])) / 2
      for at in from + 1..<max(to, from + 1) { dark += clamped(darkness[at]) }
      return step * (turns[i].isDark ? Float(to) - dark : Float(from) + dark)
    }
  }

  private func clamped(_ darkness: Float) -> Float { min(max(darkness, 0), 1) }

  /// The edge between two turns, in samples.
  private static func edge(_ grey: [Float], from: Int, to: Int, _ rule: ScanLine.EdgeRule) -> Float {
    switch rule {
    case .halfWay, .foot:
      let (dark, light) = (min(grey[from], grey[to]), max(grey[from], grey[to]))
      let middle = light + (rule == .foot ? 0.3 : 0.5) * (dark - light)
      let falls = grey[to] < grey[from]
      for i in from..<to where (grey[i + 1] < middle) == falls && grey[i + 1] != middle {
        return Float(i) + (grey[i] - middle) / (grey[i] - grey[i + 1])
      }
      return Float(from + to) / 2
    case .steepest, .balance:
      var best: Float = 0
      var at = from
      for i in from..<to where abs(grey[i + 1] - grey[i]) > best { (best, at) = (abs(grey[i + 1] - grey[i]), i) }
      let before = at > from ? abs(grey[at] - grey[at - 1]) : 0
      let after = at + 2 <= to ? abs(grey[at + 2] - grey[at + 1]) : 0
      return Float(at) + 0.5 + parabolaPeak(before, best, after)
    }
  }
}
