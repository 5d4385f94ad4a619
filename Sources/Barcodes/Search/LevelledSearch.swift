import Imaging

/// Reads labels that are darker than what lies around them in a picture in which paper of any grey is as light, by what their
/// family does there for what is plain to see and by its finer steps.
///
/// Thresholds are taken from 40 pixels around. Where these show more of a bright ground than of a small grey label, the label's paper
/// is dark, too: of 90 such symbols with their standard's quiet zone, drawn with 2 to 4.5 pixels a module, 53 were read.
final class LevelledSearch {
  private var readers = RestoredReaders()

  /// What each of these families may do.
  func seeds(_ families: [any SymbolReader.Type]) -> [Work] {
    families.compactMap { family in
      family.levelled.map { kind in
        Work(kind) { search in
          self.read(family, kind, search)
          return []
        }
      }
    }
  }

  private func read(_ family: any SymbolReader.Type, _ kind: SearchWork, _ search: FrameSearch) {
    search.trace?.didBegin(.luminance)
    guard let levelled = search.levelled() else { return }
    search.trace?.didBegin(.finders)
    // Sides aslant of MicroPDF417 are found by finer steps only; those of the others cost twice as much and read one
    // symbol of 36 more.
    let last = kind.family == .stacked ? SearchRung.fine : .plain
    readers.observations(family, kind, levelled, upTo: last).forEach(search.add)
  }
}
