public import Barcodes

/// What the window's owner should do after a turn.
public enum LoopEffect: Hashable, Sendable {
  /// A result: to the outputs and whoever else wants it.
  case deliver(Observation)
  case playSound
  /// To the clipboard; without a NUL.
  case copy(String)
  /// To the desktop's program for it, never through a shell. A person has confirmed it, and it is an address of
  /// `PayloadAction`. What comes of it is told to the loop.
  case open(address: String)
  /// Into a new file, which the desktop's program for it then opens if that is asked for; confirmed and told likewise.
  case save(PayloadFile, opens: Bool)
  /// Confirmed and told likewise.
  case join(WiFiNetwork)
  /// Full screen or back.
  case toggleFullScreen
  case nextCamera
  /// Read or set the camera's controls; what they are then is told to the loop.
  case camera(CameraRequest)
  /// Show and search what the clipboard holds, a file that a person chooses, or a part of the screen.
  case paste
  case openFile
  case screenshot
  /// The clipboard's text into the path that is asked for.
  case pastePath
  /// Show the picture so many places further in the folder that is open.
  case step(Int)
  case startDemo
  /// The screen that makes codes, in place of the picture.
  case showGenerator
  case showHistory
  case showSettings
  /// A file was dropped on the window.
  case scan(path: String)
  /// The frame that is shown, in grey as the detector has it, into a new file; told as others are.
  case savePicture
  /// `ScannerLoop.keptFrames` into a new file, a video; told likewise.
  case saveVideo
  /// `ScannerLoop.bugBundle` into a new file; a person has confirmed it, and it is told likewise.
  case saveBundle
  /// To the settings file: a person changed something that is kept.
  case keep(Settings)
  case quit
}
