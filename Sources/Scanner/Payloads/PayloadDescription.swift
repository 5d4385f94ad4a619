/// What a symbol's text is, for display: nothing in it acts, and every value is text of a stranger.
public struct PayloadDescription: Hashable, Sendable {
  /// As a person would call it: "Link", "Wi-Fi network", "Text".
  public let title: String
  /// What it says in parts; empty where the text itself says it best.
  public let rows: [Row]
  /// Where it leads, if it is a link that may be opened on demand.
  public let link: LinkTarget?
  /// What deserves a second look, one sentence each.
  public let cautions: [String]

  public struct Row: Hashable, Sendable {
    public let label: String
    public let value: String
    /// Shown only when a person asks for it, and not kept in a history.
    public let isSecret: Bool

    public init(_ label: String, _ value: String, isSecret: Bool = false) {
      self.label = label
      self.value = value
      self.isSecret = isSecret
    }
  }

  public init(title: String, rows: [Row] = [], link: LinkTarget? = nil, cautions: [String] = []) {
    self.title = title
    self.rows = rows
    self.link = link
    self.cautions = cautions
  }

  public var hasSecrets: Bool { rows.contains(where: \.isSecret) }
}
