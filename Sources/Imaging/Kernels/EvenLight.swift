extension LuminanceImage {
  /// The picture as it would be in even light: each pixel by what parts dark from light where it is, which becomes the middle
  /// of grey.
  ///
  /// - Parameter thresholds: the picture's. Between the middles of blocks the factors are interpolated.
  /// - Complexity: O(pixels), eight at a time.
  package func evened(_ thresholds: ThresholdGrid) -> LuminanceImage {
    let (block, columns) = (ThresholdGrid.block, thresholds.columns)
    let factors = thresholds.thresholds.map { EvenLight.factor($0) }
    var row = [UInt32](repeating: 0, count: columns)
    var result = pixels
    for y in 0..<height {
      // In half pixels from the middle of the first row of blocks.
      let along = max(0, 2 * y + 1 - block)
      let first = min(along / (2 * block), thresholds.rows - 1)
      let second = min(first + 1, thresholds.rows - 1)
      let part = UInt32(along % (2 * block))
      for column in 0..<columns {
        let (above, below) = (factors[first * columns + column], factors[second * columns + column])
        row[column] = (above &* (16 &- part) &+ below &* part) &>> 4
      }
      EvenLight.apply(row, to: &result, from: y * width, count: width)
    }
    return LuminanceImage(width: width, height: height, pixels: result, toFrame: toFrame)
  }
}

private enum EvenLight {
  /// The least grey that counts as what parts dark from light: noise of some levels stays below the difference.
  private static let darkest: UInt8 = 8

  /// What a threshold becomes the middle of grey by, in 256ths: 4,096 at most.
  static func factor(_ threshold: UInt8) -> UInt32 { 128 * 256 / UInt32(max(threshold, darkest)) }

  /// From the middle of a block to that of the next one, in sixteenths of the way.
  private static let parts = SIMD8<UInt32>(1, 3, 5, 7, 9, 11, 13, 15)

  /// - Parameter factors: of each block of the row.
  static func apply(_ factors: [UInt32], to pixels: inout [UInt8], from start: Int, count: Int) {
    precondition(!factors.isEmpty && start >= 0 && pixels.count >= start + count)
    unsafe pixels.withUnsafeMutableBytes { bytes in
      func scale(_ x: Int, by factor: UInt32) {
        let value = unsafe UInt32(bytes[start &+ x]) &* factor &>> 8
        unsafe bytes[start &+ x] = UInt8(truncatingIfNeeded: min(value, 255))
      }
      for x in 0..<min(4, count) { scale(x, by: factors[0]) }
      var (x, column) = (4, 0)
      while x &+ 8 <= count, column &+ 1 < factors.count {
        let (a, b) = (factors[column], factors[column &+ 1])
        let factor = a &* (16 &- parts) &+ b &* parts
        let grey = unsafe bytes.loadUnaligned(fromByteOffset: start &+ x, as: SIMD8<UInt8>.self)
        let value = SIMD8<UInt32>(truncatingIfNeeded: grey) &* factor &>> 12
        let most = SIMD8<UInt32>(repeating: 255)
        let even = SIMD8<UInt8>(truncatingIfNeeded: value.replacing(with: most, where: value .> most))
        unsafe bytes.storeBytes(of: even, toByteOffset: start &+ x, as: SIMD8<UInt8>.self)
        x &+= 8
        column &+= 1
      }
      while x < count {
        scale(x, by: factors[min(column, factors.count &- 1)])
        x &+= 1
      }
    }
  }
}
