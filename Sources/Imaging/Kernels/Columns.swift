extension LuminanceImage {
  /// Replaces this image by some columns of another one, each as a row, in the memory it has already: the other
  /// one turned, so that what scans rows scans columns. Its places are those of the turned picture, not the frame's.
  ///
  /// - Precondition: `step` is positive.
  /// - Complexity: one pass over the other image's rows; O(its pixels / step), about 1 ns each.
  package mutating func becomeColumns(of other: LuminanceImage, every step: Int) {
    precondition(step > 0, "columns go forward")
    let lines = (other.width + step - 1) / step
    let (from, length) = (other.width, other.height)
    width = length
    height = lines
    pixels.resize(to: lines * length)
    unsafe other.pixels.withUnsafeBufferPointer { source in
      unsafe pixels.withUnsafeMutableBufferPointer { target in
        // Sixteen rows at a time, so that what is written lies together.
        var top = 0
        while top < length {
          let bottom = min(top &+ 16, length)
          for line in 0..<lines {
            var at = top &* from &+ line &* step
            let start = line &* length
            for y in top..<bottom {
              unsafe target[start &+ y] = source[at]
              at &+= from
            }
          }
          top = bottom
        }
      }
    }
  }
}
