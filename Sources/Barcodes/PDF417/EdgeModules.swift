/// Runs of a scan line as modules.
enum EdgeModules {
  /// Bars and spaces between edges as bits, the first module highest; nil where a run has no module or the line has no
  /// such edges.
  ///
  /// - Parameters:
  ///   - edges: of a scan line.
  ///   - first: the edge with which the first bar begins.
  ///   - step: 1 to the right, −1 to the left.
  ///   - width: modules of all the runs.
  ///   - growth: pixels by which bars seem longer than they are.
  static func bits(
    _ edges: Span<Int32>, from first: Int, step: Int, runs: Int, width: Int, growth: Float = 0
  ) -> Int? {
    let end = first + step * runs
    guard first >= 0, end >= 0, first < edges.count, end < edges.count else { return nil }
    let begin = edges[first]
    let span = Int(abs(edges[end] &- begin))
    guard span != 0 else { return nil }
    // Modules a pixel, in 2³²nds.
    let scale = (width << 32) / span
    let surplus = Int(growth * Float(scale))
    var result = 0
    var before = 0
    for i in 1...runs {
      let isBar = i & 1 == 1
      let distance = Int(abs(edges[first + step * i] &- begin)) &* scale &- (isBar ? surplus : 0)
      let place = (distance &+ 1 << 31) &>> 32
      let run = place &- before
      guard run > 0 else { return nil }
      result = result << run | (isBar ? (1 << run) - 1 : 0)
      before = place
    }
    return result
  }
}
