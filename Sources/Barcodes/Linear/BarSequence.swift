/// What one scan line saw: bars and spaces by their widths, with the light before and after them.
package struct BarSequence: Sendable {
  /// Where light turns dark (even indices) and dark turns light (odd ones), ascending, in pixels along the
  /// line; an even number.
  package let edges: [Float]
  /// Widths of the elements in pixels: bars at even indices, spaces between them at odd ones.
  package let widths: [Float]
  /// Light before the first bar, in pixels, up to the next dark or to the end of what was seen.
  package let leading: Float
  /// Light after the last bar.
  package let trailing: Float

  /// True where what is before the first bar ends at the image's border, so that nobody knows what follows.
  package let startsAtBorder: Bool
  package let endsAtBorder: Bool

  /// - Precondition: the edges are ascending and even in number.
  package init(
    edges: [Float], leading: Float, trailing: Float, startsAtBorder: Bool = false, endsAtBorder: Bool = false
  ) {
    precondition(edges.count.isMultiple(of: 2), "a bar has two edges")
    self.edges = edges
    self.leading = leading
    self.trailing = trailing
    self.startsAtBorder = startsAtBorder
    self.endsAtBorder = endsAtBorder
    widths = edges.count < 2 ? [] : (1..<edges.count).map { edges[$0] - edges[$0 - 1] }
  }

  /// The same bars as seen from the other end.
  package var reversed: BarSequence {
    BarSequence(
      edges: edges.reversed().map { -$0 }, leading: trailing, trailing: leading, startsAtBorder: endsAtBorder,
      endsAtBorder: startsAtBorder)
  }

  /// Light before the bar at this element, in pixels.
  package func lightBefore(_ element: Int) -> Float { element == 0 ? leading : widths[element - 1] }
  /// Light after the bar at this element, in pixels.
  package func lightAfter(_ element: Int) -> Float {
    element == widths.count - 1 ? trailing : widths[element + 1]
  }

  /// Judges the quiet zones of a symbol from the first to the last of these elements.
  ///
  /// - Parameter least: pixels of light that there must be on either side.
  /// - Returns: how many of the two the image's border cuts short, or nil where something dark does.
  package func cutQuietZones(_ first: Int, _ last: Int, least: Float) -> Int? {
    var cut = 0
    if lightBefore(first) < least {
      guard first == 0, startsAtBorder else { return nil }
      cut += 1
    }
    if lightAfter(last) < least {
      guard last == widths.count - 1, endsAtBorder else { return nil }
      cut += 1
    }
    return cut
  }

  /// True where there is so much light before an element, or the image's border.
  package func isQuietBefore(_ element: Int, least: Float) -> Bool {
    lightBefore(element) >= least || (element == 0 && startsAtBorder)
  }

  /// True where there is so much light behind an element, or the image's border.
  package func isQuietAfter(_ element: Int, least: Float) -> Bool {
    lightAfter(element) >= least || (element == widths.count - 1 && endsAtBorder)
  }

  /// True where bars and spaces like a symbol's go on beyond the light at one of its ends: it is a part of a longer one, of
  /// which dirt or glare hides a part.
  ///
  /// Cloth and wood have stripes as narrow as those of the symbol before them. But what goes on has the symbol's own widths,
  /// beyond some that glare made thinner.
  ///
  /// - Parameters:
  ///   - elements: the symbol, from its first bar through its last.
  ///   - narrow: width of its narrow elements in pixels.
  ///   - scatter: the widths of its elements.
  func goOn(_ elements: ClosedRange<Int>, narrow: Float, _ scatter: WidthScatter) -> Bool {
    /// The narrow width at an end: seen aslant one end's is twice the other's.
    func narrowest(_ range: ClosedRange<Int>) -> Float {
      let narrows = range.filter { elements.contains($0) && widths[$0] < Self.leastWide * narrow }.map { widths[$0] }
      return narrows.isEmpty ? narrow : narrows.reduce(0, +) / Float(narrows.count)
    }
    func areBars(_ range: Range<Int>, narrow: Float) -> Bool {
      guard range.lowerBound >= 0, range.upperBound <= widths.count else { return false }
      return range.allSatisfy { scatter.holds(widths[$0] / narrow, isBar: $0.isMultiple(of: 2)) }
    }
    let count = 7
    let (first, last) = (elements.lowerBound, elements.upperBound)
    let (before, after) = (narrowest(first...first + 9), narrowest(last - 9...last))
    return stride(from: 0, through: Self.mostFaded, by: 2).contains { faded in
      let (ahead, behind) = (first - 1 - faded, last + 2 + faded)
      return lightBefore(first) < Self.ownQuiet * before && areBars(ahead - count..<ahead, narrow: before)
        || lightAfter(last) < Self.ownQuiet * after && areBars(behind..<behind + count, narrow: after)
    }
  }

  /// How many other elements lie within a symbol's own length on either side of it.
  func elementsBeside(_ elements: ClosedRange<Int>) -> Int {
    let (start, end) = (edges[elements.lowerBound], edges[elements.upperBound + 1])
    let room = end - start
    let reached = edges.count { start - room...end + room ~= $0 }
    return reached - elements.count - 1
  }

  /// Elements over which a streak of glare fades that is as wide as a quiet zone.
  private static let mostFaded = 8
  /// Less than the quiet zones of two symbols beside each other, in narrow widths.
  private static let ownQuiet: Float = 18
  /// Wide elements have two narrow widths and more.
  private static let leastWide: Float = 1.6

  /// The width of these elements together, in pixels.
  package func width(_ elements: Range<Int>) -> Float { edges[elements.upperBound] - edges[elements.lowerBound] }
}

extension BarSequence {
  /// The bars of a written row, a pixel a module, between quiet zones.
  package init(modules row: [Bool], quiet: Float = 20) {
    var edges: [Float] = []
    var previous = false
    for (x, dark) in row.enumerated() where dark != previous {
      edges.append(Float(x))
      previous = dark
    }
    if previous { edges.append(Float(row.count)) }
    self.init(edges: edges, leading: quiet, trailing: quiet)
  }
}
