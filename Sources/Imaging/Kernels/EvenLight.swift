extension LuminanceImage {
  /// The picture as it would be in even light: each pixel by what parts dark from light where it is, which becomes the middle
  /// of grey.
  ///
  /// - Parameter thresholds: the picture's, of which each is taken for its block's middle.
  /// - Complexity: O(pixels), eight at a time.
  package func evened(_ thresholds: ThresholdGrid) -> LuminanceImage {
    let (block, columns) = (ThresholdGrid.block, thresholds.columns)
    var levels = [Float](repeating: 0, count: columns)
    var result = pixels
    for y in 0..<height {
      // In half pixels from the middle of the first row of blocks.
      let along = max(0, 2 * y + 1 - block)
      let first = min(along / (2 * block), thresholds.rows - 1)
      let second = min(first + 1, thresholds.rows - 1)
      let part = along % (2 * block)
      for column in 0..<columns {
        let above = Int(thresholds.thresholds[first * columns + column])
        let below = Int(thresholds.thresholds[second * columns + column])
        levels[column] = Float(above * (2 * block - part) + below * part) / Float(2 * block)
      }
      EvenLight.apply(levels, to: &result, from: y * width, count: width)
    }
    return LuminanceImage(width: width, height: height, pixels: result, toFrame: toFrame)
  }
}

private enum EvenLight {
  /// The least grey that counts as what parts dark from light: noise of some levels stays below the difference.
  private static let darkest: Float = 8
  private static let middle: Float = 128

  /// From the middle of a block to that of the next one.
  private static let parts = SIMD8<Float>(1, 3, 5, 7, 9, 11, 13, 15) / 16

  /// 2²³, from which on a float's last bits are a whole number.
  private static let whole: Float = 0x1p23

  /// - Parameter levels: of each block of the row.
  static func apply(_ levels: [Float], to pixels: inout [UInt8], from start: Int, count: Int) {
    precondition(!levels.isEmpty && start >= 0 && pixels.count >= start + count)
    unsafe pixels.withUnsafeMutableBytes { bytes in
      func even(_ x: Int, by level: Float) {
        let value = unsafe middle * Float(bytes[start &+ x]) / max(level, darkest)
        unsafe bytes[start &+ x] = UInt8(min(value, 255).rounded())
      }
      for x in 0..<min(4, count) { even(x, by: levels[0]) }
      var (x, column) = (4, 0)
      let (lowest, most) = (SIMD8<Float>(repeating: darkest), SIMD8<Float>(repeating: 255))
      while x &+ 8 <= count, column &+ 1 < levels.count {
        let level = levels[column] + (levels[column &+ 1] - levels[column]) * parts
        let bright = level.replacing(with: lowest, where: level .< lowest)
        let bytesThere = unsafe bytes.loadUnaligned(fromByteOffset: start &+ x, as: SIMD8<UInt8>.self)
        let bits = SIMD8<UInt32>(truncatingIfNeeded: bytesThere) | whole.bitPattern
        let grey = unsafe unsafeBitCast(bits, to: SIMD8<Float>.self) - whole
        let value = middle * grey / bright
        let shown = value.replacing(with: most, where: value .> most) + whole
        let rounded = SIMD8<UInt8>(truncatingIfNeeded: unsafe unsafeBitCast(shown, to: SIMD8<UInt32>.self))
        unsafe bytes.storeBytes(of: rounded, toByteOffset: start &+ x, as: SIMD8<UInt8>.self)
        x &+= 8
        column &+= 1
      }
      while x < count {
        even(x, by: levels[min(column, levels.count &- 1)])
        x &+= 1
      }
    }
  }
}
