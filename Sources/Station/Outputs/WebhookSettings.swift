/// Where scans are posted, and how.
public struct WebhookSettings: Hashable, Sendable {
  /// `https://…`, or `http://…` where the way there is trusted.
  public var url: String
  /// PEM files; nil takes the system's certificates, and shows none of the station's.
  public var certificates: String?
  public var clientCertificate: String?
  public var clientKey: String?
  /// What bodies are signed with; nil signs none.
  public var secret: [UInt8]?
  /// Lines of the settings' own, such as `Authorization: Bearer …`; no line ends.
  public var headers: [String]
  public var timeLimit: Duration
  /// The answer is the person's verdict.
  public var givesVerdict: Bool

  public init(
    url: String, certificates: String? = nil, clientCertificate: String? = nil, clientKey: String? = nil,
    secret: [UInt8]? = nil, headers: [String] = [], timeLimit: Duration = .seconds(10), givesVerdict: Bool = false
  ) {
    self.url = url
    self.certificates = certificates
    self.clientCertificate = clientCertificate
    self.clientKey = clientKey
    self.secret = secret
    self.headers = headers
    self.timeLimit = timeLimit
    self.givesVerdict = givesVerdict
  }

  /// What the person is told of the address: neither its path nor its query, where there may be secrets.
  public var host: String {
    let rest = url.split(separator: "://", maxSplits: 1).last ?? ""
    let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    return String(authority.split(separator: "@").last ?? authority)
  }
}

extension Duration {
  /// As C's time limits are given; rounded down, and at least 1, since 0 means none to some of them.
  public var wholeMilliseconds: Int {
    let (seconds, attoseconds) = components
    let whole = seconds.multipliedReportingOverflow(by: 1000)
    return whole.overflow ? .max : max(1, Int(clamping: whole.partialValue + attoseconds / 1_000_000_000_000_000))
  }
}
