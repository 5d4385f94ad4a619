extension BarSequence {
  /// The elements of a symbol as they would be seen from the front, where it is seen askew from near: its modules grow from one
  /// end to the other.
  ///
  /// A perspective view of a line has one parameter beside its ends: with x and m as shares of the whole, in pixels and in
  /// modules, m = (1 + r)·x / (1 + r·x). Least squares over the knots tell r.
  ///
  /// - Parameters:
  ///   - elements: the symbol's, from its first bar through its last.
  ///   - knots: edges whose module is known whatever the symbol says, the outermost among them; edges are counted from the first
  ///     bar's, modules from the symbol's first one.
  ///   - knotLimit: modules by which any of them may lie off.
  /// - Returns: nil where modules are as wide at both ends, or where the knots are not those of one view.
  func flattened(
    _ elements: ClosedRange<Int>, knots: [(edge: Int, module: Float)], knotLimit: Float = 0.75
  ) -> BarSequence? {
    let (first, end) = (elements.lowerBound, elements.upperBound + 1)
    let (start, length) = (edges[first], edges[end] - edges[first])
    guard length > 0, let modules = knots.last?.module else { return nil }
    let (scale, share) = (1 / length, 1 / modules)
    @inline(__always)
    func place(_ knot: (edge: Int, module: Float)) -> (x: Float, m: Float) {
      ((edges[first + knot.edge] - start) * scale, knot.module * share)
    }
    var (products, squares): (Float, Float) = (0, 0)
    for knot in knots {
      let (x, m) = place(knot)
      let factor = x * (1 - m)
      products += factor * (m - x)
      squares += factor * factor
    }
    guard squares > 0 else { return nil }
    let r = products / squares
    guard Self.views.contains(abs(r)), r > -1 else { return nil }
    func flat(_ x: Float) -> Float { (1 + r) * x / (1 + r * x) }
    for knot in knots {
      let (x, m) = place(knot)
      guard abs(flat(x) - m) * modules < knotLimit else { return nil }
    }
    var flattened = edges
    for edge in first...end { flattened[edge] = start + length * flat((edges[edge] - start) * scale) }
    return BarSequence(
      edges: flattened, leading: leading, trailing: trailing, startsAtBorder: startsAtBorder,
      endsAtBorder: endsAtBorder)
  }

  /// Views that are flattened: below, modules at the ends differ by less than a fifth, which digits bear; 2 is an end that is as
  /// near as a third of the symbol's own length, seen at 60°.
  private static let views: ClosedRange<Float> = 0.1...2
}
