import ArgumentParser
import Barcodes
import Foundation
import Geometry
import Scanner

/// What is looked for: every command that detects.
struct SymbologyOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("What to look for: “all”, or names with commas between them. (default: all)", valueName: "names")
  )
  var symbologies: String?

  func validate() throws {
    var settings = Settings()
    try apply(to: &settings)
  }

  func apply(to settings: inout Settings) throws {
    try settings.take(symbologies, for: "scan.symbologies", from: "--symbologies")
  }

  func chosen() throws -> Set<Symbology> {
    var settings = Settings()
    try apply(to: &settings)
    return settings.symbologies.symbologies(among: Catalog.available)
  }
}

/// When a code is a result, and where.
struct ScanningOptions: ParsableArguments {
  @OptionGroup var symbologies: SymbologyOptions

  @Option(help: ArgumentHelp("When a code is a result: once, oncePerCode or continuous.", valueName: "mode"))
  var mode: String?

  @Option(help: ArgumentHelp("Seconds in which “continuous” does not deliver a code again.", valueName: "seconds"))
  var duplicateWindow: String?

  @Option(
    help: ArgumentHelp(
      "The part of the picture in which codes count, as fractions of it: 0.25,0.25,0.5,0.5 is its middle.",
      valueName: "x,y,w,h"))
  var roi: String?

  func validate() throws {
    var settings = Settings()
    try apply(to: &settings)
    _ = try region()
  }

  func apply(to settings: inout Settings) throws {
    try symbologies.apply(to: &settings)
    try settings.take(mode, for: "scan.mode", from: "--mode")
    try settings.take(duplicateWindow, for: "scan.duplicate-window", from: "--duplicate-window")
  }

  /// Nil if none was asked for.
  func region() throws -> Rect<Normalized>? {
    do throws(SettingFailure) {
      return try roi.map { text throws(SettingFailure) in try Rect<Normalized>(region: text) }
    } catch {
      throw ValidationError("--roi: \(error)")
    }
  }
}

extension Settings {
  /// The user's settings, for commands beside which no window would tell of lines that cannot be used. That the whole
  /// file cannot be read is told.
  static var ofUser: Settings {
    guard let file = UserSettings(environment: ProcessInfo.processInfo.environment) else { return Settings() }
    let loaded = file.load()
    for notice in loaded.notices where !loaded.isReadable {
      StandardError.write("viewfinder: \(HarmlessText.escaped(notice))")
    }
    return loaded.settings
  }

  /// Takes a flag's text by the setting's own row, if it was given.
  mutating func take(_ text: String?, for key: String, from flag: String) throws {
    guard let text, let setting = SettingsTable.setting(key) else { return }
    do throws(SettingFailure) {
      try setting.set(text, in: &self)
    } catch {
      throw ValidationError("\(flag): \(error)")
    }
  }
}
