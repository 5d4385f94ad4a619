/// Adds to each sum the products of a line's values with those so many places on as the sum has places before it.
///
/// - Parameters:
///   - count: values of the line that count.
///   - sums: for no place on, for one, for two…
/// - Precondition: the line has the values.
/// - Complexity: O(values × sums).
package func addLagProducts(_ line: [Float], count: Int, to sums: inout [Float]) {
  precondition(count >= 0 && count <= line.count)
  unsafe line.withUnsafeBytes { values in
    for lag in sums.indices where lag < count {
      // A sum of floats is not reordered by the compiler, so that it would go value by value.
      var sixteen = SIMD16<Float>.zero
      var i = 0
      while i &+ 16 <= count &- lag {
        unsafe sixteen +=
          values.loadUnaligned(fromByteOffset: 4 &* i, as: SIMD16<Float>.self)
          * values.loadUnaligned(fromByteOffset: 4 &* (i &+ lag), as: SIMD16<Float>.self)
        i &+= 16
      }
      var rest = sixteen.sum()
      while i < count &- lag {
        rest += line[i] * line[i &+ lag]
        i &+= 1
      }
      sums[lag] += rest
    }
  }
}
