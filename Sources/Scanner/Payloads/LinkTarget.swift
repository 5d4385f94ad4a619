/// A web address, and where it really leads.
public struct LinkTarget: Hashable, Sendable {
  /// The whole address, in ASCII, as it would be handed to a browser.
  public let address: String
  /// The machine that it leads to, in lower case and in the form that the network uses (`xn--…` kept).
  public let host: String

  public init(address: String, host: String) {
    self.address = address
    self.host = host
  }
}
