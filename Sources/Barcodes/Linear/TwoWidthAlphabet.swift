/// The characters of a symbology whose elements are narrow or wide, wide being two to three times as much.
///
/// A character is found by the split of its widths into narrow and wide that leaves the least squares, among
/// those splits that the symbology knows; neither width nor their ratio need be known.
package struct TwoWidthAlphabet: Sendable {
  /// Elements a character.
  package let elements: Int
  /// For each character a bit an element, 1 is wide, the first one highest.
  package let masks: [Int]
  private let wideCounts: [Float]
  /// For each character 1 where an element is wide, and 0 elsewhere.
  private let wides: [SIMD16<Float>]

  package init(_ masks: [Int], elements: Int) {
    precondition(elements <= 16, "a vector holds sixteen elements")
    self.elements = elements
    self.masks = masks
    wides = masks.map { mask in
      var wides = SIMD16<Float>.zero
      for element in 0..<elements where mask >> (elements - 1 - element) & 1 == 1 { wides[element] = 1 }
      return wides
    }
    wideCounts = masks.map { Float($0.nonzeroBitCount) }
  }

  package func isWide(_ character: Int, _ element: Int) -> Bool {
    masks[character] >> (elements - 1 - element) & 1 == 1
  }

  /// The widths of a character for a ratio, in modules.
  package func pattern(_ character: Int, wide: Int) -> [Int] {
    (0..<elements).map { isWide(character, $0) ? wide : 1 }
  }

  package struct Match: Sendable {
    package var character = 0
    /// Squared error, summed over the elements, in units of the narrow width.
    package var misfit = Float.infinity
    /// Mean width of the narrow elements, in pixels.
    package var narrow = Float.zero
    /// Mean width of the wide ones.
    package var wide = Float.zero
    /// How much worse the next best character fits, in the units of `misfit`.
    package var margin = Float.infinity

    /// A wide element and a narrow one that are exchanged, as characters differ at least, make a misfit of 1.5 squares of
    /// the step between their widths. Where less than a fifth of it decides, the two differ by less than a fifth of the
    /// step: a fold, a stain or a lost column of pixels says as much as the print.
    package var isAmbiguous: Bool {
      let step = wide / narrow - 1
      return margin < 0.2 * 1.5 * step * step
    }
  }

  /// The better of the matches with what the symbol's start says of its bars' spread and without: in a graphic of few
  /// pixels a module rounding widens bars here and narrows them there.
  ///
  /// - Parameter spread: how much wider bars are, and narrower spaces, than they should be, in pixels.
  /// - Precondition: the elements from `start`, which is a bar, lie in the sequence.
  package func match(_ bars: BarSequence, at start: Int, spread: Float) -> Match {
    let match = plainMatch(bars, at: start, spread: spread)
    guard spread != 0, match.misfit > Self.plain else { return match }
    let other = plainMatch(bars, at: start, spread: 0)
    return other.misfit < match.misfit ? other : match
  }

  /// Misfit up to which nothing else is tried.
  private static let plain: Float = 0.3

  private func plainMatch(_ bars: BarSequence, at start: Int, spread: Float) -> Match {
    var widths = SIMD16<Float>.zero
    for i in 0..<elements { widths[i] = bars.widths[start + i] + (i.isMultiple(of: 2) ? -spread : spread) }
    let total = widths.sum()
    let squares = (widths * widths).sum()
    var best = Match()
    for character in wides.indices {
      let wideSum = (widths * wides[character]).sum()
      let wideCount = wideCounts[character]
      let narrowCount = Float(elements) - wideCount
      let wide = wideSum / wideCount
      let narrow = (total - wideSum) / narrowCount
      // Specified are ratios of 2 to 3 (2.25 to 3 for narrow ones); blur and wear widen that.
      guard narrow > 0, 1.55...4.2 ~= wide / narrow else { continue }
      let misfit = max(0, squares - wide * wideSum - narrow * (total - wideSum)) / (narrow * narrow)
      if misfit < best.misfit {
        best = Match(
          character: character, misfit: misfit, narrow: narrow, wide: wide, margin: best.misfit - misfit)
      } else {
        best.margin = min(best.margin, misfit - best.misfit)
      }
    }
    return best
  }

  /// The start of a symbol whose bars have spread, or shrunk, by so much that narrow bars are as wide as wide spaces, or the other way
  /// round: narrow and wide ones, and what all bars have more than spaces, by least squares.
  ///
  /// - Parameter starts: the characters that it may be.
  /// - Returns: the likeliest of them, and how much wider bars are, and narrower spaces, than they should be, in pixels.
  func spreadStart(_ bars: BarSequence, at start: Int, among starts: Range<Int>) -> (match: Match, spread: Float) {
    // Bars first, then spaces.
    func kind(_ element: Int) -> SIMD2<Float> { element.isMultiple(of: 2) ? SIMD2(1, 0) : SIMD2(0, 1) }
    var (sums, squares, counts) = (SIMD2<Float>.zero, SIMD2<Float>.zero, SIMD2<Float>.zero)
    for element in 0..<elements {
      let (width, kind) = (bars.widths[start + element], kind(element))
      sums += width * kind
      squares += width * width * kind
      counts += kind
    }
    let means = sums / counts
    let left = (squares - sums * means).sum()
    var best = (match: Match(), spread: Float.zero)
    for character in starts {
      var (wideSums, wideCounts) = (SIMD2<Float>.zero, SIMD2<Float>.zero)
      for element in 0..<elements where isWide(character, element) {
        wideSums += bars.widths[start + element] * kind(element)
        wideCounts += kind(element)
      }
      // The step from narrow to wide is the same for both; what bars and spaces are without it follows.
      let weight = (wideCounts * (1 - wideCounts / counts)).sum()
      let step = (wideSums - wideCounts * means).sum() / weight
      let narrows = means - step * wideCounts / counts
      let (narrow, spread) = (narrows.sum() / 2, (narrows[0] - narrows[1]) / 2)
      guard narrow > 0, 1.55...4.2 ~= 1 + step / narrow, abs(spread) < Self.mostSpread * narrow else { continue }
      let misfit = max(0, left - step * step * weight) / (narrow * narrow)
      guard misfit < best.match.misfit else { continue }
      best = (Match(character: character, misfit: misfit, narrow: narrow, wide: narrow + step), spread)
    }
    return best
  }

  /// Narrow widths by which bars may have spread: a narrow space that has lost as much hardly shows.
  private static let mostSpread: Float = 0.75

  /// How far the widths of a message scatter.
  func scatter(_ bars: BarSequence, from start: Int, _ characters: [Int]) -> WidthScatter {
    var scatter = WidthScatter()
    for (place, size) in sizes(bars, from: start, characters).enumerated() {
      let first = start + place * (elements + 1)
      for element in 0..<elements {
        scatter.add(
          bars.widths[first + element] / size, isBar: element.isMultiple(of: 2),
          isWide: isWide(characters[place], element))
      }
    }
    return scatter
  }

  /// What each character's widths are measured in, as a symbol's one end is larger than the other where it is seen askew.
  private func sizes(_ bars: BarSequence, from start: Int, _ characters: [Int]) -> [Float] {
    let widths = characters.indices.map { place in
      bars.width(start + place * (elements + 1)..<start + place * (elements + 1) + elements)
    }
    if wideCounts.allSatisfy({ $0 == wideCounts[0] }) { return widths }
    // In a perspective view the root of a size's reciprocal is linear in the place: what it is by all characters together.
    let ratio = ratio(bars, from: start, characters)
    let roots = zip(characters, widths).map { character, width in
      ((Float(elements) + (ratio - 1) * wideCounts[character]) / max(width, .leastNormalMagnitude)).squareRoot()
    }
    let (middle, mean) = (Float(roots.count - 1) / 2, roots.reduce(0, +) / Float(roots.count))
    let slope =
      roots.enumerated().reduce(0) { $0 + (Float($1.offset) - middle) * ($1.element - mean) }
      / max(1, roots.indices.reduce(0) { $0 + (Float($1) - middle) * (Float($1) - middle) })
    return roots.indices.map { place in
      let root = mean + slope * (Float(place) - middle)
      return 1 / (root * root)
    }
  }

  /// Wide widths in narrow ones, the mean over a message.
  private func ratio(_ bars: BarSequence, from start: Int, _ characters: [Int]) -> Float {
    var (wide, wides, all, count): (Float, Float, Float, Float) = (0, 0, 0, 0)
    for (place, character) in characters.enumerated() {
      let first = start + place * (elements + 1)
      for element in 0..<elements where isWide(character, element) { wide += bars.widths[first + element] }
      wides += wideCounts[character]
      all += bars.width(first..<first + elements)
      count += Float(elements)
    }
    let narrow = (all - wide) / (count - wides)
    return narrow > 0 ? wide / wides / narrow : 1
  }

  /// How much wider the bars of a known character are than its spaces, halved: from its narrow elements.
  package func spread(_ bars: BarSequence, at start: Int, _ match: Match) -> Float {
    var sums: [Float] = [0, 0]
    var counts: [Float] = [0, 0]
    for i in 0..<elements where !isWide(match.character, i) {
      sums[i & 1] += bars.widths[start + i]
      counts[i & 1] += 1
    }
    guard counts[0] > 0, counts[1] > 0 else { return 0 }
    let spread = (sums[0] / counts[0] - sums[1] / counts[1]) / 2
    return min(max(spread, -match.narrow / 2), match.narrow / 2)
  }
}
