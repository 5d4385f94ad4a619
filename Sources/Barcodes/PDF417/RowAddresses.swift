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

  /// Whether addresses go up or down evenly, to a row and a half.
  ///
  /// - Parameter sightings: in the order of their places.
  static func countOn(_ sightings: [Sighting]) -> Bool {
    guard let first = sightings.first, let last = sightings.last, last.place > first.place else { return false }
    var rows: [Double] = [0]
    for (before, next) in zip(sightings, sightings.dropFirst()) {
      rows.append(rows[rows.count - 1] + Double(step(from: before.number, to: next.number)))
    }
    let slope = rows[rows.count - 1] / (last.place - first.place)
    return rows[rows.count - 1] != 0
      && zip(sightings, rows).allSatisfy { abs($0.1 - slope * ($0.0.place - first.place)) <= 1.5 }
  }
}
