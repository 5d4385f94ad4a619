public import Scanner

/// The window's settings as TOML, which the program writes itself.
extension Settings {
  /// The settings that a document gives, and what is wrong with it, in the order of the text. What is wrong leaves the default.
  public static func read(_ document: SettingsDocument) -> (Settings, [SettingsProblem]) {
    var settings = Settings()
    let problems = settings.take(document)
    return (settings, problems)
  }

  /// Every setting with its help; those that have the default's value as a comment, so that a later default counts for whoever did
  /// not choose.
  public var toml: String {
    let standard = Settings()
    let paragraphs = SettingsTable.all.map { setting in
      let value = setting.text(in: self)
      let isSet = value != nil && value != setting.text(in: standard)
      let line = "\(setting.key) = \(Self.literal(value ?? "", setting.choices))"
      return "# \(setting.help)\n" + (isSet ? line : "# " + line)
    }
    return "# Viewfinder's settings (TOML). It writes this file anew when one is changed in the window.\n\n"
      + paragraphs.joined(separator: "\n\n") + "\n"
  }

  /// A value as TOML has it: what reads back as the same text.
  private static func literal(_ text: String, _ choices: [String]?) -> String {
    if choices == ["no", "yes"] { return text == "yes" ? "true" : "false" }
    if let number = Int(text), "\(number)" == text { return text }
    if let number = Double(text), number.isFinite, "\(number)" == text, !text.contains("e") { return text }
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case _ where HarmlessText.isHarmful(scalar): quoted += "\\U" + HarmlessText.hex(scalar.value, digits: 8)
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
