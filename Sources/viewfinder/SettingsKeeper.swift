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

  /// Takes over what the file says otherwise than it did; what the command line set for this run alone stays.
  ///
  /// - Returns: what the window is to have now; nil where the file says what it said.
  mutating func reread() throws(SettingsFileFailure) -> Settings? {
    guard let read = try file?.read() else { return nil }
    let before = current
    for setting in SettingsTable.all where setting.text(in: read) != setting.text(in: kept) {
      setting.copy(from: read, to: &current)
    }
    kept = read
    return current == before ? nil : current
  }

  mutating func keep(_ settings: Settings) throws(SettingsFileFailure) {
    for setting in SettingsTable.all where setting.text(in: settings) != setting.text(in: current) {
      setting.copy(from: settings, to: &kept)
    }
    current = settings
    try file?.save(kept)
  }
}
