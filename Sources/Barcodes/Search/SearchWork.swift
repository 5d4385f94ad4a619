/// A family of symbologies that share a finder, and so a reader.
public enum SymbolFamily: String, CaseIterable, Hashable, Sendable {
  /// QR Code, Micro QR and rMQR: squares of rings.
  case qr
  /// What one scan line reads: EAN and UPC, Code 39, 93 and 128, ITF, Codabar, Telepen, GS1 DataBar, and
  /// DX Film Edge, which takes two.
  case linear
  /// PDF417 and MicroPDF417: rows between start and stop patterns.
  case stacked
  /// Aztec and MaxiCode: a bull's eye.
  case aztec
  /// Data Matrix: two solid sides.
  case dataMatrix
}

/// How hard a piece of work looks: all of one rung comes before any of the next.
public enum SearchRung: Int, CaseIterable, Comparable, Hashable, Sendable {
  /// What is plain to see, over the whole picture, in a time proportional to its pixels.
  case plain
  /// The same with finer steps, for smaller and fainter symbols, and what reads much for its time.
  case fine
  /// Blurred, bent, torn or dirty: where there is evidence of a symbol, or on a picture made anew, its blur undone or its
  /// contrast raised.
  case close

  /// The order in which they come.
  public static func < (a: SearchRung, b: SearchRung) -> Bool { a.rawValue < b.rawValue }
}

/// A kind of work that a search does: a row of `SearchPolicy`.
public enum SearchWork: String, CaseIterable, Hashable, Sendable {
  /// Finders by rows of all levels, triples of them, and single ones.
  case qrPlain
  /// The rows between those, and smaller modules.
  case qrFine
  /// Lower thresholds, and finders that run into dark surroundings.
  case qrFaint
  /// The picture at twice its size: modules below two pixels.
  case qrDoubled
  /// A dim picture with its contrast raised.
  case qrLifted
  /// Parts that moved while the picture was taken, with their motion undone.
  case qrSteadied
  /// The picture brought into focus.
  case qrFocused
  /// The picture with paper of any grey as light.
  case qrLevelled
  /// Dots that do not touch, grown until they do.
  case qrDotted

  /// Regions of stripes over the whole picture.
  case linearRegions
  /// A few lines over a region, as they are.
  case linearPlain
  /// The same, behind several regions of which they said nothing.
  case linearUnlikely
  /// The same lines at other sensitivities, light on dark, and askew.
  case linearOtherwise
  /// Many lines over a region of which a few said something.
  case linearTold
  /// Many lines, by all rules for edges.
  case linearFine
  /// A few lines over a region, behind many regions of which they said nothing.
  case linearRest
  /// Other sensitivities, and lines with some of their blur undone.
  case linearClose
  /// EAN and UPC compared with rendered digits.
  case linearCompare
  /// Regions that lie in one line taken for one.
  case linearJoined
  /// The whole picture as a region, in four directions.
  case linearSweep
  /// The picture brought into focus.
  case linearFocused

  /// Start and stop patterns by rows, also of smaller copies of the picture.
  case stackedPlain
  /// The rows between those, and smaller modules.
  case stackedFine
  /// The rows between those of smaller copies.
  case stackedSmaller
  /// Symbols that lie askew, by columns and along their sides.
  case stackedSlanted
  /// A small picture at twice its size.
  case stackedEnlarged
  /// The picture with its light evened.
  case stackedEvened
  /// The picture with its faint print strengthened.
  case stackedFaint
  /// The picture brought into focus.
  case stackedFocused
  /// Parts that moved while the picture was taken, with their motion undone.
  case stackedSteadied
  /// The picture with paper of any grey as light.
  case stackedLevelled

  /// A bull's eye in the middle of what the picture shows.
  case aztecAlone
  /// Bull's eyes by rows.
  case aztecPlain
  /// The rows between those.
  case aztecFine
  /// A small picture at twice its size.
  case aztecEnlarged
  /// The picture with its light evened.
  case aztecEvened
  /// Dots that do not touch, grown until they do.
  case aztecDotted
  /// The picture brought into focus.
  case aztecFocused
  /// Parts that moved while the picture was taken, with their motion undone.
  case aztecSteadied

  /// Sides that are those of all that the picture shows.
  case dataMatrixAlone
  /// Solid sides by rows of smaller copies of the picture, and the grids that they suggest.
  case dataMatrixSmaller
  /// The same in the picture.
  case dataMatrixPlain
  /// Sides in all of these that show less of a symbol.
  case dataMatrixUnlikely
  /// A grid that showed well brought to its modules' edges.
  case dataMatrixCloser
  /// Sides by rows and columns in finer steps.
  case dataMatrixFine
  /// Sides that are torn, touched by other things, or as thick all along.
  case dataMatrixLenient
  /// The same in a picture of twice the size, or of half.
  case dataMatrixEnlarged
  /// Symbols that do not lie flat, along all of their sides.
  case dataMatrixBent
  /// What showed well, with its sides' ends elsewhere.
  case dataMatrixPromising
  /// Dots that do not touch, grown until they do.
  case dataMatrixDotted
  /// Sides in a picture whose light was evened.
  case dataMatrixEvened
  /// Sides in a picture whose faint print was strengthened.
  case dataMatrixFaint
  /// The picture brought into focus.
  case dataMatrixFocused
  /// Parts that moved while the picture was taken, with their motion undone.
  case dataMatrixSteadied
  /// The picture with paper of any grey as light.
  case dataMatrixLevelled

  /// Whose work it is.
  public var family: SymbolFamily { SearchPolicy[self].family }
  /// How hard it looks.
  public var rung: SearchRung { SearchPolicy[self].rung }
  /// Whether a camera's frames take turns at it where nothing speaks for a symbol.
  var takesTurns: Bool { SearchPolicy[self].takesTurns }
}
