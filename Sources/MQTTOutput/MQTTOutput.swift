import CMQTT
import Scanner
public import Station

/// Publishes every scan to an MQTT broker with QoS 1: it is delivered once the broker has said that it has it.
///
/// One message at a time, so that the order is kept (MQTT 5 §4.6). A broker that does not answer in time is left and
/// connected to anew; it may then get a scan twice, with the same key.
@safe public final class MQTTOutput: DeliveryOutput {
  private let settings: MQTTSettings
  private let metrics: () -> String?
  private let now: () -> ContinuousClock.Instant
  private var connection: OpaquePointer?
  /// When the figures were published last; nil is never.
  private var toldMetrics: ContinuousClock.Instant?

  /// How often figures are published at most, as often as Prometheus is wont to ask for them.
  private static let metricsPeriod = Duration.seconds(15)

  /// - Parameters:
  ///   - metrics: how the station does, for `MQTTSettings.metricsTopic`; nil has nothing to tell.
  ///   - now: a clock that never goes back.
  public init(
    _ settings: MQTTSettings, metrics: @escaping () -> String? = { nil },
    now: @escaping () -> ContinuousClock.Instant = { .now }
  ) {
    (self.settings, self.metrics, self.now) = (settings, metrics, now)
  }

  deinit { close() }

  public func deliver(_ scan: AcceptedScan) throws(DeliveryFailure) -> DeliveryReceipt {
    let topic = settings.topic.text(for: scan, escaping: ScanTemplate.oneLevel)
    // MQTT 5 §4.7.3: at least one character and at most 65,535 bytes.
    guard 1...65_535 ~= topic.utf8.count else { throw .rejected("its topic would have \(topic.utf8.count) bytes") }
    let payload = Array(settings.payload.text(for: scan).utf8)
    try unsafe publish(payload, to: topic, isRetained: false, open())
    tellMetrics()
    return DeliveryReceipt()
  }

  public func rest() {
    // A station that has nothing to say is online all the same.
    guard let connection = try? unsafe open() else { return }
    guard unsafe vf_mqtt_rest(connection) == VF_MQTT_DONE else { return close() }
    tellMetrics()
  }

  /// Figures are told again soon: a broker that does not take them is found out by the next scan.
  private func tellMetrics() {
    let time = now()
    guard let topic = settings.metricsTopic, toldMetrics.map({ time - $0 >= Self.metricsPeriod }) ?? true,
      let connection = unsafe connection, let text = metrics()
    else { return }
    toldMetrics = time
    try? unsafe publish(Array(text.utf8), to: topic, isRetained: true, connection)
  }

  public func close() {
    guard let connection = unsafe connection else { return }
    unsafe self.connection = nil
    var trouble = Self.noTrouble
    if let topic = settings.stateTopic {
      // The will is published only where no leave was taken.
      _ = unsafe vf_mqtt_publish(connection, topic, Self.offline, Self.offline.utf8.count, 1, 1000, &trouble)
    }
    unsafe vf_mqtt_close(connection)
  }

  private static let online = "online"
  private static let offline = "offline"
  private static let noTrouble = [CChar](repeating: 0, count: 256)
  /// In seconds: a broker publishes the will after one and a half of it (MQTT 5 §3.1.2.10), and `rest` comes every five.
  private static let keepAlive: Int32 = 30

  private var milliseconds: Int32 { Int32(clamping: settings.timeLimit.wholeMilliseconds) }

  private func publish(
    _ payload: [UInt8], to topic: String, isRetained: Bool, _ connection: OpaquePointer
  ) throws(DeliveryFailure) {
    var trouble = Self.noTrouble
    let code = unsafe vf_mqtt_publish(
      connection, topic, payload, payload.count, isRetained ? 1 : 0, milliseconds, &trouble)
    guard code != VF_MQTT_DONE else { return }
    // Without taking leave: what the broker still has of it must not be sent again behind our back.
    unsafe vf_mqtt_close(connection)
    unsafe self.connection = nil
    throw code == VF_MQTT_NEVER ? .rejected(words(trouble)) : .unreachable(words(trouble))
  }

  private func words(_ trouble: [CChar]) -> String {
    let text = String(decoding: trouble.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return "\(settings.host): \(HarmlessText.escaped(text))"
  }

  private func open() throws(DeliveryFailure) -> OpaquePointer {
    if let connection = unsafe connection { return unsafe connection }
    var trouble = Self.noTrouble
    let texts = [
      settings.host, settings.client, settings.user, settings.password, settings.certificates,
      settings.clientCertificate, settings.clientKey, settings.stateTopic, Self.offline,
    ]
    let opened = unsafe withCStrings(texts) { texts in
      var raw = unsafe vf_mqtt_settings()
      unsafe raw.host = texts[0]
      unsafe raw.port = Int32(clamping: settings.port)
      unsafe raw.version = settings.version == .mqtt5 ? 5 : 4
      unsafe raw.client = texts[1]
      unsafe raw.user = texts[2]
      unsafe raw.password = texts[3]
      unsafe raw.uses_tls = settings.usesTLS ? 1 : 0
      unsafe raw.certificates = texts[4]
      unsafe raw.certificate = texts[5]
      unsafe raw.key = texts[6]
      unsafe raw.will_topic = texts[7]
      unsafe raw.will = texts[8]
      unsafe raw.keep_alive_seconds = Self.keepAlive
      return unsafe vf_mqtt_open(&raw, milliseconds, &trouble)
    }
    guard let opened = unsafe opened else { throw .unreachable(words(trouble)) }
    unsafe connection = opened
    if let topic = settings.stateTopic {
      try unsafe publish(Array(Self.online.utf8), to: topic, isRetained: true, opened)
    }
    return unsafe opened
  }
}

/// Runs something with texts as C has them; those that are nil are NULL.
private func withCStrings<Result>(
  _ texts: [String?], _ body: ([UnsafePointer<CChar>?]) -> Result
) -> Result {
  func next(_ done: [UnsafePointer<CChar>?]) -> Result {
    guard unsafe done.count < texts.count else { return unsafe body(done) }
    guard let text = texts[unsafe done.count] else { return unsafe next(done + [nil]) }
    return unsafe text.withCString { unsafe next(done + [$0]) }
  }
  return unsafe next([])
}
