/// A pattern of bars and spaces as one scan line crossed it.
struct ScanHit {
  enum Pattern: Hashable {
    /// PDF417's start and stop patterns.
    case start, stop
    /// A row address pattern of MicroPDF417, by its number from 0 to 51.
    case address(Int)

    /// Patterns of one kind belong together over scan lines; addresses count on from row to row.
    func isKin(of other: Pattern) -> Bool {
      switch (self, other) {
      case (.start, .start), (.stop, .stop), (.address, .address): true
      default: false
      }
    }
  }

  let pattern: Pattern
  /// True where the symbol's left is at the line's beginning.
  let isForward: Bool
  /// True where the bars are light.
  let isInverted: Bool
  /// Where the symbol's outline was crossed; of a stop pattern its inner end.
  let place: Int32
  /// The pattern's other end.
  let far: Int32
  /// Pixels a module along the line.
  let module: Float
  /// The line's number.
  let line: Int
  /// The row indicator beside a guard, as the line's edges show it.
  var indicator: RowIndicator?
  /// Of a side: whether the piece after its first codeword is of the same row too.
  var goesOn = false
}

/// Gathers what follows each other over scan lines: hits that lie on one straight line and are of one size.
///
/// A pattern of a symbol is crossed by line after line, at places that one slope tells; chance hits in a texture
/// are not, so the groups are what is worth sampling in grey.
struct ScanHitGroups {
  private struct Open {
    var hits: [ScanHit]
    /// Rows that the addresses have gone up or down so far.
    var rise = 0
    var fall = 0
  }

  /// Lines that may pass without the pattern before its group ends.
  private let patience: Int
  /// Pixels of the image from one line to the next.
  private let pitch: Int
  private var open: [Open] = []
  private var closed: [Open] = []

  init(patience: Int, pitch: Int) {
    self.patience = patience
    self.pitch = pitch
  }

  private static let leastHits = 3

  /// Takes the hits of the next line, and closes groups that no line has crossed for long.
  mutating func add(_ hits: [ScanHit], line: Int) {
    var index = 0
    while index < open.count {
      if let last = open[index].hits.last, line - last.line > patience {
        // Fewer are of no group.
        if open[index].hits.count >= Self.leastHits { closed.append(open[index]) }
        open.swapAt(index, open.count - 1)
        open.removeLast()
      } else {
        index += 1
      }
    }
    for hit in hits {
      var best: (index: Int, error: Float)?
      for index in open.indices {
        guard let error = error(of: hit, after: open[index]), error < best?.error ?? .infinity else { continue }
        best = (index, error)
      }
      if let best {
        append(hit, to: &open[best.index])
      } else {
        open.append(Open(hits: [hit]))
      }
    }
  }

  /// The groups of at least three hits, those with most hits first.
  ///
  /// - Parameter share: how many of the lines from the first hit to the last must show the pattern, at least, where it is no row
  ///   addresses that count on; the step from line to line is the one between the group's nearest hits.
  mutating func finish(share: Double, step: Int) -> [[ScanHit]] {
    closed += open
    open = []
    defer { closed = [] }
    return closed.filter { group in
      guard group.hits.count >= Self.leastHits, let first = group.hits.first, let last = group.hits.last else {
        return false
      }
      let lines = (last.line - first.line) / step + 1
      guard Double(group.hits.count) >= share * Double(lines) || Self.countOn(group.hits) else { return false }
      // Addresses differ from row to row, and a symbol has at least four rows.
      if case .address = first.pattern { return group.rise + group.fall >= 1 }
      return true
    }.map(\.hits).sorted { $0.count > $1.count }
  }

  /// Whether hits are row addresses that go up or down evenly from line to line, three different ones at least.
  static func countOn(_ hits: [ScanHit]) -> Bool {
    let step = (hits.count + mostCounted - 1) / mostCounted
    let sightings = stride(from: 0, to: hits.count, by: max(1, step)).compactMap { index -> EvenRows.Sighting? in
      let hit = hits[index]
      guard case .address(let number) = hit.pattern else { return nil }
      return EvenRows.Sighting(place: Double(hit.line), number: number)
    }
    return EvenRows.hold(sightings, isRound: true)
  }

  /// Hits that are asked, spread over all: each two are compared with all.
  private static let mostCounted = 16

  /// By how many pixels a hit lies beside where a group should go on; nil where it does not belong to it.
  private func error(of hit: ScanHit, after group: Open) -> Float? {
    guard let last = group.hits.last, let first = group.hits.first, last.line < hit.line,
      last.isForward == hit.isForward, last.isInverted == hit.isInverted, last.pattern.isKin(of: hit.pattern),
      abs(last.module - hit.module) <= 0.25 * hit.module + 0.3
    else { return nil }
    let run = Float(hit.line - last.line)
    let slack: Float
    let expected: Float
    if last.line == first.line {
      // Symbols turned by up to 50° are crossed by these lines; those turned further by lines across.
      slack = 1.2 * Float(pitch) * run + 2
      expected = Float(last.place)
    } else {
      let slope = Float(last.place - first.place) / Float(last.line - first.line)
      // An edge may be off by a pixel and blur; paper may be bent.
      slack = 2 + 0.6 * hit.module + 0.12 * Float(pitch) * run
      expected = Float(last.place) + slope * run
    }
    let error = abs(Float(hit.place) - expected)
    guard error <= slack else { return nil }
    if case .address(let number) = hit.pattern, case .address(let before) = last.pattern {
      // ISO/IEC 24728:2006 §5.8.2: a row is at least two modules high. The numbers go one way only, but for one
      // misread line.
      let step = EvenRows.step(from: before, to: number)
      guard Float(abs(step)) <= run * Float(pitch) / (1.4 * hit.module) + 1 else { return nil }
      let (rise, fall) = (group.rise + max(step, 0), group.fall + max(-step, 0))
      guard min(rise, fall) <= 1 else { return nil }
    }
    return error
  }

  private func append(_ hit: ScanHit, to group: inout Open) {
    if case .address(let number) = hit.pattern, case .address(let before)? = group.hits.last?.pattern {
      let step = EvenRows.step(from: before, to: number)
      group.rise += max(step, 0)
      group.fall += max(-step, 0)
    }
    group.hits.append(hit)
  }
}
