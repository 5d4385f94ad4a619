import Barcodes
import Foundation
import Geometry
import Scanner
import Station
import Synchronization

/// Makes verdicts of what was read, on the detector's thread: when the window hears of one, the scan is on the disk.
final class StationReader: Sendable {
  /// What the window is to hear.
  enum News: Sendable {
    case verdict(StationVerdict, ScanKey?, CodeKey, Scanned)
    case answered(ScanKey, ReceiverVerdict)
    case saw(Set<CodeKey>)
  }

  /// When the detector reported a code, and when what came of it was on the disk.
  struct Times: Sendable {
    let read: ContinuousClock.Instant
    let stored: ContinuousClock.Instant
  }

  /// Of a verdict, for the log.
  struct Scanned: Sendable {
    let symbology: String
    /// Where the settings ask for it.
    let payload: String?
    /// Why it could not be stored.
    let failure: OutboxFailure?
    let times: Times
  }

  private struct State {
    /// One a camera: a code that two of them see is two scans, as of who goes in and out.
    var scanners: [ScannerState]
    /// None may be lost, as in a slot they would be.
    var news: [News] = []
    /// A receiver may answer before the window was told of the scan.
    var answers: [(key: ScanKey, verdict: ReceiverVerdict)] = []
    var reports = 0
  }

  /// Answers to scans that the window was not told of yet: there is one at a time.
  private static let answerLimit = 16

  private let state: Mutex<State>
  private let wake: @Sendable () -> Void

  init(_ scanners: [ScannerState], wake: @escaping @Sendable () -> Void) {
    state = Mutex(State(scanners: scanners))
    self.wake = wake
  }

  /// A person moves a code away or shows another one a few times a second; more news than this were taken by nobody.
  private static let newsLimit = 1000

  func take(
    _ report: DetectionReport, of camera: Int, named source: String, _ deliveries: Deliveries, at now: Duration
  ) {
    let readAt = ContinuousClock.now
    let results: [Observation] = state.withLock { state in
      state.reports += 1
      let effects = state.scanners[camera].handle(
        .observed(report.observations, middle: report.region.inFrame.center), at: now)
      return effects.compactMap { if case .deliver(let seen) = $0 { seen } else { nil } }
    }
    var news: [News] = []
    for observation in results {
      let symbol = observation.symbol
      let outcome = deliveries.take(symbol, source: source, at: Date())
      let station = deliveries.station
      let verdict = StationVerdict(
        outcome, of: symbol, shown: station.screen.text, awaitsAnswer: station.awaitsAnswer)
      let key: ScanKey? = if case .accepted(_, let key) = outcome { key } else { nil }
      let payload = station.logsPayloads ? HarmlessText.line(for: symbol.text, bytes: symbol.bytes) : nil
      let failure: OutboxFailure? = if case .notStored(let failure) = outcome { failure } else { nil }
      let scanned = Scanned(
        symbology: symbol.symbology.name, payload: payload, failure: failure, times: Times(read: readAt, stored: .now))
      news.append(.verdict(verdict, key, observation.key, scanned))
    }
    if !report.observations.isEmpty { news.append(.saw(Set(report.observations.map(\.key)))) }
    put(news)
  }

  func answered(_ key: ScanKey, _ verdict: ReceiverVerdict) {
    state.withLock { state in
      state.answers.append((key, verdict))
      state.answers = state.answers.suffix(Self.answerLimit)
    }
    put([.answered(key, verdict)])
  }

  func takeNews() -> [News] {
    state.withLock { state in
      defer { state.news = [] }
      return state.news
    }
  }

  var reports: Int { state.withLock { $0.reports } }

  private func put(_ news: [News]) {
    guard !news.isEmpty else { return }
    state.withLock { state in
      for item in news {
        state.news.append(item)
        if case .verdict(_, let key?, _, _) = item, let answer = state.answers.first(where: { $0.key == key }) {
          state.news.append(.answered(key, answer.verdict))
        }
      }
      state.news = state.news.suffix(Self.newsLimit)
    }
    wake()
  }
}
