import Geometry

/// A page that may be higher than the window, and how much of it lies above the window's top.
struct ScrolledPage: Hashable {
  /// In screen pixels, at least 0.
  private(set) var offset = 0.0
  private var height = 0.0
  private var window = 0.0

  var isScrollable: Bool { height > window }

  /// What can be seen, as a part of the page: 0…1.
  var seen: ClosedRange<Double> {
    guard isScrollable else { return 0...1 }
    return min(1, offset / height)...min(1, (offset + window) / height)
  }

  mutating func resize(height: Double, window: Double) {
    (self.height, self.window) = (height, window)
    scroll(by: 0)
  }

  mutating func scroll(by distance: Double) { offset = max(0, min(offset + distance, height - window)) }

  /// Scrolls no farther than it takes to see all of a part, or its beginning if it is higher than the window.
  ///
  /// - Parameter part: in pixels from the page's top.
  mutating func reveal(_ part: ClosedRange<Double>) {
    scroll(by: max(0, part.upperBound - (offset + window)))
    scroll(by: min(0, part.lowerBound - offset))
  }
}
