import Geometry
import Imaging

/// Symbols that no frame of a camera shows well enough, and several together do.
extension QRReader {
  /// Adds what a camera's frame shows and does not tell to what the frames before it showed.
  func readTogether(_ search: FrameSearch) {
    guard search.options.followsFrames, search.wants([.qr]) else { return memory.clear() }
    memory.beginFrame()
    for observation in search.observations { memory.forget(observation.corners) }
    var added: [Quadrilateral<ImagePixels>] = []
    for candidate in pending.sorted(by: { $0.evidence > $1.evidence }) where added.count < Self.followed {
      guard candidate.evidence >= Self.evidenceForRefinement, let seen = candidate.seen else { break }
      let corners = seen.grid.corners
      // Of the triples at one place the most evident is the symbol's.
      guard !isSettled(candidate.triple, search), !added.contains(where: { $0.contains(corners.center) }) else {
        continue
      }
      added.append(corners)
      let isInverted = candidate.triple.corner.isInverted
      let toFrame = search.image().toFrame
      guard let sum = memory.add(seen.soft, at: toFrame(corners), isInverted: isInverted),
        let reading = candidate.read(sum, seen.grid)
      else { continue }
      report(reading, of: candidate.triple, search)
      memory.forget(toFrame(corners))
    }
    if !added.isEmpty { search.awaitNextFrame(.qr) }
  }

  /// Symbols that are followed over frames at a time; each costs an attempt to decode it in each frame.
  private static let followed = 3
}
