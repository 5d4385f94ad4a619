/// Grey noise with plateaus, so that blocks with and without edges occur; the same for the same seed.
func texture(width: Int, height: Int, seed: UInt64) -> [UInt8] {
  var state = seed
  return (0..<width * height).map { i in
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    let plateau = (i % width / 13 + i / width / 11) % 3
    return plateau == 0 ? UInt8(truncatingIfNeeded: state >> 56) : UInt8(90 + plateau * 40)
  }
}

/// Widths around the kernels' strides of 8, 16 and 64.
let sizes = [(64, 16), (65, 17), (63, 9), (128, 24), (200, 41), (7, 5), (16, 8), (79, 40)]
