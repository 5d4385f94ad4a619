/// What is not written down. Checked before anything reaches the store.
public struct HistoryPrivacy: Hashable, Sendable {
  /// Nothing is stored.
  public var isPrivate: Bool
  /// Also payloads that are secrets or personal documents are stored. Without it a password that was scanned
  /// once does not lie on the disk; with it the history is complete.
  public var storesSecrets: Bool

  public init(isPrivate: Bool = false, storesSecrets: Bool = false) {
    self.isPrivate = isPrivate
    self.storesSecrets = storesSecrets
  }

  /// As the user has set it.
  public init(_ settings: Settings.History) {
    self.init(isPrivate: settings.isPrivate, storesSecrets: settings.storesSecrets)
  }

  public func allows(_ content: HistoryContent) -> Bool {
    guard !isPrivate else { return false }
    return storesSecrets || Secret(in: content) == nil
  }
}
