import ArgumentParser
import Scanner

/// What `explain` does to a picture before it searches it, to see what would help.
struct PictureChangeOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Take greys below this for dark everywhere, 1 to 255.", valueName: "grey"))
  var threshold: Int?

  @Option(
    help: ArgumentHelp(
      "Undo blur: the deviation of the spot that a point became, 0.5 to 5 pixels.", valueName: "pixels"))
  var undoBlur: Double?

  @Option(help: ArgumentHelp("Enlarge the picture 2, 3 or 4 times.", valueName: "factor"))
  var enlarge = 1

  @Option(help: ArgumentHelp("Turn the picture by 90, 180 or 270 degrees clockwise.", valueName: "degrees"))
  var turn = 0

  @Flag(inversion: .prefixedNo, help: "Look for light codes on dark ground as well.")
  var inverted = true

  func validate() throws {
    if let threshold, !(1...255 ~= threshold) { throw ValidationError("--threshold: a grey from 1 to 255") }
    if let undoBlur, !(0.5...5 ~= undoBlur) { throw ValidationError("--undo-blur: 0.5 to 5 pixels") }
    guard 1...4 ~= enlarge else { throw ValidationError("--enlarge: 1 to 4") }
    guard [0, 90, 180, 270].contains(turn) else { throw ValidationError("--turn: 90, 180 or 270") }
  }

  var change: PictureChange {
    var change = PictureChange()
    change.threshold = threshold
    change.blur = undoBlur.map { Int(($0 * 10).rounded()) } ?? 0
    change.enlargement = enlarge
    change.quarterTurns = turn / 90
    return change
  }
}
