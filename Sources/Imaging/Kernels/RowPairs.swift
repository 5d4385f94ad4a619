extension LuminanceImage {
  /// Grey along a line that runs askew, two rows wide: in each column the row that it is in, from there on, the whole next
  /// one, and the rest of the one after that.
  ///
  /// Rows and columns may be the image's or, for a line that goes rather down than across, the other way round.
  ///
  /// - Parameters:
  ///   - start: the row in which it begins, 0 or more.
  ///   - slope: rows for each column, -1 to 1.
  ///   - count: columns.
  ///   - columns: the first pixel of the first one, and pixels from one to the next.
  ///   - rowStride: pixels from one row to the next.
  ///   - line: has the sums of grey levels afterwards, in its first places.
  /// - Precondition: all three rows lie in the image in all columns.
  /// - Complexity: O(count), 1 ns a column.
  package func readRowPairs(
    along start: Double, slope: Double, count: Int, columns: (first: Int, stride: Int), rowStride: Int,
    into line: inout [Float]
  ) {
    guard count > 0 else { return }
    // Places in 2⁻³² of a row: of 65,536 columns the last one is off by 2⁻¹⁶ at most.
    let (first, step) = (Int(start * 0x1p32), Int((slope * 0x1p32).rounded()))
    let last = first &+ (count &- 1) &* step
    precondition(count <= line.count && first >= 0 && last >= 0 && columns.first >= 0)
    precondition(
      (columns.first + (count - 1) * columns.stride) + (max(first, last) >> 32 + 2) * rowStride < pixels.count)
    unsafe pixels.withUnsafeBufferPointer { source in
      unsafe line.withUnsafeMutableBufferPointer { out in
        var (row, column) = (first, columns.first)
        for i in 0..<count {
          let at = column &+ (row &>> 32) &* rowStride
          let part = Float(UInt32(truncatingIfNeeded: row) &>> 8) * 0x1p-24
          let (a, b, c) = unsafe (source[at], source[at &+ rowStride], source[at &+ 2 &* rowStride])
          unsafe out[i] = Float(a) * (1 - part) + Float(b) + Float(c) * part
          row &+= step
          column &+= columns.stride
        }
      }
    }
  }
}
