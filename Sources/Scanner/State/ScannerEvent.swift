public import Barcodes
public import Capture
public import Geometry

/// What can happen to scanning. When it happens is told beside it.
public enum ScannerEvent: Hashable, Sendable {
  /// A frame was searched. `middle` is the middle of the region: the code nearest to it is the default.
  case observed([Observation], middle: Point<FramePixels>)
  /// Nothing but time.
  case timePassed
  /// Space or Enter: accept the chosen code, scan again, or go on after a pause.
  case proceed
  /// A digit: the code of this number.
  case choose(Int)
  /// Tab: the code of the next number, around to the first.
  case chooseNext
  /// Shift+Tab: the other way around.
  case choosePrevious
  /// Scanning rests until it is asked to go on.
  case pause
  case resume
  /// The result is put away, as by Escape, and scanning goes on.
  case dismiss
  /// There is no picture any more, or not yet.
  case lost(CaptureFailure)
  /// There is a picture again.
  case returned
  /// A new way of scanning; begins afresh.
  case modeChanged(ScanMode)
}
