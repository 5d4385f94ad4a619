import Scanner

/// One of the places that scans go to, as `[[output]]` tells it.
public struct OutputSettings: Hashable, Sendable {
  /// As the outbox and the person know it; no two have the same.
  public let name: String
  public let kind: Kind
  public let backOff: BackOff

  public enum Kind: Hashable, Sendable {
    case stream(LineFormat)
    case file(FileOutput.Options)
    case program(ProgramOutput.Options)
    case webhook(WebhookSettings)
    case mqtt(MQTTSettings)
    case signal(SignalBus)
    case keyboard(KeyboardSettings)
  }

  /// Where signals are heard.
  public enum SignalBus: String, CaseIterable, Hashable, Sendable {
    /// By the programs of the person who is logged in.
    case session
    /// By those of the machine that its policy lets hear them.
    case system
  }

  public init(name: String, kind: Kind, backOff: BackOff = BackOff()) {
    (self.name, self.kind, self.backOff) = (name, kind, backOff)
  }

  /// The kinds there are, by the name that `kind` takes.
  enum Catalog: String, CaseIterable {
    case stdout
    case file
    case program
    case webhook
    case mqtt
    case dbus
    case keyboard

    /// Nil where something that it needs is missing or wrong, which is told.
    func read(_ section: inout SettingsSection, station: String, _ secrets: SecretReader) -> Kind? {
      switch self {
      case .stdout: .stream(section.choice("format", LineFormat.self) ?? .json)
      case .file: OutputSettings.file(&section)
      case .program: OutputSettings.program(&section)
      case .webhook: OutputSettings.webhook(&section, secrets)
      case .mqtt: OutputSettings.mqtt(&section, station: station, secrets)
      case .dbus: .signal(section.choice("bus", SignalBus.self) ?? .session)
      case .keyboard: OutputSettings.keyboard(&section)
      }
    }
  }

  /// - Parameter station: the station's name, which names it at a broker.
  static func read(
    _ section: inout SettingsSection, station: String, _ secrets: SecretReader
  ) -> OutputSettings? {
    let catalog = section.required("kind", section.choice("kind", Catalog.self))
    let name = section.string("name") ?? catalog?.rawValue ?? ""
    var backOff = BackOff()
    if let first = section.duration("retry-first", in: 0.1...3600) { backOff.first = first }
    if let longest = section.duration("retry-longest", in: 0.1...86_400) { backOff.longest = longest }
    guard let kind = catalog?.read(&section, station: station, secrets) else { return nil }
    return OutputSettings(name: name, kind: kind, backOff: backOff)
  }

  private static func file(_ section: inout SettingsSection) -> Kind? {
    guard let path = section.required("path", section.path("path")) else { return nil }
    var options = FileOutput.Options(path: path)
    options.format = section.choice("format", LineFormat.self) ?? options.format
    options.rotation = section.integer("rotate-bytes", in: 1024...1_000_000_000_000)
    options.kept = section.integer("rotate-keep", in: 0...1000) ?? options.kept
    options.syncs = section.boolean("sync") ?? options.syncs
    return .file(options)
  }

  private static func program(_ section: inout SettingsSection) -> Kind? {
    guard let path = section.required("path", section.path("path")) else { return nil }
    return .program(
      ProgramOutput.Options(
        path: path, arguments: section.templates("arguments") ?? [],
        timeLimit: section.duration("timeout", in: 0.1...3600) ?? .seconds(10),
        givesVerdict: section.boolean("verdict") ?? false))
  }

  private static func keyboard(_ section: inout SettingsSection) -> Kind? {
    let standard = try? ScanTemplate("{text}")
    guard let text = section.template("text") ?? standard else { return nil }
    return .keyboard(
      KeyboardSettings(
        text: text, suffix: section.choice("suffix", KeyboardSettings.Suffix.self) ?? .enter,
        way: section.choice("by", KeyboardSettings.Way.self) ?? .automatic))
  }

  private static func webhook(_ section: inout SettingsSection, _ secrets: SecretReader) -> Kind? {
    let secret = section.secret("secret", secrets)
    let authorization = section.secret("authorization", secrets)
    let url = section.required("url", section.address("url"))
    var headers = section.headers("headers") ?? []
    if let authorization { headers.append("Authorization: " + String(decoding: authorization, as: UTF8.self)) }
    guard let url else { return nil }
    return .webhook(
      WebhookSettings(
        url: url, certificates: section.path("ca-file"), clientCertificate: section.path("client-certificate"),
        clientKey: section.path("client-key"), secret: secret, headers: headers,
        timeLimit: section.duration("timeout", in: 0.1...3600) ?? .seconds(10),
        givesVerdict: section.boolean("verdict") ?? false))
  }

  private static func mqtt(_ section: inout SettingsSection, station: String, _ secrets: SecretReader) -> Kind? {
    let password = section.secret("password", secrets).map { String(decoding: $0, as: UTF8.self) }
    let usesTLS = section.boolean("tls") ?? true
    let standardTopic = try? ScanTemplate("viewfinder/{station}/scans")
    let standardPayload = try? ScanTemplate("{json}")
    guard let host = section.required("host", section.string("host")),
      let topic = section.template("topic") ?? standardTopic,
      let payload = section.template("payload") ?? standardPayload
    else { return nil }
    return .mqtt(
      MQTTSettings(
        host: host, port: section.integer("port", in: 1...65_535) ?? (usesTLS ? 8883 : 1883),
        version: section.choice("version", MQTTSettings.Version.self) ?? .mqtt5,
        client: section.string("client") ?? "viewfinder-" + ScanTemplate.oneLevel(station),
        user: section.string("user"), password: password, usesTLS: usesTLS, certificates: section.path("ca-file"),
        clientCertificate: section.path("client-certificate"), clientKey: section.path("client-key"), topic: topic,
        payload: payload,
        stateTopic: section.string("state-topic") ?? "viewfinder/\(ScanTemplate.oneLevel(station))/state",
        metricsTopic: section.string("metrics-topic") ?? "viewfinder/\(ScanTemplate.oneLevel(station))/metrics",
        timeLimit: section.duration("timeout", in: 0.1...3600) ?? .seconds(10)))
  }
}
