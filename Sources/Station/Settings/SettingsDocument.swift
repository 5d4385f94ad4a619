import Scanner

/// The values of a settings file in the order of the text, each with its place: what a parser hands over.
public struct SettingsDocument: Hashable, Sendable {
  public enum Value: Hashable, Sendable {
    case table
    case array
    case string(String)
    case integer(Int)
    case number(Double)
    case boolean(Bool)
    /// A date, a time or both, as TOML writes them.
    case time(String)
  }

  public struct Entry: Hashable, Sendable {
    /// Keys with dots between them, places in arrays as `[0]`: `output[0].url`.
    public let path: String
    public let value: Value
    /// Both from 1.
    public let line: Int
    public let column: Int

    public init(path: String, value: Value, line: Int, column: Int) {
      self.path = path
      self.value = value
      self.line = line
      self.column = column
    }
  }

  public let entries: [Entry]

  public init(entries: [Entry]) { self.entries = entries }
}

/// Something in a settings file that cannot be used, and where.
public struct SettingsProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// Both from 1.
  public let line: Int
  public let column: Int
  public let reason: String

  public init(line: Int, column: Int, reason: String) {
    self.line = line
    self.column = column
    self.reason = reason
  }

  public var description: String { "\(line):\(column): \(reason)" }
}
