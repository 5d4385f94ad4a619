public import Presentation

/// The languages that the program speaks beside English.
public enum Translations {
  /// By the language's code (BCP 47): the catalog's bytes.
  private static var catalogs: [String: [UInt8]] {
    [
      "ar": PackageResources.ar_po, "de": PackageResources.de_po, "es": PackageResources.es_po,
      "fr": PackageResources.fr_po, "ja": PackageResources.ja_po,
    ]
  }

  /// What the commands say of themselves, which the window need not read.
  private static var helpCatalogs: [String: [UInt8]] {
    [
      "ar": PackageResources.ar_help_po, "de": PackageResources.de_help_po, "es": PackageResources.es_help_po,
      "fr": PackageResources.fr_help_po, "ja": PackageResources.ja_help_po,
    ]
  }

  public static var languages: [String] { catalogs.keys.sorted() }

  /// - Throws: for a catalog that is none.
  public static func words(in language: String) throws(CatalogFailure) -> Words {
    guard let bytes = catalogs[language] else { return .english }
    return try GettextCatalog.words(of: String(decoding: bytes, as: UTF8.self))
  }

  /// What commands say of themselves.
  ///
  /// - Throws: for a catalog that is none.
  public static func help(in language: String) throws(CatalogFailure) -> Words {
    guard let bytes = helpCatalogs[language] else { return .english }
    return try GettextCatalog.words(of: String(decoding: bytes, as: UTF8.self))
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
      if catalogs[language] != nil { return language }
    }
    return nil
  }
}
