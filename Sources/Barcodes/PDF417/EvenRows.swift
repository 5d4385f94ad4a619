/// Whether rows seen at places along a side go up or down evenly, as those of one symbol do.
enum EvenRows {
  struct Sighting {
    /// Along the side, in any unit.
    let place: Double
    /// The row, or what counts on from row to row.
    let number: Int
  }

  /// The way from one row address of MicroPDF417 to another, in −26…25: they count round, 51 is followed by 0.
  /// ISO/IEC 24728:2006 §5.3.
  static func step(from: Int, to: Int) -> Int { (to - from + 52 + 26) % 52 - 26 }

  /// PDF417 has 3 to 90 rows, MicroPDF417 4 to 44.
  private static let leastRows = 3

  /// Whether rows are even to a row and a half, three different ones at least and all but one in four.
  ///
  /// - Parameters:
  ///   - sightings: in the order of their places.
  ///   - most: rows for each unit of the places.
  ///   - isRound: whether they are addresses of MicroPDF417, which count round.
  static func hold(_ sightings: [Sighting], most: Double = .infinity, isRound: Bool) -> Bool {
    let least = max(3, (3 * sightings.count + 3) / 4)
    for (index, first) in sightings.enumerated() {
      for last in sightings[(index + 1)...] where last.place > first.place {
        let rows = isRound ? step(from: first.number, to: last.number) : last.number - first.number
        let slope = Double(rows) / (last.place - first.place)
        // One more, as both may be read at the border of a row.
        guard rows != 0, Double(abs(rows) - 1) <= most * (last.place - first.place) else { continue }
        let even = sightings.filter { sighting in
          let wanted = Double(first.number) + slope * (sighting.place - first.place)
          let error = abs(Double(sighting.number) - wanted)
          let around = error.truncatingRemainder(dividingBy: 52)
          return (isRound ? min(around, 52 - around) : error) <= 1.5
        }
        // The lines across a linear symbol show the same again and again, but for a misread one.
        if even.count >= least && Set(even.map(\.number)).count >= leastRows { return true }
      }
    }
    return false
  }
}
