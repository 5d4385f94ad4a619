import Foundation
import Scanner
import Station
import TOMLFile

/// The window's settings on disk: `viewfinder/settings.toml` in the user's folder for settings. Of earlier versions there may be a
/// `settings.conf` of lines `key = value`, which is read where there is no other, and which the window writes anew as TOML.
struct UserSettings {
  /// Where they are written.
  let path: String
  /// Of earlier versions.
  private var formerPath: String { URL(filePath: path).deletingPathExtension().appendingPathExtension("conf").path }

  /// Nil where the user has no folder for settings.
  init?(environment: [String: String]) {
    guard let former = SettingsFile.standardPath(environment: environment) else { return nil }
    path = URL(filePath: former).deletingPathExtension().appendingPathExtension("toml").path
  }

  /// A file larger than any that the program or a person writes is another one.
  private static let limit = 1 << 20

  /// As `SettingsFile.load`: what cannot be used is told and leaves the default.
  func load() -> SettingsFile.Loaded {
    guard FileManager.default.fileExists(atPath: path) else { return SettingsFile.load(path: formerPath) }
    guard let data = try? Data(contentsOf: URL(filePath: path)), data.count <= Self.limit,
      let text = String(data: data, encoding: .utf8)
    else {
      var settings = Settings()
      // It may say so.
      settings.history.isPrivate = true
      let words =
        "\(path) cannot be read, so the defaults count, nothing is stored in the history and no change of a setting is kept"
      return SettingsFile.Loaded(settings: settings, notices: [words], isReadable: false)
    }
    let (settings, problems) = Self.parse(text)
    guard !problems.isEmpty else { return SettingsFile.Loaded(settings: settings) }
    // The next change writes the file anew.
    let kept: String
    do throws(WholeFile.Failure) {
      try WholeFile(path: path + ".broken", replaces: true).write(Array(data))
      kept = "the file as it was is kept as \(path).broken"
    } catch {
      kept = "the file as it was could not be kept: \(error)"
    }
    return SettingsFile.Loaded(settings: settings, notices: problems.map { "\(path):\($0)" } + [kept])
  }

  /// As somebody else has written it meanwhile.
  ///
  /// - Throws: where it cannot be used, with the first reason.
  func read() throws(SettingsFileFailure) -> Settings {
    guard let data = try? Data(contentsOf: URL(filePath: path)), data.count <= Self.limit,
      let text = String(data: data, encoding: .utf8)
    else { throw SettingsFileFailure(path: path, reason: "it cannot be read") }
    let (settings, problems) = Self.parse(text)
    if let problem = problems.first { throw SettingsFileFailure(path: path, reason: "\(problem)") }
    return settings
  }

  static func parse(_ text: String) -> (Settings, [SettingsProblem]) {
    do throws(SettingsProblem) { return Settings.read(try TOMLFile.document(text)) } catch {
      return (Settings(), [error])
    }
  }

  /// Writes what an earlier version's file says as TOML, and puts that file aside; told of in one sentence.
  func takeOver(_ loaded: SettingsFile.Loaded) -> String? {
    let files = FileManager.default
    guard loaded.isReadable, !files.fileExists(atPath: path), files.fileExists(atPath: formerPath) else { return nil }
    do throws(SettingsFileFailure) { try save(loaded.settings) } catch { return nil }
    try? files.moveItem(atPath: formerPath, toPath: formerPath + ".old")
    return "the settings are in \(path) from now on; the file as it was is kept as \(formerPath).old"
  }

  /// Writes the whole file or leaves the old one as it was. A link is followed.
  func save(_ settings: Settings) throws(SettingsFileFailure) {
    let target = URL(filePath: path).resolvingSymlinksInPath()
    do {
      try FileManager.default.createDirectory(
        at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(settings.toml.utf8).write(to: target, options: .atomic)
    } catch {
      throw SettingsFileFailure(path: path, reason: SystemReason(error).description)
    }
  }
}
