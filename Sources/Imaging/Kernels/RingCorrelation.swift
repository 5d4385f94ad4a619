/// How like concentric squares a patch of grey values is, at each place where they fit into it.
///
/// A square's sum is that of its rows' sums, and those of a larger square differ by two values a row: so a place costs
/// some forty additions, eight beside each other, where the pattern's samples one by one would cost 243.
package struct RingCorrelation: Sendable {
  /// Rings from the middle outward; true is dark.
  private let rings: [Bool]
  /// Samples a module, along rows and columns.
  private let steps: Int
  /// The squares whose sums tell the dark modules' one, by the number of rings around their middle.
  private let squares: [(rings: Int, factor: Float)]
  /// Modules in the whole pattern, and how many of them are dark.
  private let modules: Float
  private let dark: Float
  /// Sums over parts of the patch's rows: for each of the squares, then for the whole, then of its squared values.
  private var parts: [[Float]] = []
  /// The same over whole squares, for a row of places.
  private var sums: [Float] = []

  /// Squared grey levels around a pattern's mean below which there is nothing but noise: a spread of 4 levels.
  private static let leastSpread: Float = 16

  /// - Precondition: there are dark and light rings.
  package init(rings: [Bool], steps: Int) {
    precondition(rings.contains(true) && rings.contains(false) && steps > 0)
    self.rings = rings
    self.steps = steps
    // What is dark in a ring but not in the next one ends there, and the other way round.
    squares = rings.indices.compactMap { ring in
      let (here, next) = (rings[ring], ring + 1 < rings.count && rings[ring + 1])
      return here == next ? nil : (ring, here ? 1 : -1)
    }
    modules = Float((2 * rings.count - 1) * (2 * rings.count - 1))
    dark = squares.reduce(0) { $0 + $1.factor * Float((2 * $1.rings + 1) * (2 * $1.rings + 1)) }
  }

  /// Correlations from −1 to 1, row after row; 0 where there is no contrast.
  ///
  /// - Parameters:
  ///   - patch: rows of samples.
  ///   - stride: from one of its rows to the next.
  ///   - side: samples in a row and rows, for the pattern's middle to have `side - 2 · steps · (rings - 1)` places each
  ///     way.
  /// - Complexity: O(side² · rings); 12 µs for the 441 places of a radius of five modules.
  package mutating func correlate(_ patch: [Float], stride: Int, side: Int, into scores: inout [Float]) {
    let reach = (rings.count - 1) * steps
    let places = side - 2 * reach
    precondition(places > 0 && stride >= side && patch.count >= stride * (side - 1) + side)
    if scores.count < places * places { scores = [Float](repeating: 0, count: places * places) }
    if parts.count != squares.count + 2 { parts = [[Float]](repeating: [], count: squares.count + 2) }
    for part in parts.indices where parts[part].count < side * places {
      parts[part] = [Float](repeating: 0, count: side * places)
    }
    if sums.count < 3 * places { sums = [Float](repeating: 0, count: 3 * places) }
    let whole = squares.count
    for part in squares.indices { addAlongRows(patch, stride, side, places, rings: squares[part].rings, part) }
    addAlongRows(patch, stride, side, places, rings: rings.count - 1, whole)
    addAlongRows(patch.map { $0 * $0 }, stride, side, places, rings: rings.count - 1, whole + 1)
    for row in 0..<places {
      for i in 0..<places { sums[i] = 0 }
      for part in squares.indices {
        addColumns(part, row, places, rings: squares[part].rings, factor: squares[part].factor, at: 0)
      }
      for i in places..<3 * places { sums[i] = 0 }
      addColumns(whole, row, places, rings: rings.count - 1, factor: 1, at: places)
      addColumns(whole + 1, row, places, rings: rings.count - 1, factor: 1, at: 2 * places)
      score(places, into: &scores, at: row * places)
    }
  }

  /// Each place's sum over the samples that so many rings take of its row.
  private mutating func addAlongRows(
    _ patch: [Float], _ stride: Int, _ side: Int, _ places: Int, rings: Int, _ part: Int
  ) {
    let reach = (self.rings.count - 1) * steps
    unsafe patch.withUnsafeBufferPointer { patch in
      unsafe parts[part].withUnsafeMutableBufferPointer { out in
        for row in 0..<side {
          let middle = row &* stride &+ reach
          for i in 0..<places { unsafe out[row &* places &+ i] = patch[middle &+ i] }
          var away = steps
          for _ in 0..<rings {
            for i in 0..<places {
              unsafe out[row &* places &+ i] += patch[middle &+ i &- away] + patch[middle &+ i &+ away]
            }
            away &+= steps
          }
        }
      }
    }
  }

  /// Adds the rows that so many rings take to the sums of a row of places.
  private mutating func addColumns(
    _ part: Int, _ row: Int, _ places: Int, rings: Int, factor: Float, at target: Int
  ) {
    let reach = (self.rings.count - 1) * steps
    unsafe parts[part].withUnsafeBufferPointer { values in
      unsafe sums.withUnsafeMutableBufferPointer { out in
        var from = (row &+ reach &- rings &* steps) &* places
        for _ in 0..<2 &* rings &+ 1 {
          for i in 0..<places { unsafe out[target &+ i] += factor * values[from &+ i] }
          from &+= steps &* places
        }
      }
    }
  }

  /// For two groups of shares p and q the correlation is difference · √(p·q) / σ.
  private func score(_ places: Int, into scores: inout [Float], at start: Int) {
    let (dark, light) = (dark, modules - dark)
    let scale = (dark * light).squareRoot() / modules
    let (perDark, perLight, perModule) = (1 / dark, 1 / light, 1 / modules)
    unsafe sums.withUnsafeBufferPointer { sums in
      unsafe scores.withUnsafeMutableBufferPointer { out in
        for i in 0..<places {
          let (darks, all, squares) = unsafe (sums[i], sums[places &+ i], sums[2 &* places &+ i])
          let mean = all * perModule
          let spread = squares * perModule - mean * mean
          let difference = (all - darks) * perLight - darks * perDark
          unsafe out[start &+ i] = spread > Self.leastSpread ? difference * scale / spread.squareRoot() : 0
        }
      }
    }
  }
}
