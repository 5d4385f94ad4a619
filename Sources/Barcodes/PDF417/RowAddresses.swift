/// Numbers of MicroPDF417's row address patterns, which count on from row to row. ISO/IEC 24728:2006 §5.3.
enum RowAddresses {
  struct Sighting {
    /// Along the side, in any unit.
    let place: Double
    /// 0…51
    let number: Int
  }

  /// The way from one address to another, in −26…25: they count round, 51 is followed by 0.
  static func step(from: Int, to: Int) -> Int { (to - from + 52 + 26) % 52 - 26 }

  /// Whether addresses go up or down evenly, to a row and a half and but for one in four.
  ///
  /// - Parameters:
  ///   - sightings: in the order of their places.
  ///   - most: rows for each unit of the places.
  static func countOn(_ sightings: [Sighting], most: Double = .infinity) -> Bool {
    let least = max(3, (3 * sightings.count + 3) / 4)
    for (index, first) in sightings.enumerated() {
      for last in sightings[(index + 1)...] where last.place > first.place {
        let rows = step(from: first.number, to: last.number)
        let slope = Double(rows) / (last.place - first.place)
        // One more, as both may be read at the border of a row.
        guard rows != 0, Double(abs(rows) - 1) <= most * (last.place - first.place) else { continue }
        let even = sightings.count { sighting in
          let wanted = Double(first.number) + slope * (sighting.place - first.place)
          let error = (Double(sighting.number) - wanted).truncatingRemainder(dividingBy: 52)
          return min(abs(error), 52 - abs(error)) <= 1.5
        }
        if even >= least { return true }
      }
    }
    return false
  }
}
