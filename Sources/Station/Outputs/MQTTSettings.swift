/// Which MQTT broker scans are published to, and how.
public struct MQTTSettings: Hashable, Sendable {
  /// What is spoken.
  public enum Version: String, CaseIterable, Sendable {
    case mqtt311 = "3.1.1"
    case mqtt5 = "5"
  }

  public var host: String
  public var port: Int
  public var version: Version
  /// The broker ends an older connection of the same name: no two stations may share one.
  public var client: String
  public var user: String?
  public var password: String?
  public var usesTLS: Bool
  /// PEM files; nil takes the system's certificates, and shows none of the station's.
  public var certificates: String?
  public var clientCertificate: String?
  public var clientKey: String?
  /// Values are one level each (`ScanTemplate.oneLevel`).
  public var topic: ScanTemplate
  public var payload: ScanTemplate
  /// Where `online` or `offline` is kept at the broker, the latter as the last will; nil is nowhere. Not a template: it is the same
  /// for every scan.
  public var stateTopic: String?
  /// Where the station's figures are kept at the broker, as `viewfinder status` tells them; nil is nowhere.
  public var metricsTopic: String?
  public var timeLimit: Duration

  public init(
    host: String, port: Int, version: Version = .mqtt5, client: String, user: String? = nil, password: String? = nil,
    usesTLS: Bool = true, certificates: String? = nil, clientCertificate: String? = nil, clientKey: String? = nil,
    topic: ScanTemplate, payload: ScanTemplate, stateTopic: String? = nil, metricsTopic: String? = nil,
    timeLimit: Duration = .seconds(10)
  ) {
    self.host = host
    self.port = port
    self.version = version
    self.client = client
    self.user = user
    self.password = password
    self.usesTLS = usesTLS
    self.certificates = certificates
    self.clientCertificate = clientCertificate
    self.clientKey = clientKey
    self.topic = topic
    self.payload = payload
    self.stateTopic = stateTopic
    self.metricsTopic = metricsTopic
    self.timeLimit = timeLimit
  }
}
