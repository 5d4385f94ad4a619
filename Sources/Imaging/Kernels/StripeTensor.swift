/// How striped a picture is, and in which direction, for each block of 8×8 pixels: the structure tensor of
/// its grey gradients.
///
/// With `energy` E, `cosine` C and `sine` S of a block, the stripes' normal has the angle `atan2(S, C) / 2` (x
/// right, y down), and √(C² + S²) / E tells how much they are stripes: 1 for straight parallel edges, near 0
/// for text and noise. Sums over several blocks are read the same way.
public struct StripeTensor: Sendable {
  /// Pixels along a block's side.
  public static let block = 8
  /// Squared gradients that each block adds up: eight columns of every second row.
  public static let samples = 32

  /// Whole blocks in a row of the image; what is left at its right and lower border is not measured.
  public private(set) var columns = 0
  public private(set) var rows = 0
  /// Sum of gx² + gy² over a block's samples, in squared half grey levels a pixel.
  public private(set) var energy: [Float] = []
  /// Sum of gx² − gy².
  public private(set) var cosine: [Float] = []
  /// Sum of 2·gx·gy.
  public private(set) var sine: [Float] = []

  public init() {}

  /// Measures an image anew, in the memory it has already.
  ///
  /// Gradients are Roberts' cross, whose 2×2 pixels still answer to stripes of one pixel, where a central
  /// difference sees nothing: a = p(x+1, y+1) − p(x, y) is gx + gy and b = p(x+1, y) − p(x, y+1) is gx − gy.
  ///
  /// - Complexity: one pass over every second pair of rows; about 0.7 ms for 1920×1080.
  public mutating func measure(_ image: LuminanceImage) {
    columns = (image.width - 1) / Self.block
    rows = image.height / Self.block
    let count = columns * rows
    if energy.count != count {
      energy = [Float](repeating: 0, count: count)
      cosine = energy
      sine = energy
    }
    let width = image.width
    let least = SIMD8<Int16>(repeating: -127)
    unsafe image.pixels.withUnsafeBytes { pixels in
      unsafe energy.withUnsafeMutableBufferPointer { energy in
        unsafe cosine.withUnsafeMutableBufferPointer { cosine in
          unsafe sine.withUnsafeMutableBufferPointer { sine in
            for row in 0..<rows {
              for column in 0..<columns {
                var aa = SIMD8<Int16>.zero
                var bb = SIMD8<Int16>.zero
                var ab = SIMD8<Int16>.zero
                var start = row &* 8 &* width &+ column &* 8
                for _ in 0..<4 {
                  let p00 = unsafe load(pixels, start)
                  let p10 = unsafe load(pixels, start &+ 1)
                  let p01 = unsafe load(pixels, start &+ width)
                  let p11 = unsafe load(pixels, start &+ width &+ 1)
                  // Halved, and from −127 on, a square is at most 127² and four of them fit 16 bits without a sign;
                  // of the signed product half of that fits.
                  let a = pointwiseMax((p11 &- p00) &>> 1, least)
                  let b = pointwiseMax((p10 &- p01) &>> 1, least)
                  aa &+= a &* a
                  bb &+= b &* b
                  ab &+= (a &* b) &>> 1
                  start &+= 2 &* width
                }
                let sumA = Float(SIMD8<UInt32>(truncatingIfNeeded: SIMD8<UInt16>(truncatingIfNeeded: aa)).wrappedSum())
                let sumB = Float(SIMD8<UInt32>(truncatingIfNeeded: SIMD8<UInt16>(truncatingIfNeeded: bb)).wrappedSum())
                let product = 2 * Float(SIMD8<Int32>(truncatingIfNeeded: ab).wrappedSum())
                let at = row &* columns &+ column
                unsafe energy[at] = (sumA + sumB) / 2
                unsafe cosine[at] = product
                unsafe sine[at] = (sumA - sumB) / 2
              }
            }
          }
        }
      }
    }
  }
}

@inline(__always)
private func load(_ pixels: UnsafeRawBufferPointer, _ offset: Int) -> SIMD8<Int16> {
  unsafe SIMD8<Int16>(truncatingIfNeeded: pixels.loadUnaligned(fromByteOffset: offset, as: SIMD8<UInt8>.self))
}
