/// A family of symbologies that share a finder, and so a reader.
package enum SymbolFamily: String, CaseIterable, Hashable, Sendable {
  case qr, linear, stacked, aztec, dataMatrix
}

/// How hard a piece of work looks: all of one rung comes before any of the next.
package enum SearchRung: Int, CaseIterable, Comparable, Hashable, Sendable {
  /// What is plain to see, over the whole picture, in a time proportional to its pixels.
  case plain
  /// The same with finer steps, for smaller and fainter symbols.
  case fine
  /// Blurred, bent, torn or dirty: where there is evidence of a symbol.
  case close
  /// On a picture made anew: blur undone, contrast raised.
  case restored

  package static func < (a: SearchRung, b: SearchRung) -> Bool { a.rawValue < b.rawValue }
}

/// A kind of work that a search does: a row of `SearchPolicy`.
package enum SearchWork: String, CaseIterable, Hashable, Sendable {
  case qrPlain, qrFine, qrFaint, qrDoubled, qrLifted, qrSteadied, qrFocused
  case linearRegions, linearPlain, linearFine, linearClose, linearCompare, linearJoined, linearSweep
  case stackedPlain, stackedFine, stackedSmaller, stackedSlanted, stackedEnlarged
  case aztecPlain, aztecFine, aztecEnlarged
  case dataMatrixPlain, dataMatrixCloser, dataMatrixFine, dataMatrixLenient, dataMatrixEnlarged, dataMatrixBent
  case dataMatrixPromising, dataMatrixDotted

  package var family: SymbolFamily { SearchPolicy[self].family }
  package var rung: SearchRung { SearchPolicy[self].rung }
}
