/// The values of a line between its samples, linear from one to the next, at four places in each of some modules.
///
/// - Parameters:
///   - line: samples; beyond the first and the last one all is 0.
///   - place: where module coordinate t lies, counted in samples: x + y t + z t².
///   - offsets: of the places in a module.
///   - modules: the modules, counted from the origin of t.
///   - first: where the first one is stored in `stored`.
/// - Precondition: `stored` has room for them.
/// - Complexity: O(modules), 1 ns a place.
package func sampleLine(
  _ line: [Float], at place: SIMD3<Float>, offsets: SIMD4<Float>, _ modules: Range<Int>, first: Int,
  into stored: inout [SIMD4<Float>]
) {
  precondition(first >= 0 && first + modules.count <= stored.count)
  // Of a line of more than four million samples, which no symbol needs, the first ones: their places are whole numbers of a Float.
  let end = Float(min(line.count, 1 << 22) - 1)
  unsafe line.withUnsafeBufferPointer { line in
    for (number, module) in modules.enumerated() {
      let at = Float(module) + offsets
      let places = place.x + at * (place.y + at * place.z)
      let isInside = (places .>= 0) .& (places .< end)
      let inside = SIMD4<Float>.zero.replacing(with: places, where: isInside)
      // From 2²³ on a Float's last bit is 1, so that a sum with it is rounded, and its lower bits are the whole number: a
      // conversion that traps for each lane costs several times as much.
      let rounded = inside + 8_388_608 - 8_388_608
      let whole = rounded.replacing(with: rounded - 1, where: rounded .> inside)
      let index = unsafe unsafeBitCast(whole + 8_388_608, to: SIMD4<UInt32>.self) & 0x7F_FFFF
      var (left, right) = (SIMD4<Float>.zero, SIMD4<Float>.zero)
      if end > 0 {
        for lane in 0..<4 {
          let at = Int(truncatingIfNeeded: index[lane])
          unsafe left[lane] = line[at]
          unsafe right[lane] = line[at &+ 1]
        }
      }
      stored[first &+ number] = SIMD4<Float>.zero.replacing(
        with: left + (inside - whole) * (right - left), where: isInside)
    }
  }
}
