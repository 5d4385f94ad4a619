/// Reads pictures that were made of a frame's, its blur undone, by what a family does there for what is plain to see and by its
/// finer steps.
struct RestoredReaders {
  /// They forget nothing of what others found in the frame; each is made when it is first asked for.
  private var readers: [SearchWork: any SymbolReader] = [:]

  /// What takes more there than it reads: of 320 linear symbols out of focus two, and the time in which 13 of 375 moved symbols are
  /// read.
  private static let leftOut: Set<SearchWork> = [.linearCompare, .linearSweep]

  /// What a family reads in such a picture.
  ///
  /// - Parameters:
  ///   - kind: the work of which this is a part.
  ///   - last: the last rung of what is done there.
  mutating func observations(
    _ family: any SymbolReader.Type, _ kind: SearchWork, _ restored: FrameSearch, upTo last: SearchRung = .fine
  ) -> [Observation] {
    let reader = readers[kind] ?? family.init()
    readers[kind] = reader
    var left = reader.seeds(restored)
    while !left.isEmpty, !restored.isOver() {
      let work = left.removeFirst()
      guard work.kind.rung <= last, !Self.leftOut.contains(work.kind) else { continue }
      restored.takeUp(work.kind)
      left += work.run(restored)
    }
    reader.finish(restored)
    return restored.takeObservations()
  }
}
