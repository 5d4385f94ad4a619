/// Where the parabola through three values a step apart has its peak, in steps from the middle one: what tells the place
/// of a maximum between samples.
///
/// - Returns: −0.5 to 0.5; 0 where the values do not bend down.
@inline(__always)
func parabolaPeak<Value: BinaryFloatingPoint>(_ before: Value, _ middle: Value, _ after: Value) -> Value {
  let bend = before - 2 * middle + after
  guard bend < 0 else { return 0 }
  return max(-0.5, min(0.5, (before - after) / (2 * bend)))
}
