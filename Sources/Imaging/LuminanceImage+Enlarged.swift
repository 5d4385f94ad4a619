extension LuminanceImage {
  /// This image at `factor` times its size, interpolated between its pixels, with `margin` pixels (of this one) of its lightest grey
  /// around it: for symbols of a pixel a module, and for those that fill their picture.
  ///
  /// - Parameter factor: at least 1.
  /// - Complexity: O(pixels of the result).
  package func enlarged(by factor: Int, margin: Int) -> LuminanceImage {
    let (columns, rows) = (
      InterpolatedPlace.all(among: width, factor: factor), InterpolatedPlace.all(among: height, factor: factor)
    )
    let newWidth = (width + 2 * margin) * factor
    let newHeight = (height + 2 * margin) * factor
    var result = [UInt8](repeating: pixels.max() ?? 255, count: newWidth * newHeight)
    // What both ways together make of a grey level.
    let whole = Int32(4 * factor * factor)
    var between = [Int32](repeating: 0, count: width)
    for (y, row) in rows.enumerated() {
      for x in 0..<width {
        between[x] = row.of(Int32(pixels[row.near * width + x]), Int32(pixels[row.far * width + x]))
      }
      let start = (y + margin * factor) * newWidth + margin * factor
      for (x, column) in columns.enumerated() {
        let sum = column.of(between[column.near], between[column.far])
        result[start + x] = UInt8(truncatingIfNeeded: (sum + whole / 2) / whole)
      }
    }
    return LuminanceImage(width: newWidth, height: newHeight, pixels: result)
  }
}

/// A place between two pixels of a row or a column, by how near it is to the middle of either.
private struct InterpolatedPlace {
  let near, far: Int
  private let nearParts, farParts: Int32

  /// The places of an image that is `factor` times as large; beyond the middles of the outermost pixels these go on.
  static func all(among count: Int, factor: Int) -> [InterpolatedPlace] {
    (0..<count * factor).map { place in
      // From the first pixel's middle, in halves of a place.
      let distance = min(max(2 * place + 1 - factor, 0), 2 * factor * (count - 1))
      let (near, parts) = distance.quotientAndRemainder(dividingBy: 2 * factor)
      return InterpolatedPlace(
        near: near, far: min(near + 1, count - 1), nearParts: Int32(2 * factor - parts), farParts: Int32(parts))
    }
  }

  /// Two values, each as often as the place is near to it: `2 * factor` times in all.
  func of(_ near: Int32, _ far: Int32) -> Int32 { nearParts &* near &+ farParts &* far }
}
