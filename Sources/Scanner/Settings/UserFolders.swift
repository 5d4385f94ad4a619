/// The folders of the person who runs the program.
///
/// XDG Base Directory Specification 0.8: each has its variable, which counts only if it is absolute, and else its place
/// in the home. The home is `$HOME`: a shell, a container or a test may have set another one than the system's list of
/// users has, which is all that Foundation looks at.
public struct UserFolders: Sendable {
  private let environment: [String: String]
  private let listedHome: String

  /// - Parameter listedHome: what the system's list of users says, for where `$HOME` is missing.
  public init(environment: [String: String], listedHome: String) {
    self.environment = environment
    self.listedHome = listedHome
  }

  public var home: String { absolute("HOME") ?? listedHome }
  public var data: String { absolute("XDG_DATA_HOME") ?? home + "/.local/share" }
  public var pictures: String { absolute("XDG_PICTURES_DIR") ?? home + "/Pictures" }

  private func absolute(_ variable: String) -> String? {
    environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil }
  }
}
