/// One setting: its key, what it is, and how it is read from text and written as text. Flags, the settings
/// file and help come from the same row.
public struct Setting: Sendable {
  /// In the settings file, such as `preview.gravity`.
  public let key: String
  public let help: String
  /// All values that it can have, as text; nil where they are too many to list.
  public let choices: [String]?
  private let reading: @Sendable (Settings) -> String?
  private let copying: @Sendable (Settings, inout Settings) -> Void
  private let writing: @Sendable (inout Settings, String) throws(SettingFailure) -> Void

  init<Value: SettingValue & SendableMetatype>(
    _ key: String, _ help: String, _ path: any WritableKeyPath<Settings, Value> & Sendable
  ) {
    self.key = key
    self.help = help
    self.choices = Value.settingChoices
    self.copying = { $1[keyPath: path] = $0[keyPath: path] }
    self.reading = { $0[keyPath: path].settingText }
    self.writing = { settings, text throws(SettingFailure) in settings[keyPath: path] = try Value(settingText: text) }
  }

  /// The value as text, or nil where it was never set.
  public func text(in settings: Settings) -> String? { reading(settings) }

  /// Sets it to the value that other settings have.
  public func copy(from source: Settings, to target: inout Settings) { copying(source, &target) }

  /// - Throws: `SettingFailure` if the text is no value of this setting; then nothing changes.
  public func set(_ text: String, in settings: inout Settings) throws(SettingFailure) { try writing(&settings, text) }
}

/// What a setting's value must offer.
protocol SettingValue {
  init(settingText: String) throws(SettingFailure)
  /// Nil for a value that means “not set”.
  var settingText: String? { get }
  /// All values, where they are few.
  static var settingChoices: [String]? { get }
}

extension SettingValue {
  static var settingChoices: [String]? { nil }
}
