public import Presentation

/// What a symbol's text is, for display: nothing in it acts, and every value is text of a stranger.
public struct PayloadDescription: Hashable, Sendable {
  public let kind: PayloadKind
  /// As a person would call it: "Link", "Wi-Fi network", "Text".
  public let title: String
  /// What it says in parts; empty where the text itself says it best.
  public let rows: [Row]
  /// Where it leads, if it is a link that may be opened on demand.
  public let link: LinkTarget?
  /// What can be done with it, after a question.
  public let action: PayloadAction?
  /// What deserves a second look, one sentence each.
  public let cautions: [Sentence]

  public struct Row: Hashable, Sendable {
    public let label: Sentence
    /// Text of a stranger, or in English what the program says of it.
    public let value: String
    /// The value where the program says it in words of its own; nil where it is text of the code, which is never translated.
    public let said: Sentence?
    /// Shown only when a person asks for it, and not kept in a history.
    public let isSecret: Bool
    /// Shown among all fields, and not on the card.
    public let isDetail: Bool

    public init(_ label: Sentence, _ value: String, isSecret: Bool = false, isDetail: Bool = false) {
      (self.label, self.value, said) = (label, value, nil)
      self.isSecret = isSecret
      self.isDetail = isDetail
    }

    public init(_ label: Sentence, said: Sentence, isSecret: Bool = false, isDetail: Bool = false) {
      (self.label, value, self.said) = (label, said.description, said)
      self.isSecret = isSecret
      self.isDetail = isDetail
    }

    /// As it is shown, spoken and copied.
    public func value(in words: Words) -> String { said.map { words($0) } ?? value }
  }

  public init(
    kind: PayloadKind = .text, title: String, rows: [Row] = [], link: LinkTarget? = nil, action: PayloadAction? = nil,
    cautions: [Sentence] = []
  ) {
    self.kind = kind
    self.title = title
    self.rows = rows
    self.link = link
    self.action = action ?? link.map { .open(address: $0.address, with: .browser) }
    self.cautions = cautions
  }

  public var hasSecrets: Bool { rows.contains(where: \.isSecret) }

  /// What an action is about, in the fewest words: a host, a file, a network.
  var subject: String {
    if let link { return link.host }
    return switch action {
    case .save(let file): "\(file.name).\(file.ending)"
    case .join(let network): network.name
    case .open, nil: cardRows.first { !$0.isSecret }?.value ?? title
    }
  }

  /// All there is to tell one by one, the payload as it was read last.
  public func fields(of text: String) -> [Row] {
    let whole = Row("All of it", text, isSecret: hasSecrets)
    return rows.contains { $0.value == text } ? rows : rows + [whole]
  }

  /// The rows that stand on the card.
  public var cardRows: [Row] { rows.filter { !$0.isDetail } }
}

/// The large kinds of payloads, each with a sign of its own.
public enum PayloadKind: String, Hashable, Sendable, CaseIterable {
  case text, link, network, contact, event, telephone, message, mail, place, payment, trade, product, password, login
  case ticket, identity, setup, data
}
