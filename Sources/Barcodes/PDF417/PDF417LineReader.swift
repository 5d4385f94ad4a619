import Foundation
import Geometry
import Imaging

/// What follows each other on a line: each begins with a bar and ends with a space.
enum PDF417Piece {
  case codeword
  /// Row address patterns of MicroPDF417.
  case sidePattern
  case middlePattern

  /// Modules.
  var width: Int { self == .codeword ? PDF417Patterns.width : 10 }

  /// What modules, the first highest, stand for: a codeword and its cluster, or the number of a row address
  /// pattern.
  func meaning(of pattern: Int) -> (value: Int, cluster: Int)? {
    switch self {
    case .codeword: PDF417Patterns.codeword(pattern)
    case .sidePattern: MicroPDF417Variant.sideNumber(pattern).map { ($0, 0) }
    case .middlePattern: MicroPDF417Variant.middleNumber(pattern).map { ($0, 0) }
    }
  }
}

/// One codeword as a line crossed it.
struct PDF417Sighting {
  /// The codeword and its cluster, where the modules are one; the number of a row address pattern.
  let codeword: (value: Int, cluster: Int)?
  /// Of what no codeword is: for each module how far below the middle grey it is, as a part of the contrast.
  let darkness: [Double]
}

/// Reads codewords along a line, correcting its place at the beginning of each: a codeword begins where a
/// space ends and a bar begins.
struct PDF417LineReader {
  let grey: GreyField

  /// The codewords that follow a place.
  ///
  /// - Parameters:
  ///   - origin: the start of the line.
  ///   - direction: from left to right.
  ///   - offset: pixels from the origin to the first codeword.
  ///   - module: pixels a module.
  ///   - end: pixels from the origin to where the codewords end, if that is known.
  ///   - pieces: what follows each other; the last goes on for ever.
  /// - Returns: the codewords, and where the last one ended.
  func read(
    _ origin: Point<ImagePixels>, _ direction: Vector<ImagePixels>, offset: Double, module: Double, end: Double?,
    most: Int, pieces: [PDF417Piece] = [.codeword]
  ) -> (sightings: [PDF417Sighting], end: Double) {
    var result: [PDF417Sighting] = []
    var module = module
    var pace = Pace()
    var start = edge(origin, direction, near: offset, module) ?? offset
    while result.count < most {
      if let end, start > end - 8 * module { break }
      let piece = pieces[min(result.count, pieces.count - 1)]
      let width = Double(piece.width)
      if let foreseen = pace.module(of: width) { module = foreseen }
      let growth = pace.growth(over: width)
      guard grey.contains(origin + direction * (start + 0.7 * width * module)) else { break }
      let expected = start + width * module
      var next = expected
      if let found = edge(origin, direction, near: expected, module), abs(found - expected) < 1.1 * module {
        next = found
      }
      var own = (next - start) / width
      var sighting = sight(piece, origin, direction, start, own, growth: growth)
      if sighting.codeword == nil {
        // The edge found may have been a wrong one: the width of the codewords before is the other guess.
        let other = sight(piece, origin, direction, start, module, growth: growth)
        if other.codeword != nil { (sighting, next, own) = (other, expected, module) }
      }
      // In perspective the modules after what was read are smaller or larger.
      for factor in [0.95, 1.05, 0.9, 1.1] where sighting.codeword == nil && result.last?.codeword != nil {
        let place = start + width * module * factor
        guard let end = edge(origin, direction, near: place, module), abs(end - place) < 0.6 * module else { continue }
        let other = sight(piece, origin, direction, start, (end - start) / width, growth: growth)
        if other.codeword != nil { (sighting, next, own) = (other, end, (end - start) / width) }
      }
      result.append(sighting)
      // Trust the edges of what was read, the pace of what was before elsewhere.
      if sighting.codeword != nil {
        pace.add(module: own, width: width)
        module = 0.6 * module + 0.4 * own
        start = next
      } else {
        pace.skip(width: width)
        start = start + 0.5 * (next - start) + width / 2 * module
      }
    }
    return (result, start)
  }

  /// The codewords between boundaries that are known to a module or so.
  func read(
    _ origin: Point<ImagePixels>, _ direction: Vector<ImagePixels>, boundaries: [Double]
  ) -> (sightings: [PDF417Sighting], end: Double) {
    var result: [PDF417Sighting] = []
    result.reserveCapacity(boundaries.count)
    var drift = 0.0
    // Where the codeword before ended, if it was read: there this one begins.
    var before: Double?
    for index in 0..<boundaries.count - 1 {
      let pace = (boundaries[index + 1] - boundaries[index]) / 17
      let first =
        before ?? edge(origin, direction, near: boundaries[index] + drift, pace) ?? boundaries[index] + drift
      let second = edge(origin, direction, near: boundaries[index + 1] + drift, pace) ?? boundaries[index + 1] + drift
      let places = [
        (first, second), (boundaries[index] + drift, boundaries[index + 1] + drift), (first, first + 17 * pace),
        (second - 17 * pace, second),
      ]
      var sighting: PDF417Sighting?
      before = nil
      for (start, next) in places {
        let seen = sight(.codeword, origin, direction, start, (next - start) / 17)
        if sighting == nil { sighting = seen }
        guard seen.codeword != nil else { continue }
        (sighting, before) = (seen, next)
        drift += 0.5 * ((start + next) / 2 - (boundaries[index] + boundaries[index + 1]) / 2 - drift)
        break
      }
      drift = max(-1.5 * pace, min(1.5 * pace, drift))
      if let sighting { result.append(sighting) }
    }
    return (result, (boundaries.last ?? 0) + drift)
  }

  /// Where the grey falls most within a module of a place: a bar begins.
  private func edge(
    _ origin: Point<ImagePixels>, _ direction: Vector<ImagePixels>, near place: Double, _ module: Double
  ) -> Double? {
    let step = max(0.25, module / 6)
    let half = max(0.5, module / 2)
    var best = (place: place, fall: 6.0)
    // The falls a step before the best one and a step after it.
    var (left, right): (Double?, Double?)
    var previous: Double?
    var isFound = false
    var isNext = false
    var at = place - 1.1 * module
    var before = grey.walk(from: origin + direction * (at - half), by: direction * step)
    var behind = grey.walk(from: origin + direction * (at + half), by: direction * step)
    while at <= place + 1.1 * module {
      let fall = Double(before.next() &- behind.next()) * GreyField.Walk.level
      // The nearer of two edges of about the same strength.
      let weighted = fall * (1 - 0.25 * abs(at - place) / module)
      if isNext { right = weighted }
      isNext = weighted > best.fall
      if isNext {
        best = (at, weighted)
        (left, right, isFound) = (previous, nil, true)
      }
      previous = weighted
      at += step
    }
    guard isFound else { return nil }
    if let left, let right { best.place += step * parabolaPeak(left, best.fall, right) }
    return best.place
  }

  /// How the modules grow or shrink along a line that goes towards the camera or away from it.
  private struct Pace {
    /// The last piece read: pixels a module, its width and what was skipped since, in modules.
    private var last: (module: Double, width: Double, skipped: Double)?
    /// The logarithm of how many times as large a module is as the one before.
    private var rate = 0.0

    /// Growth over a codeword of 7 %; below, what blur and paper do to a codeword's width is as much.
    private static let leastRate = 0.004
    /// A symbol of which one end is three times as near as the other has a third of it over a hundred modules.
    private static let mostRate = 0.02

    private var isSteady: Bool { abs(rate) < Self.leastRate }

    /// Pixels a module of the next piece; nil where they stay as they are.
    func module(of width: Double) -> Double? {
      guard let last, !isSteady else { return nil }
      return last.module * exp(rate * (last.skipped + (last.width + width) / 2))
    }

    /// How many times as large a piece's last module is as its first one.
    func growth(over width: Double) -> Double { isSteady ? 1 : exp(rate * width) }

    mutating func add(module: Double, width: Double) {
      if let last {
        let seen = log(module / last.module) / (last.skipped + (last.width + width) / 2)
        rate = max(-Self.mostRate, min(Self.mostRate, rate == 0 ? seen : (rate + seen) / 2))
      }
      last = (module, width, 0)
    }

    mutating func skip(width: Double) { last?.skipped += width }
  }

  /// The codeword between two places, and what its modules look like.
  ///
  /// - Parameter growth: how many times as large its last module is as its first one.
  private func sight(
    _ piece: PDF417Piece, _ origin: Point<ImagePixels>, _ direction: Vector<ImagePixels>, _ start: Double,
    _ module: Double, growth: Double = 1
  ) -> PDF417Sighting {
    let width = piece.width
    var darkness: [Double] = []
    for shift in [0, 0.2, -0.2] {
      let values = modules(width, origin, direction, start, module, shift: shift, growth: growth)
      var (low, high) = (values[0], values[0])
      for i in 1..<width { (low, high) = (min(low, values[i]), max(high, values[i])) }
      guard high - low >= 12 else { return PDF417Sighting(codeword: nil, darkness: Array(repeating: 0, count: width)) }
      for level: Float in [0.5, 0.42, 0.58] {
        let threshold = low + level * (high - low)
        var pattern = 0
        for i in 0..<width { pattern = pattern << 1 | (values[i] < threshold ? 1 : 0) }
        if let codeword = piece.meaning(of: pattern) { return PDF417Sighting(codeword: codeword, darkness: []) }
      }
      // Blur of a module hides single modules: what their neighbors spill into them is taken out.
      let middle = (low + high) / 2
      var pattern = 0
      for i in 0..<width {
        let around = (values[max(0, i - 1)] + values[min(width - 1, i + 1)]) / 2
        pattern = pattern << 1 | (values[i] + 0.8 * (values[i] - around) < middle ? 1 : 0)
      }
      if let codeword = piece.meaning(of: pattern) { return PDF417Sighting(codeword: codeword, darkness: []) }
      if shift == 0 { darkness = (0..<width).map { Double((middle - values[$0]) * 2 / (high - low)) } }
    }
    return PDF417Sighting(codeword: nil, darkness: darkness)
  }

  /// The grey of a piece's modules.
  ///
  /// - Parameter shift: modules by which they are taken further on.
  private func modules(
    _ width: Int, _ origin: Point<ImagePixels>, _ direction: Vector<ImagePixels>, _ start: Double, _ module: Double,
    shift: Double, growth: Double
  ) -> InlineArray<17, Float> {
    var values = InlineArray<17, Float>(repeating: 0)
    if growth == 1 {
      var walk = grey.walk(from: origin + direction * (start + (0.5 + shift) * module), by: direction * module)
      for i in 0..<width { values[i] = Float(walk.next()) * Float(GreyField.Walk.level) }
      return values
    }
    // In perspective both ends stay where they are, and what is between them goes towards the smaller one.
    for i in 0..<width {
      let part = (Double(i) + 0.5 + shift) / Double(width)
      let place = Double(width) * part / (part + (1 - part) * growth.squareRoot())
      values[i] = Float(grey(origin + direction * (start + place * module)))
    }
    return values
  }
}
