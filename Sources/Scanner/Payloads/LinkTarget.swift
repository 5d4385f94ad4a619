public import Presentation

/// A web address, and where it really leads.
public struct LinkTarget: Hashable, Sendable {
  /// The whole address, in ASCII, as it would be handed to a browser.
  public let address: String
  /// The machine that it leads to, in lower case and in the form that the network uses (`xn--…` kept).
  public let host: String
  /// The host with its own letters, where it has others than ASCII's.
  public let hostAsWritten: String?
  /// Nil for the scheme's own.
  public let port: Int?
  /// What deserves a second look, one sentence each.
  public let cautions: [Sentence]

  public init(
    address: String, host: String, hostAsWritten: String? = nil, port: Int? = nil, cautions: [Sentence] = []
  ) {
    self.address = address
    self.host = host
    self.hostAsWritten = hostAsWritten
    self.port = port
    self.cautions = cautions
  }
}

extension LinkTarget {
  /// Nil for anything but a well-formed http or https address.
  init?(_ text: String, _ names: any HostNameEncoding) {
    guard let anatomy = LinkAnatomy(text, names) else { return nil }
    self.init(anatomy)
  }

  init(_ anatomy: LinkAnatomy) {
    var cautions: [Sentence] = []
    if anatomy.userInformation != nil {
      cautions.append("What stands before the @ is no host; the address leads to \(anatomy.host).")
    }
    if anatomy.host.split(separator: ".").contains(where: { $0.hasPrefix("xn--") }) {
      cautions.append("The host has letters beyond a to z, which can look like others.")
    }
    if anatomy.isNumeric { cautions.append("The host is a number, not a name.") }
    if anatomy.scheme == "http" { cautions.append("The connection would not be encrypted.") }
    self.init(
      address: anatomy.address, host: anatomy.host, hostAsWritten: anatomy.hostAsWritten, port: anatomy.port,
      cautions: cautions)
  }
}
