extension BarSequence {
  /// The symbols of one kind along the line, from left to right and apart from each other.
  ///
  /// - Parameters:
  ///   - least: elements of the kind's shortest symbol.
  ///   - read: reads a symbol that starts at a bar, the element of this even index; nil where there is none.
  func readings(least: Int, _ read: (_ start: Int) -> LinearReading?) -> [LinearReading] {
    var readings: [LinearReading] = []
    var start = 0
    while start + least <= widths.count {
      if let reading = read(start) {
        readings.append(reading)
        start = reading.elements.upperBound + 2
      } else {
        start += 2
      }
    }
    return readings
  }
}
