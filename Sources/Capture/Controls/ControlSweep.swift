/// Finds the value of a control at which pictures measure best: a coarse look over the whole range, and a golden-section
/// search about the best of it.
///
/// It is told of each picture, and tells what is to be set. Pictures that were under way when a value was set, and while a lens
/// moves, do not count.
///
/// ```swift
/// var sweep = ControlSweep(range: 0...255, step: 5)
/// while let value = sweep.wanted {
///   set(value)
///   repeat { sweep.take(sharpness(of: picture())) } while sweep.wanted == value
/// }
/// ```
public struct ControlSweep: Sendable {
  /// Values that are looked at first: a peak as narrow as a quarter of the range shows in three of them.
  private static let coarse = 12

  private let range: ClosedRange<Int>
  private let step: Int
  private let settling: Int
  private let averaged: Int

  private var plan: [Int]
  private var search: GoldenSection?
  private var skipped = 0
  private var sum = 0.0
  private var count = 0
  private var measures: [Int: Double] = [:]

  /// What is to be set now; nil at the end.
  public private(set) var wanted: Int?
  /// Where the pictures measured best; nil before the first.
  public var best: Int? { measures.max { ($0.value, -$0.key) < ($1.value, -$1.key) }?.key }
  /// How many values were set.
  public private(set) var looks = 0

  /// - Parameters:
  ///   - step: how far apart the control's values are.
  ///   - settling: pictures after a change that do not count. Drivers have up to four under way, and a lens takes 100 to 200 ms.
  ///   - averaged: pictures that one measure is the mean of.
  public init(range: ClosedRange<Int>, step: Int, settling: Int = 8, averaged: Int = 2) {
    self.range = range
    self.step = max(1, step)
    self.settling = max(0, settling)
    self.averaged = max(1, averaged)
    let last = Self.coarse - 1
    let (low, width) = (range.lowerBound, range.upperBound - range.lowerBound)
    plan = Set((0...last).map { Self.snap(low + width * $0 / last, range, max(1, step)) }).sorted()
    wanted = plan.first
  }

  /// A picture came while `wanted` was set, and measures so much.
  public mutating func take(_ measure: Double) {
    guard let value = wanted else { return }
    if skipped < settling {
      skipped += 1
      return
    }
    sum += measure
    count += 1
    guard count == averaged else { return }
    measures[value] = sum / Double(count)
    (sum, count, skipped) = (0, 0, 0)
    looks += 1
    wanted = next(after: value)
  }

  private mutating func next(after value: Int) -> Int? {
    if search == nil {
      plan.removeFirst()
      if let next = plan.first { return next }
      // The peak lies between the neighbors of the best.
      let seen = measures.keys.sorted()
      guard let best, let place = seen.firstIndex(of: best) else { return nil }
      search = GoldenSection(seen[max(0, place - 1)]...seen[min(seen.count - 1, place + 1)], step: step)
    }
    while let probe = search?.probe {
      let snapped = Self.snap(probe, range, step)
      guard let known = measures[snapped] else { return snapped }
      search?.note(known)
    }
    return nil
  }

  /// The nearest value that the control has.
  private static func snap(_ value: Int, _ range: ClosedRange<Int>, _ step: Int) -> Int {
    let place = (value - range.lowerBound + step / 2) / step * step + range.lowerBound
    return place > range.upperBound ? place - step : place
  }
}

/// Golden-section search for a maximum over whole numbers (Kiefer 1953): each measure narrows the range to 0.618 of it.
struct GoldenSection: Sendable {
  private var low: Int
  private var high: Int
  private let step: Int
  /// Where it is measured, and what came of it.
  private var lower: (at: Int, measure: Double?)
  private var upper: (at: Int, measure: Double?)

  init(_ range: ClosedRange<Int>, step: Int) {
    (low, high, self.step) = (range.lowerBound, range.upperBound, max(1, step))
    lower = (Self.place(382, low, high), nil)
    upper = (Self.place(618, low, high), nil)
  }

  /// Where to measure next; nil once the range is as narrow as values are apart.
  var probe: Int? {
    guard high - low > 2 * step else { return nil }
    return lower.measure == nil ? lower.at : upper.at
  }

  mutating func note(_ measure: Double) {
    if lower.measure == nil { lower.measure = measure } else { upper.measure = measure }
    guard let one = lower.measure, let other = upper.measure else { return }
    // One of the two stays where the other is to be in the narrower range: 0.618² = 0.382.
    if one >= other {
      high = upper.at
      upper = lower
      lower = (Self.place(382, low, high), nil)
    } else {
      low = lower.at
      lower = upper
      upper = (Self.place(618, low, high), nil)
    }
  }

  /// A driver's range is 2³² at most.
  private static func place(_ thousandths: Int, _ low: Int, _ high: Int) -> Int {
    low + (high - low) * thousandths / 1000
  }
}
