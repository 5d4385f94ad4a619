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
  @inline(__always)
  static func bits(
    _ edges: Span<Int32>, from first: Int, step: Int, runs: Int, width: Int, growth: Float = 0
  ) -> Int? {
    let end = first + step * runs
    guard first >= 0, end >= 0, first < edges.count, end < edges.count else { return nil }
    let window = edges.extracting(min(first, end)..<max(first, end) + 1)
    /// Pixels from the first edge to another one.
    func distance(_ run: Int) -> Int {
      Int(step > 0 ? window[run] &- window[0] : window[runs] &- window[runs &- run])
    }
    let span = distance(runs)
    guard span != 0 else { return nil }
    // Modules a pixel, in 2³²nds.
    let scale = (width << 32) / span
    let surplus = Int(growth * Float(scale))
    var result = 0
    var before = 0
    for i in 1...runs {
      let isBar = i & 1 == 1
      let place = (distance(i) &* scale &- (isBar ? surplus : 0) &+ 1 << 31) &>> 32
      let run = place &- before
      guard run > 0 else { return nil }
      result = result &<< run | (isBar ? 1 &<< run &- 1 : 0)
      before = place
    }
    return result
  }
}
