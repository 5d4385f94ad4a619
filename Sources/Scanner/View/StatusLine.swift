public import Capture

/// How many happened in the last second.
public struct Rate: Hashable, Sendable {
  private var times: [Duration] = []

  public init() {}

  public mutating func note(at now: Duration) {
    times.append(now)
    times.removeAll { now - $0 >= .seconds(1) }
  }

  /// Happenings in the second before `now`.
  public func perSecond(at now: Duration) -> Int { times.count { now - $0 < .seconds(1) } }
}

/// What comes in and what is lost, in one line.
public struct StatusLine: Hashable, Sendable {
  public let source: FrameSourceDescription?
  public let shownRate: Int
  public let searchedRate: Int
  public let counts: CaptureCounts
  /// Frames that newer ones replaced before the detector came to them.
  public let letGo: Int

  public init(
    source: FrameSourceDescription?, shownRate: Int, searchedRate: Int, counts: CaptureCounts, letGo: Int
  ) {
    self.source = source
    self.shownRate = shownRate
    self.searchedRate = searchedRate
    self.counts = counts
    self.letGo = letGo
  }

  public var lines: [String] {
    let skipped = Skipped.allCases.compactMap { reason in counts.skipped[reason].map { "\($0) \(reason.rawValue)" } }
    return [
      [source?.name, source?.format?.description].compactMap { $0 }.joined(separator: "  "),
      "shown \(shownRate)/s  searched \(searchedRate)/s  let go \(letGo)",
      "delivered \(counts.delivered)  lost by the driver \(counts.dropped)  returns \(counts.returns)"
        + (skipped.isEmpty ? "" : "  skipped " + skipped.joined(separator: ", ")),
    ].filter { !$0.isEmpty }
  }
}
