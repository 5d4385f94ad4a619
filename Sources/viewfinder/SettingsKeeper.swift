import Scanner

/// Writes what a person changes in the window to the settings file, and nothing of what the command line set for
/// this run alone.
struct SettingsKeeper {
  /// Nil where the user has no folder for settings, or a file in it that could not be read.
  let path: String?
  /// As the file has them.
  private var kept: Settings
  /// As the window has them.
  private var current: Settings

  init(path: String?, kept: Settings, current: Settings) {
    self.path = path
    self.kept = kept
    self.current = current
  }

  mutating func keep(_ settings: Settings) throws(SettingsFileFailure) {
    for setting in SettingsTable.all where setting.text(in: settings) != setting.text(in: current) {
      setting.copy(from: settings, to: &kept)
    }
    current = settings
    guard let path else { return }
    try SettingsFile.save(kept, path: path)
  }
}
