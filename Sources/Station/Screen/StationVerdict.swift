/// What the person at a station is told of a code.
public struct StationVerdict: Hashable, Sendable {
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    case accepted
    case refused
    /// It was accepted before.
    case repeated
    /// It is stored, and its receiver is still to say what it thinks.
    case waiting
  }

  public var kind: Kind
  /// The one large word or two.
  public var title: String
  /// Why; at most a few lines. Harmless text.
  public var words: String?
  /// What the code says, as far as the station's settings show it. Harmless text.
  public var text: String?

  public init(_ kind: Kind, title: String? = nil, words: String? = nil, text: String? = nil) {
    self.kind = kind
    self.title = title ?? kind.title
    self.words = words
    self.text = text
  }
}

extension StationVerdict.Kind {
  var title: String {
    switch self {
    case .accepted: "Accepted"
    case .refused: "Refused"
    case .repeated: "Already scanned"
    case .waiting: "One moment"
    }
  }
}

/// How much a station shows of what a code says.
public enum ShownText: String, CaseIterable, Hashable, Sendable {
  case shown
  /// The last four signs, as on receipts.
  case masked
  case hidden

  /// - Parameter text: harmless.
  public func text(_ text: String) -> String? {
    switch self {
    case .shown: text
    // A short one would be told by its last four.
    case .masked: text.count < 8 ? "••••" : "•••• " + text.suffix(4)
    case .hidden: nil
    }
  }
}
