/// Counts what a search does and says when to stop. It is the only one who looks at the clock.
///
/// Work is counted in microseconds that the policy's table gives for each step, not in those that pass: how far a picture
/// is searched depends on the picture alone, not on the machine and what else it does. A ceiling in time, for those who
/// have one, ends the search wherever it is.
package final class WorkMeter {
  /// A clock of its own, or nil where time passes as work is counted.
  private let clock: (() -> Duration)?
  /// Counted microseconds of all frames.
  private var total = 0.0
  /// The moment at which all ends, if there is one.
  private var deadline: Duration?
  /// Counted microseconds, of this frame, that may be spent on more than its plain rung, and those that were.
  private var limit = Double.infinity
  private var spentBeyond = 0.0
  private var effort = DetectionEffort.normal
  /// Counted microseconds of this frame.
  package private(set) var spent = 0.0
  private var step = 0.0
  /// Looks during the work at hand.
  private(set) var steps = 0
  private var end = Double.infinity
  /// Counted microseconds that the work at hand may spend in vain.
  private var allowance = Double.infinity
  private var mayPassLimit = true
  /// Runs of each kind of work in this frame that read nothing, one behind the other.
  private var inVain: [SearchWork: Int] = [:]
  private var megapixels = 1.0
  /// True once the ceiling was met.
  package private(set) var isOutOfTime = false

  /// - Parameter clock: the time since any fixed moment; nil lets it pass as work is counted, on a machine that is as
  ///   quick as the one that the table was measured on and does nothing else.
  package init(clock: (() -> Duration)?) { self.clock = clock }

  private func now() -> Duration { clock?() ?? .microseconds(total) }

  /// Begins a frame.
  ///
  /// - Parameters:
  ///   - pixels: the frame's; one of less than a megapixel counts as one.
  ///   - ceiling: the time after which all ends, or nil.
  func begin(pixels: Int, effort: DetectionEffort, ceiling: Duration?) {
    megapixels = max(1, Double(pixels) / 1e6)
    limit = effort.limit(clarity: 1) * megapixels
    self.effort = effort
    deadline = ceiling.map { now() + $0 }
    (spent, spentBeyond, step, end, allowance, isOutOfTime) = (0, 0, 0, .infinity, .infinity, false)
    inVain.removeAll(keepingCapacity: true)
  }

  /// Takes the measure of what may be spent on more than the plain rung.
  ///
  /// - Parameter clarity: how well the picture shows that it may hold print, from 0 to 1.
  func limit(clarity: Double) { limit = effort.limit(clarity: clarity) * megapixels }

  /// Whether a kind of work is worth another run: not where so many read nothing, the likeliest of them, as only do in texture
  /// and text.
  ///
  /// - Parameter isBeside: whether something was read.
  func isWorthAnother(_ work: SearchWork, isBeside: Bool) -> Bool {
    let row = SearchPolicy[work]
    let most = isBeside ? row.mostInVainBeside : row.mostInVain
    return Double(inVain[work, default: 0]) < most * effort.patience * megapixels
  }

  /// Begins a piece of work.
  ///
  /// - Returns: false where nothing is left for it.
  func begin(_ work: SearchWork) -> Bool {
    let row = SearchPolicy[work]
    step = row.step
    steps = 0
    allowance = row.cap * effort.patience * megapixels
    // What is plain is looked for to its end.
    mayPassLimit = row.rung == .plain
    guard mayPassLimit || spentBeyond < limit else { return false }
    allow()
    return !isOver()
  }

  /// Ends a piece of work, which read something or ran in vain.
  func end(_ work: SearchWork, hasRead: Bool) { inVain[work] = hasRead ? 0 : inVain[work, default: 0] + 1 }

  /// Gives the work at hand as much again, as it has read something: a picture full of codes is read to the last of them.
  func allow() {
    end = spent + allowance
    if !mayPassLimit { end = min(end, spent + max(0, limit - spentBeyond)) }
  }

  /// Counts a step of the work at hand.
  ///
  /// - Returns: true where the work must end here.
  package func isOver() -> Bool {
    if isOutOfTime { return true }
    spent += step
    if !mayPassLimit { spentBeyond += step }
    total += step
    steps += 1
    if let deadline, now() >= deadline {
      isOutOfTime = true
      return true
    }
    return spent > end
  }

  /// Whether the work at hand must end: the same without counting a step.
  var isEnded: Bool { isOutOfTime || spent > end }

  /// Lines of a picture between looks at the clock: 16, of the finest texture half a millisecond to a millisecond; fewer
  /// of lines longer than a camera's and a scanner's, of which one of a million pixels takes 80 ms.
  package static func linesAtOnce(width: Int) -> Int { min(max(16 * 8192 / max(width, 1), 1), 16) }
}
