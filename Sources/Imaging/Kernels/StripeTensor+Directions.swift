extension StripeTensor {
  /// Tells of each block in which direction its stripes' normal lies, together with the eight blocks around it.
  ///
  /// - Parameters:
  ///   - leastEnergy: that the block itself must have.
  ///   - leastCoherence: the share of the nine blocks' energy that must lie along one line.
  ///   - cosines: receives the doubled angle's cosine for each block, or 0 where it is not striped.
  ///   - sines: the same with its sine.
  /// - Complexity: O(blocks), four at a time.
  package func judge(leastEnergy: Float, leastCoherence: Float, cosines: inout [Float], sines: inout [Float]) {
    let count = columns * rows
    precondition(energy.count == count && cosine.count == count && sine.count == count)
    if cosines.count != count { cosines = [Float](repeating: 0, count: count) }
    if sines.count != count { sines = [Float](repeating: 0, count: count) }
    guard count > 0 else { return }
    // Sums over three rows, so that a block takes two more additions and not eight; with nothing beside the border's
    // blocks. The outermost rows count twice, which leaves angles and shares as they are.
    let wide = columns + 2
    var sums = [Float](repeating: 0, count: 3 * wide)
    let least = leastCoherence * leastCoherence
    for row in 0..<rows {
      let (above, at, below) = (max(row - 1, 0) * columns, row * columns, min(row + 1, rows - 1) * columns)
      addUp(energy, above, at, below, into: &sums, from: 1)
      addUp(cosine, above, at, below, into: &sums, from: wide + 1)
      addUp(sine, above, at, below, into: &sums, from: 2 * wide + 1)
      unsafe sums.withUnsafeBufferPointer { sums in
        unsafe energy.withUnsafeBufferPointer { energy in
          unsafe cosines.withUnsafeMutableBufferPointer { cosines in
            unsafe sines.withUnsafeMutableBufferPointer { sines in
              for column in 0..<columns {
                @inline(__always)
                func nine(_ part: Int) -> Float {
                  let first = part &* wide &+ column
                  return unsafe sums[first] + sums[first &+ 1] + sums[first &+ 2]
                }
                let (whole, x, y) = (nine(0), nine(1), nine(2))
                let square = x * x + y * y
                let isStriped = unsafe energy[at &+ column] >= leastEnergy && square >= least * whole * whole
                let scale = isStriped ? 1 / square.squareRoot() : 0
                unsafe cosines[at &+ column] = x * scale
                unsafe sines[at &+ column] = y * scale
              }
            }
          }
        }
      }
    }
  }

  private func addUp(
    _ values: [Float], _ above: Int, _ at: Int, _ below: Int, into sums: inout [Float], from target: Int
  ) {
    unsafe values.withUnsafeBufferPointer { values in
      unsafe sums.withUnsafeMutableBufferPointer { sums in
        for column in 0..<columns {
          unsafe sums[target &+ column] =
            values[above &+ column] + values[at &+ column] + values[below &+ column]
        }
      }
    }
  }
}
