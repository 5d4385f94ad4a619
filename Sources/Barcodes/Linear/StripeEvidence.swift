import Imaging

/// What speaks for a linear symbol in a striped region: bars that go on from one part of its height to the next, as many as
/// a symbol has.
///
/// Measured on 858 photographs and graphics: 66 symbols that are read by refinement alone, and 387 regions that are none and
/// still have as many bars as a symbol somewhere.
struct StripeEvidence {
  /// Correlation of lines that lie a sixth of the region's height apart, the second best of four pairs: half of a region may
  /// be text, or another symbol.
  let likeness: Float
  /// Bars and spaces on a line, faint ones included: the median of five lines.
  let elements: Int
  /// Pixels along the lines.
  let length: Double

  /// Places of the lines, in halves of the region's height.
  private static let places = [-0.7, -0.35, 0, 0.35, 0.7]
  /// Samples by which bars may lie further on from line to line, as they do where a symbol is seen askew.
  private static let mostMoved = 6

  init(_ image: LuminanceImage, _ region: StripeRegion) {
    let lines = Self.places.map { place in
      image.scanLine(region, offset: place * region.halfHeight, margin: 0, reach: 1)
    }
    let likenesses = zip(lines, lines.dropFirst()).map { upper, lower in
      (-Self.mostMoved...Self.mostMoved).reduce(0) { max($0, upper.likeness(to: lower, moved: $1)) }
    }
    likeness = likenesses.sorted()[likenesses.count - 2]
    length = 2 * region.halfLength
    elements = lines.map { TurnedLine($0, sensitivity: 0.1).elements }.sorted()[lines.count / 2]
  }

  /// True where refinement may read a symbol: so of all that it read, and of every second other region.
  var mayBeSymbol: Bool { likeness >= 0.28 && elements >= 15 }

  /// True for bars that go on over the region's height, as hardly any but a symbol's do.
  var goesOn: Bool { likeness >= 0.5 }

  /// True where they hardly change, however few there are: clouds and leaves do, blurred bars do not.
  var goesOnThroughout: Bool { likeness >= 0.95 }

  /// The same where dirt, gaps or glare make lines differ: of 727 regions of which a mean over lines was taken nine were
  /// read by it, all of these, as were three in four of the others.
  var isUneven: Bool { goesOn && !goesOnThroughout }

  /// How much likelier than the mean it is to be read.
  var promise: Double { goesOn ? 2 : 0.3 }

  /// The same where lines said something already, and too few for it to be believed.
  static let toldPromise = 20.0

  /// True for bars that may be worth refinement even beside what was read: of every fifth other region. Blurred symbols
  /// beside a sharp one are rare.
  var isStrong: Bool { likeness >= 0.85 && 25...200 ~= elements }

  /// True for bars that may be worth the same lines asked otherwise beside what was read: so were 41 of 43 of drawings that these
  /// read, and three in ten others in photographs.
  var isClear: Bool { likeness >= 0.75 && 25...200 ~= elements }

  /// True where an EAN or UPC symbol may be: the longest one has 59 elements, blur takes half of them, and print may stand
  /// beside it. All of 83 regions that comparison read have bars that go on, and of 25 none had more than 60
  /// elements. In what is short all rows are near each other, so that print hardly changes: of nine of less than 120 pixels
  /// that were read the least had 0.95, and eleven of 34 in photographs that were not less than 0.85.
  var mayBeEAN: Bool { goesOn && 15...70 ~= elements && (likeness >= 0.85 || length >= 120) }
}
