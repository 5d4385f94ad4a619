public import Barcodes

/// What the window's owner should do after a turn.
public enum LoopEffect: Hashable, Sendable {
  /// A result: to the outputs and whoever else wants it.
  case deliver(Observation)
  case playSound
  /// To the clipboard; without a NUL.
  case copy(String)
  /// To the desktop's browser, never through a shell. A person has confirmed it, and it is http or https. What comes of
  /// it is told to the loop.
  case open(address: String)
  /// Full screen or back.
  case toggleFullScreen
  case nextCamera
  case startDemo
  /// The screen that makes codes, in place of the picture.
  case showGenerator
  case showHistory
  /// A file was dropped on the window.
  case scan(path: String)
  /// To the settings file: a person changed something that is kept.
  case keep(Settings)
  case quit
}
