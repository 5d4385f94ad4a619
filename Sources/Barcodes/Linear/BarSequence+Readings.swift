extension BarSequence {
  /// The symbols of one kind along the line, from left to right and apart from each other.
  ///
  /// - Parameters:
  ///   - least: elements of the kind's shortest symbol.
  ///   - quiet: light before a symbol, in widths of its first `elements` elements; the picture's border may be nearer.
  ///   - read: reads a symbol that starts at a bar, the element of this even index; nil where there is none.
  @inline(__always)
  func readings(
    least: Int, behind quiet: Float, of elements: Int, _ read: (_ start: Int) -> LinearReading?
  ) -> [LinearReading] {
    var readings: [LinearReading] = []
    var start = 0
    while start + least <= widths.count {
      // Nearly all other things go here.
      if isQuietBefore(start, least: quiet * (edges[start + elements] - edges[start])), let reading = read(start) {
        readings.append(reading)
        start = reading.elements.upperBound + 2
      } else {
        start += 2
      }
    }
    return readings
  }
}
