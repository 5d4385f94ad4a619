import Scanner

/// Writes what a person changes in the window to the settings file, and nothing of what the command line set for
/// this run alone.
struct SettingsKeeper {
  /// Nil where the user has no folder for settings, or a file in it that could not be read.
  let file: UserSettings?
  /// As the file has them.
  private var kept: Settings
  /// As the window has them.
  private var current: Settings

  init(file: UserSettings?, kept: Settings, current: Settings) {
    self.file = file
    self.kept = kept
    self.current = current
  }

  mutating func keep(_ settings: Settings) throws(SettingsFileFailure) {
    for setting in SettingsTable.all where setting.text(in: settings) != setting.text(in: current) {
      setting.copy(from: settings, to: &kept)
    }
    current = settings
    try file?.save(kept)
  }
}
