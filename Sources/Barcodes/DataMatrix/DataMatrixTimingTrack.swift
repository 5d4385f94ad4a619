/// Follows an alternating side from module to module where some of its modules are torn, filled or run together.
///
/// Of all ways to cut the side into its modules the one is taken whose modules are darkest and lightest where they
/// should be and whose widths are most even: a shortest path, found module by module (Viterbi).
package struct DataMatrixTimingTrack: Sendable {
  /// The borders between the modules, in samples from the first; one more than there are modules.
  package let borders: [Int]
  /// The mean of how well the modules show, from −1 to 1.
  package let likeness: Double

  /// Modules by which a border may lie beside where even modules would have it: a quarter turn of a cylinder moves
  /// the middle by more than a tenth of its width, and what is wrong by more shows so at other sizes.
  private static func mostShift(_ modules: Int) -> Int { max(2, modules / 8) }
  /// The widths of a module as parts of the even one.
  private static let (narrowest, widest) = (0.5, 1.6)
  /// What a module that is wider or narrower than the even one by all of it costs, compared with one that shows.
  private static let stiffness = 1.5

  /// - Parameters:
  ///   - levels: along the side, from `margin` samples before where it should begin to as many after its end; 1 for
  ///     the lightest, −1 for the darkest.
  ///   - samples: to an even module.
  package init?(_ levels: [Float], modules: Int, samples: Int, margin: Int, isFirstDark: Bool) {
    guard modules >= 2, levels.count > modules * samples + 2 * margin else { return nil }
    // What is before each sample: a module's sum is a difference of two of these.
    var sums: [Double] = [0]
    sums.reserveCapacity(levels.count + 1)
    for level in levels { sums.append(sums[sums.count - 1] + Double(level)) }
    let reach = Self.mostShift(modules) * samples
    let places = 2 * reach + 1
    let widths = Int(Self.narrowest * Double(samples))...Int(Self.widest * Double(samples))
    let costs = widths.map {
      let excess = Double($0 - samples) / Double(samples)
      return Self.stiffness * excess * excess * Double(samples)
    }
    func place(_ border: Int, _ index: Int) -> Int { margin + border * samples + index - reach }

    // Before the first border and after the last one there is ground. All that there is counts in every way to cut it,
    // so that none gains by taking more.
    var best = (0..<places).map { index -> Double in
      let end = place(0, index)
      guard abs(index - reach) <= margin, sums.indices.contains(end) else { return -.infinity }
      return sums[end]
    }
    var origins: [[Int16]] = []
    origins.reserveCapacity(modules)
    for module in 0..<modules {
      let sign: Double = (module % 2 == 0) == isFirstDark ? -1 : 1
      var next = [Double](repeating: -.infinity, count: places)
      var origin = [Int16](repeating: -1, count: places)
      for index in 0..<places {
        let end = place(module + 1, index)
        guard sums.indices.contains(end) else { continue }
        for width in widths {
          let before = index + samples - width
          guard 0..<places ~= before, best[before] > -.infinity else { continue }
          let value = best[before] + sign * (sums[end] - sums[end - width]) - costs[width - widths.lowerBound]
          if value > next[index] { (next[index], origin[index]) = (value, Int16(before)) }
        }
      }
      best = next
      origins.append(origin)
    }
    var last: (index: Int, value: Double)?
    for index in 0..<places where best[index] > -.infinity && abs(index - reach) <= margin {
      let end = place(modules, index)
      let value = best[index] + sums[levels.count] - sums[end]
      if value > last?.value ?? -.infinity { last = (index, value) }
    }
    guard let last else { return nil }

    var index = last.index
    var borders = [place(modules, index)]
    for module in (0..<modules).reversed() {
      index = Int(origins[module][index])
      borders.append(place(module, index))
    }
    borders.reverse()
    self.borders = borders
    var shown = 0.0
    for module in 0..<modules {
      let sign: Double = (module % 2 == 0) == isFirstDark ? -1 : 1
      let (from, to) = (borders[module], borders[module + 1])
      shown += sign * (sums[to] - sums[from]) / Double(to - from)
    }
    likeness = shown / Double(modules)
  }
}
