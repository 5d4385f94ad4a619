/// What a person can ask for, by key, pointer or button.
public enum ScannerCommand: Hashable, Sendable {
  case proceed
  case choose(Int)
  case chooseNext
  case choosePrevious
  case copy
  /// What the result offers: open a link, save a contact, join a network; asked first.
  case open
  /// Show all fields of the result, or the picture again.
  case fields
  /// Copy the field of this number, counted from 0.
  case copyField(Int)
  /// Show what is hidden on the card, such as a password, or hide it again.
  case reveal
  case pause
  case mirror
  case gravity
  /// Steps to the right and down.
  case moveViewfinder(x: Double, y: Double)
  /// Steps wider and higher.
  case growViewfinder(width: Double, height: Double)
  case resetViewfinder
  case zoomIn
  case zoomOut
  case nextCamera
  /// The camera's controls.
  case camera(CameraCommand)
  /// Open the inspector, or ask something of the open one.
  case inspect(InspectorCommand)
  /// A picture that another program left in the clipboard.
  case paste
  /// A picture or video that a person chooses.
  case openFile
  /// A part of the screen that a person chooses.
  case screenshot
  /// Pictures further in the folder that is open; negative ones go back.
  case step(Int)
  case demo
  case fullScreen
  case generator
  case history
  case settings
  /// When a code is a result: the next way.
  case mode
  /// Store nothing in the history, or store again.
  case privacy
  case keys
  /// Pages down through the keys or the inspector, where they are higher than the window.
  case scroll(Int)
  /// The list beside the picture, or the picture alone.
  case list
  case saveList
  /// Remove the chosen entry of the list.
  case removeEntry
  /// Take back what was done last to the list.
  case undo
  case back
  case quit
}
