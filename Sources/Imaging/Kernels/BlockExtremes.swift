/// The darkest and the lightest pixel of each 8×8 block.
struct BlockExtremes: Sendable {
  var darkest: [UInt8] = []
  var lightest: [UInt8] = []

  /// Pixels from which every second row stands for both: what matters in so large a picture is at least two
  /// pixels high.
  private static let largePicture = 600_000

  /// - Complexity: one pass; two instructions for 16 pixels and each extreme.
  mutating func measure(_ grey: [UInt8], width: Int, height: Int, columns: Int, rows: Int) {
    precondition(grey.count >= width * height && columns == (width + 7) / 8 && rows == (height + 7) / 8)
    // One spare byte: blocks are written in pairs.
    darkest.resize(to: columns * rows + 1)
    lightest.resize(to: columns * rows + 1)
    let step = width * height > Self.largePicture ? 2 : 1
    unsafe grey.withUnsafeBytes { source in
      unsafe darkest.withUnsafeMutableBufferPointer { low in
        unsafe lightest.withUnsafeMutableBufferPointer { high in
          for row in 0..<rows {
            let top = row &* 8
            let bottom = min(top &+ 8, height)
            let pairs = width / 16
            for pair in 0..<pairs {
              var dark = SIMD16<UInt8>(repeating: 255)
              var light = SIMD16<UInt8>(repeating: 0)
              var y = top
              while y < bottom {
                let pixels = unsafe source.loadUnaligned(
                  fromByteOffset: y &* width &+ pair &* 16, as: SIMD16<UInt8>.self)
                dark.replace(with: pixels, where: pixels .< dark)
                light.replace(with: pixels, where: pixels .> light)
                y &+= step
              }
              let at = row &* columns &+ pair &* 2
              let (d, l) = (leastOfEights(dark), ~leastOfEights(~light))
              unsafe low[at] = UInt8(truncatingIfNeeded: d[0])
              unsafe low[at &+ 1] = UInt8(truncatingIfNeeded: d[1])
              unsafe high[at] = UInt8(truncatingIfNeeded: l[0])
              unsafe high[at &+ 1] = UInt8(truncatingIfNeeded: l[1])
            }
            for column in pairs &* 2..<columns {
              var dark: UInt8 = 255
              var light: UInt8 = 0
              for y in stride(from: top, to: bottom, by: step) {
                for x in column &* 8..<min(column &* 8 &+ 8, width) {
                  let pixel = unsafe source[y &* width &+ x]
                  dark = min(dark, pixel)
                  light = max(light, pixel)
                }
              }
              unsafe low[row &* columns &+ column] = dark
              unsafe high[row &* columns &+ column] = light
            }
          }
        }
      }
    }
  }
}

/// The least byte of each half, in the half's lowest byte.
@inline(__always)
private func leastOfEights(_ bytes: SIMD16<UInt8>) -> SIMD2<UInt64> {
  var folded = bytes
  for shift: UInt64 in [32, 16, 8] {
    let moved = unsafe unsafeBitCast(unsafeBitCast(folded, to: SIMD2<UInt64>.self) &>> shift, to: SIMD16<UInt8>.self)
    folded.replace(with: moved, where: moved .< folded)
  }
  return unsafe unsafeBitCast(folded, to: SIMD2<UInt64>.self)
}
