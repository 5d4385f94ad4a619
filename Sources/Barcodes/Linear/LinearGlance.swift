/// Reads the linear symbols of a picture that are plain to see, before a reader that takes its time over such pictures:
/// bars are much of what stacked symbols begin with.
///
/// A camera's frame gets no more than a plain look from any reader, so that there is nothing to be done first.
package final class LinearGlance: SymbolReader {
  package static var symbologies: Set<Symbology> { LinearReader.symbologies }
  package static var findsBothPolarities: Bool { true }

  private let reader = LinearReader()

  package init() {}

  package func read(_ search: FrameSearch) {
    if search.isThorough { reader.glance(search) }
  }
}
