import ArgumentParser
import Geometry
import Scanner

/// Settings that the command line has a flag for. They count for this run; what is changed in the window is kept.
struct WindowOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("What to look for: “all”, or names with commas between them.", valueName: "names"))
  var symbologies: String?

  @Option(
    help: ArgumentHelp(
      "When a code is a result: once (until you scan again), oncePerCode or continuous.", valueName: "mode"))
  var mode: String?

  @Flag(inversion: .prefixedNo, help: "Show the picture mirrored. Codes are read as they are.")
  var mirror: Bool?

  @Option(
    help: ArgumentHelp(
      "How the picture fills the window: resizeAspectFill, resizeAspect or resize.", valueName: "gravity"))
  var gravity: String?

  @Option(
    help: ArgumentHelp(
      "Put the viewfinder over this part of the picture, as fractions of it: x,y,width,height.", valueName: "region"))
  var roi: String?

  @Option(help: ArgumentHelp("How long an outline stays after the last sighting.", valueName: "seconds"))
  var outlineHide: String?

  @Option(
    help: ArgumentHelp(
      "Pixels per point, where the display does not tell, as under X11: 2 doubles all text.", valueName: "factor"))
  var scale: String?

  @Flag(help: "Make no sound with a result.")
  var quiet = false

  @Flag(name: .customLong("private"), help: "Store nothing in the history.")
  var isPrivate = false

  func validate() throws {
    var settings = Settings()
    try apply(to: &settings)
    _ = try region()
  }

  /// - Throws: `ValidationError` that names the flag and what it takes.
  func apply(to settings: inout Settings) throws {
    let rows: [(flag: String, key: String, text: String?)] = [
      ("--symbologies", "scan.symbologies", symbologies), ("--mode", "scan.mode", mode),
      ("--mirror", "preview.mirror", mirror.map { $0 ? "yes" : "no" }), ("--gravity", "preview.gravity", gravity),
      ("--outline-hide", "scan.outline-hide", outlineHide), ("--scale", "preview.scale", scale),
      ("--quiet", "feedback.quiet", quiet ? "yes" : nil), ("--private", "history.private", isPrivate ? "yes" : nil),
    ]
    for row in rows {
      guard let text = row.text else { continue }
      guard let setting = SettingsTable.setting(row.key) else { preconditionFailure("no setting \(row.key)") }
      do throws(SettingFailure) { try setting.set(text, in: &settings) } catch {
        throw ValidationError("\(row.flag): \(error)")
      }
    }
  }

  /// The part of the picture that `--roi` names.
  func region() throws -> Rect<Normalized>? {
    guard let roi else { return nil }
    do throws(SettingFailure) { return try Rect(region: roi) } catch { throw ValidationError("--roi: \(error)") }
  }
}
