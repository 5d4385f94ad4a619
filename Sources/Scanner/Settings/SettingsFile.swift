import Foundation

/// Settings as lines of `key = value`; `#` begins a comment line.
public enum SettingsFile {
  /// A line that could not be used.
  public struct Problem: Hashable, Sendable, CustomStringConvertible {
    /// Counted from 1.
    public let line: Int
    public let reason: String

    public init(line: Int, reason: String) {
      self.line = line
      self.reason = reason
    }

    public var description: String { "line \(line): \(reason)" }
  }

  /// The settings that the text gives; lines that cannot be used are told and leave the default.
  public static func parse(_ text: String) -> (settings: Settings, problems: [Problem]) {
    var settings = Settings()
    var problems: [Problem] = []
    var seen: Set<String> = []
    // Line ends of all systems; the last line may lack one.
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      let content = line.trimmed
      if content.isEmpty || content.hasPrefix("#") { continue }
      do throws(LineFailure) {
        try take(content, into: &settings, seen: &seen)
      } catch {
        problems.append(Problem(line: index + 1, reason: error.reason))
      }
    }
    return (settings, problems)
  }

  private struct LineFailure: Error {
    let reason: String
  }

  private static func take(_ line: String, into settings: inout Settings, seen: inout Set<String>) throws(LineFailure) {
    // By scalars: a combining mark behind the sign belongs to the value.
    guard let equals = line.unicodeScalars.firstIndex(of: "=") else {
      throw LineFailure(reason: "“\(HarmlessText.escaped(line))” is not of the form key = value")
    }
    let key = line[..<equals].trimmed
    guard let setting = SettingsTable.setting(key) else {
      throw LineFailure(reason: "there is no setting “\(HarmlessText.escaped(key))”")
    }
    guard seen.insert(key).inserted else { throw LineFailure(reason: "“\(key)” is set a second time") }
    do throws(SettingFailure) {
      try setting.set(line[line.unicodeScalars.index(after: equals)...].trimmed, in: &settings)
    } catch {
      throw LineFailure(reason: "\(key): \(error)")
    }
  }

  /// The file's text: every setting with its help; those that have the default's value as a comment, so that a
  /// later default counts for whoever did not choose.
  public static func text(for settings: Settings) -> String {
    let standard = Settings()
    let paragraphs = SettingsTable.all.map { setting in
      let value = setting.text(in: settings)
      let line = "\(setting.key) = \(value ?? "")".trimmed
      let isSet = value != nil && value != setting.text(in: standard)
      return "# \(setting.help)\n" + (isSet ? line : "# " + line)
    }
    return "# Viewfinder's settings. It writes this file anew when one is changed in the window.\n\n"
      + paragraphs.joined(separator: "\n\n") + "\n"
  }

  // MARK: On disk

  /// `viewfinder/settings.conf` in the user's folder for settings (XDG Base Directory Specification 0.8), or nil
  /// where there is no such folder.
  public static func standardPath(environment: [String: String]) -> String? {
    if let folder = environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") {
      return folder + "/viewfinder/settings.conf"
    }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return home + "/.config/viewfinder/settings.conf"
  }

  /// What a file gave.
  public struct Loaded: Sendable {
    public let settings: Settings
    /// One sentence each, for standard error and the screen.
    public let notices: [String]
    /// False where there is a file and nobody knows what it says: then nothing may be written over it.
    public let isReadable: Bool

    public init(settings: Settings, notices: [String] = [], isReadable: Bool = true) {
      self.settings = settings
      self.notices = notices
      self.isReadable = isReadable
    }
  }

  /// Reads a file. One that is not there gives the defaults. One with lines that cannot be used gives what can
  /// be, and is kept aside under a name that is told, since the next change writes the file anew. One that cannot be
  /// read gives the defaults but for the history, which is private then: it may say so.
  public static func load(path: String) -> Loaded {
    let data: Data
    do {
      data = try Data(contentsOf: URL(filePath: path))
    } catch let error as CocoaError
      where error.code == .fileReadNoSuchFile || (error.underlying as? POSIXError)?.code == .ENOTDIR
    {
      return Loaded(settings: Settings())
    } catch {
      var settings = Settings()
      settings.history.isPrivate = true
      let words =
        "\(path) cannot be read, so the defaults count, nothing is stored in the history and no change of a setting is "
        + "kept: \(SystemReason(error))"
      return Loaded(settings: settings, notices: [words], isReadable: false)
    }
    let (settings, problems) = parse(String(decoding: data, as: UTF8.self))
    guard !problems.isEmpty else { return Loaded(settings: settings) }
    return Loaded(settings: settings, notices: problems.map { "\(path), \($0)" } + [keepAside(data, of: path)])
  }

  private static func keepAside(_ data: Data, of path: String) -> String {
    let copy = path + ".broken"
    do {
      try data.write(to: URL(filePath: copy), options: .atomic)
      return "the file as it was is kept as \(copy)"
    } catch {
      return "the file as it was could not be kept as \(copy): \(SystemReason(error))"
    }
  }

  /// Writes the whole file or leaves the old one as it was. A link is followed.
  ///
  /// - Throws: `SettingsFileFailure` with the system's reason.
  public static func save(_ settings: Settings, path: String) throws(SettingsFileFailure) {
    let target = URL(filePath: path).resolvingSymlinksInPath()
    do {
      try FileManager.default.createDirectory(
        at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text(for: settings).utf8).write(to: target, options: .atomic)
    } catch {
      throw SettingsFileFailure(path: path, reason: SystemReason(error).description)
    }
  }
}

/// Settings that could not be kept.
public struct SettingsFileFailure: Error, Hashable, Sendable, CustomStringConvertible {
  public let path: String
  public let reason: String

  public init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }

  public var description: String { "the settings cannot be written to \(path): \(reason)" }
}
