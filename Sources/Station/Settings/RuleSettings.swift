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
    return rules
  }
}
