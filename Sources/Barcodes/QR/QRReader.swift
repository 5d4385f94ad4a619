import Foundation
import Geometry
import Imaging

/// Reads QR Code: finders, triples of them, the grid of each, its modules, its message.
package final class QRReader: SymbolReader {
  package static var symbologies: Set<Symbology> { [.qr] }
  package static var findsBothPolarities: Bool { true }

  private var finders = QRFinderSearch()
  /// Looked at once and not read.
  private var pending: [QRCandidate] = []

  package init() {}

  package func read(_ search: FrameSearch) {
    pending.removeAll(keepingCapacity: true)
    finders.run(search, findsLight: search.options.triesInverted)
    search.trace?.didBegin(.grouping)
    readAll(QRTriple.group(finders.finders), search)
    readAgain(search)
    readPairs(search)
    readAgain(search)
    for candidate in pending { reject(candidate, search) }
    pending.removeAll(keepingCapacity: true)
  }

  /// The first look at each triple, the best-fitting first. Once a finder's symbol is read, other triples
  /// with it need not be looked at.
  private func readAll(_ triples: [QRTriple], _ search: FrameSearch) {
    var used: Set<Int> = []
    for triple in triples {
      if search.isOutOfTime { return }
      guard used.isDisjoint(with: triple.members) else { continue }
      var candidate = QRCandidate(triple, sampler(for: triple.corner, search), search)
      if let reading = candidate.read() {
        used.formUnion(triple.members)
        report(reading, of: candidate, search)
      } else {
        pending.append(candidate)
      }
    }
  }

  /// The second look at what the first did not read, by evidence.
  private func readAgain(_ search: FrameSearch) {
    pending.sort { $0.evidence > $1.evidence }
    for index in pending.indices {
      if search.isOutOfTime { return }
      guard pending[index].evidence >= Self.evidenceForSecondLook, !isSettled(pending[index], search) else { continue }
      if let reading = pending[index].readAgain() { report(reading, of: pending[index], search) }
    }
  }

  /// Alternation of the timing patterns from which a symbol is likely there: chance passes 0.45 once in fifty.
  private static let evidenceForSecondLook: Float = 0.45

  /// Pairs of those that no symbol has claimed, each with a third that the image supports.
  private func readPairs(_ search: FrameSearch) {
    let left = finders.finders.indices.filter { !search.isClaimed(finders.finders[$0].center) }
    // In a crowd of false patterns pairs are too many, and none of them tells anything.
    guard (2...12).contains(left.count), !search.isOutOfTime else { return }
    search.trace?.didBegin(.grouping)
    readAll(QRPair.complete(left.map { finders.finders[$0] }, members: left) { self.sampler(for: $0, search) }, search)
  }

  private func isSettled(_ candidate: QRCandidate, _ search: FrameSearch) -> Bool {
    let triple = candidate.triple
    return [triple.corner, triple.right, triple.below].contains { search.isClaimed($0.center) }
  }

  private func report(_ reading: QRCandidate.Reading, of candidate: QRCandidate, _ search: FrameSearch) {
    search.report(
      reading.symbol, at: reading.corners, mirrored: reading.isMirrored,
      inverted: candidate.triple.corner.isInverted)
  }

  private func reject(_ candidate: QRCandidate, _ search: FrameSearch) {
    guard let trace = search.trace, !isSettled(candidate, search) else { return }
    let triple = candidate.triple
    let (a, b, c) = (triple.corner.center, triple.right.center, triple.below.center)
    trace.didReject(search.image().toFrame(Quadrilateral(a, b, b + (c - a), c)), because: candidate.failure)
  }

  private func sampler(for finder: QRFinder, _ search: FrameSearch) -> GreySampler {
    let level = min(QRFinderSearch.samplingLevel(finder.moduleSize), search.levels - 1)
    return GreySampler(search.image(level), level: level, inverted: finder.isInverted)
  }
}
