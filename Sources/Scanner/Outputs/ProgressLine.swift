/// How far a long scan is: one line on a terminal, written over and over. Where no terminal is, nothing.
package struct ProgressLine {
  private let write: (String) -> Void
  private let now: () -> Duration
  private let total: Int?
  private var scanned = 0
  private var read = 0
  private var isShown = false
  private var last: Duration?

  /// Time between two lines: often enough to look alive, and seldom enough to cost nothing.
  package static let interval = Duration.milliseconds(100)

  /// - Parameters:
  ///   - total: pictures, where they are known beforehand.
  ///   - write: puts text on the terminal as it is.
  ///   - now: time on a clock that never goes back.
  package init(total: Int?, now: @escaping () -> Duration, write: @escaping (String) -> Void) {
    self.total = total
    self.now = now
    self.write = write
  }

  /// Takes the line away, so that results can be written to the same terminal.
  package mutating func hide() {
    if isShown { write("\r\u{1B}[K") }
    isShown = false
  }

  /// Counts a result, and shows the line where it is hidden or was written long enough ago.
  package mutating func add(_ result: ScanResult) {
    // A document's pages count as one picture more each.
    scanned += 1
    if case .read(let reading) = result.content, !reading.observations.isEmpty { read += 1 }
    let time = now()
    if isShown, let last, time - last < Self.interval { return }
    last = time
    let count = total.map { "\(scanned) of \(max($0, scanned))" } ?? "\(scanned)"
    write("\r\u{1B}[K\(count) pictures, codes in \(read)")
    isShown = true
  }
}
