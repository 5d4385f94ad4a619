extension LuminanceImage {
  /// Grey along a line that runs askew, two rows wide: in each column the row that it is in, from there on, the whole next
  /// one, and the rest of the one after that.
  ///
  /// - Parameters:
  ///   - row: the one in which the line meets the column `origin`.
  ///   - slope: rows for each column, -1 to 1.
  ///   - columns: counted from `origin`.
  ///   - origin: the image's column from which they are counted.
  ///   - isSteep: takes the image's rows for columns and its columns for rows, for a line that goes rather down than across.
  ///   - line: has the sums of grey levels afterwards, in its first places.
  /// - Precondition: the columns, and in each of them all three rows, lie in the image.
  /// - Complexity: O(columns), about 1 ns each.
  package func readRowPairs(
    from row: Double, slope: Double, columns: Range<Int>, origin: Int, isSteep: Bool, into line: inout [Float]
  ) {
    guard let first = columns.first, let last = columns.last else { return }
    let (allColumns, allRows) = isSteep ? (height, width) : (width, height)
    let (columnStride, rowStride) = isSteep ? (width, 1) : (1, width)
    // The rows go one way, so that all lie between those of the two ends.
    for column in [first, last] {
      let place = row + slope * Double(column)
      precondition(place >= 0 && place < Double(allRows - 2), "three rows of the image")
    }
    precondition(origin + first >= 0 && origin + last < allColumns && columns.count <= line.count)
    unsafe pixels.withUnsafeBufferPointer { source in
      unsafe line.withUnsafeMutableBufferPointer { out in
        for column in columns {
          let place = row + slope * Double(column)
          let whole = Int(place)
          let part = Float(place - Double(whole))
          let at = (origin &+ column) &* columnStride &+ whole &* rowStride
          let (a, b, c) = unsafe (source[at], source[at &+ rowStride], source[at &+ 2 &* rowStride])
          unsafe out[column &- first] = Float(a) * (1 - part) + Float(b) + Float(c) * part
        }
      }
    }
  }
}
