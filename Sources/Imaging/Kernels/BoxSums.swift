/// Sums over the square around each cell of a grid, clipped at its borders.
///
/// - Parameters:
///   - values: row after row.
///   - radius: cells to every side that count as around.
///   - sums: room for as many; its old contents do not matter.
/// - Complexity: O(cells), whatever the radius: a window slides down the columns, then along each row.
package func boxSums(_ values: [Float], width: Int, height: Int, radius: Int, into sums: inout [Float]) {
  precondition(values.count == width * height && sums.count == values.count && radius >= 0)
  // So many empty columns on either side spare the rows their borders.
  var columns = [Float](repeating: 0, count: width + 2 * radius + 1)
  unsafe values.withUnsafeBufferPointer { value in
    unsafe columns.withUnsafeMutableBufferPointer { column in
      unsafe sums.withUnsafeMutableBufferPointer { sum in
        for entering in 0..<height &+ radius {
          if entering < height {
            for x in 0..<width { unsafe column[x &+ radius] += value[entering &* width &+ x] }
          }
          let leaving = entering &- 2 &* radius &- 1
          if leaving >= 0 {
            for x in 0..<width { unsafe column[x &+ radius] -= value[leaving &* width &+ x] }
          }
          guard entering >= radius else { continue }
          let start = (entering &- radius) &* width
          var window: Float = 0
          for x in 0..<2 &* radius { unsafe window += column[x] }
          for x in 0..<width {
            unsafe window += column[x &+ 2 &* radius]
            unsafe sum[start &+ x] = window
            unsafe window -= column[x]
          }
        }
      }
    }
  }
}
