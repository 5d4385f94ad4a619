public import Capture
public import Presentation

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

  public var lines: [Sentence] {
    let source = [source?.name, source?.format?.description].compactMap { $0 }.joined(separator: "  ")
    let skipped = Skipped.allCases.compactMap { reason in
      counts.skipped[reason].map { Self.words(of: reason, count: $0) }
    }
    let frames: Sentence =
      "delivered \(counts.delivered)  lost by the driver \(counts.dropped)  returns \(counts.returns)"
    return (source.isEmpty ? [] : ["\(source)"]) + [
      "shown \(shownRate)/s  searched \(searchedRate)/s  let go \(letGo)",
      Sentence.list(skipped).map { "\(frames)  skipped \($0)" } ?? frames,
    ]
  }

  private static func words(of reason: Skipped, count: Int) -> Sentence {
    switch reason {
    case .flagged: "\(count) flagged"
    case .short: "\(count) short"
    case .corrupt: "\(count) corrupt"
    }
  }
}
