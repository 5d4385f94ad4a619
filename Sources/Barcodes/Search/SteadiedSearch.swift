/// Reads what moved while the picture was taken, with its motion undone, by what its family does there for what is plain to see
/// and by its finer steps. QR Code looks closer by itself.
final class SteadiedSearch {
  private var readers = RestoredReaders()

  /// What each of these families may do on parts that moved.
  func seeds(_ families: [any SymbolReader.Type]) -> [Work] {
    families.compactMap { family in
      family.steadied.map { kind in
        Work(kind) { search in
          self.read(family, kind, search)
          return []
        }
      }
    }
  }

  private func read(_ family: any SymbolReader.Type, _ kind: SearchWork, _ search: FrameSearch) {
    for level in 0..<(search.levels - 1) {
      for suspect in search.motionSuspects(level: level) {
        if search.isOver() || !search.observations.isEmpty { return }
        search.trace?.didBegin(.luminance)
        guard let steadied = search.steadied(suspect) else { continue }
        search.trace?.didBegin(.finders)
        readers.observations(family, kind, steadied).forEach(search.add)
      }
    }
  }
}
