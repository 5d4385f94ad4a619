import Barcodes

extension ScanRules {
  /// `[rules]` of a station's settings.
  static func read(_ section: inout SettingsSection, _ files: SecretReader) -> ScanRules {
    var rules = ScanRules()
    if let names = section.symbologies("symbologies") { rules.symbologies = names }
    let least = section.integer("length-least", in: 0...10_000)
    let most = section.integer("length-most", in: 0...10_000)
    if least != nil || most != nil { rules.length = (least ?? 0)...max(least ?? 0, most ?? 10_000) }
    rules.prefixes = section.strings("prefixes") ?? []
    rules.suffixes = section.strings("suffixes") ?? []
    rules.pattern = section.pattern("pattern")
    rules.checkDigit = section.choice("check-digit", CheckDigit.self)
    let required = section.strings("gs1-required")
    let refusesExpired = section.boolean("gs1-refuse-expired")
    if required != nil || refusesExpired != nil {
      rules.gs1 = GS1Rule(required: required ?? [], refusesExpired: refusesExpired ?? false)
    }
    rules.allowed = section.list("allowed-file", files)
    rules.refused = section.list("refused-file", files)
    rules.oncePerShift = section.boolean("once-per-shift") ?? false
    return rules
  }
}

extension StationProfile {
  /// `[[profile]]`: a name, when it counts, and rules as in `[rules]`.
  static func read(_ section: inout SettingsSection, _ files: SecretReader) -> StationProfile? {
    let name = section.required("name", section.string("name"))
    let key = section.integer("key", in: 1...9)
    let (from, to) = (section.timeOfDay("from"), section.timeOfDay("to"))
    if from != nil || to != nil {
      _ = section.required("from", from)
      _ = section.required("to", to)
    }
    let rules = ScanRules.read(&section, files)
    guard let name, !name.isEmpty else { return nil }
    var hours: (from: TimeOfDay, to: TimeOfDay)?
    if let from, let to { hours = (from, to) }
    return StationProfile(name: name, rules: rules, key: key, hours: hours)
  }
}

extension ScreenSettings {
  /// What `[station]` says of the window.
  static func read(_ section: inout SettingsSection) -> ScreenSettings {
    var screen = ScreenSettings()
    screen.prompt = section.string("prompt") ?? screen.prompt
    screen.picture = section.path("picture")
    screen.text = section.choice("text", ShownText.self) ?? screen.text
    screen.reset = section.duration("reset", in: 0.5...3600) ?? screen.reset
    screen.holdsUntilItLeaves = section.boolean("hold-until-it-leaves") ?? screen.holdsUntilItLeaves
    screen.answer = section.duration("answer", in: 0.5...3600) ?? screen.answer
    screen.isQuiet = section.boolean("quiet") ?? screen.isQuiet
    screen.pin = section.pin("pin")
    screen.showsCameras = section.boolean("show-camera") ?? screen.showsCameras
    return screen
  }
}
