import CCatalogs
public import Presentation

/// The languages that the program speaks beside English.
public enum Translations {
  /// By their codes (BCP 47).
  public static let languages = ["ar", "de", "es", "fr", "ja"]

  /// - Throws: for a catalog that is none.
  public static func words(in language: String) throws(CatalogFailure) -> Words {
    try catalog(language)
  }

  /// What commands say of themselves, which the window need not read.
  ///
  /// - Throws: for a catalog that is none.
  public static func help(in language: String) throws(CatalogFailure) -> Words {
    try catalog(language + "-help")
  }

  private static func catalog(_ name: String) throws(CatalogFailure) -> Words {
    guard let text = unsafe vf_catalog(name) else { return .english }
    return try GettextCatalog.words(of: unsafe String(cString: text))
  }

  /// What commands say of themselves, for a person's environment.
  public static func help(environment: [String: String]) -> Words {
    language(of: environment).flatMap { try? help(in: $0) } ?? .english
  }

  /// The words for a person's environment.
  public static func words(environment: [String: String]) -> Words {
    language(of: environment).flatMap { try? words(in: $0) } ?? .english
  }

  /// The language that there is for a person's environment, by gettext's rules: `LANGUAGE` is a list, of which the first that there is
  /// counts, unless the locale of `LC_ALL`, `LC_MESSAGES` or `LANG` is `C`; nil is English.
  private static func language(of environment: [String: String]) -> String? {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? "C"
    guard !["C", "POSIX"].contains(locale.prefix { $0 != "." }) else { return nil }
    let wanted = (environment["LANGUAGE"] ?? "").split(separator: ":").map(String.init) + [locale]
    for name in wanted {
      // `de_AT.UTF-8@euro` is German.
      let language = name.prefix { $0.isASCII && $0.isLetter }.lowercased()
      if language == "en" { return nil }
      if languages.contains(language) { return language }
    }
    return nil
  }
}
