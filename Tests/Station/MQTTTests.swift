import Foundation
import MQTTOutput
import OutboxStore
import Receivers
import Scanner
import Station
import TestSupport
import Testing

@Suite(.serialized) struct MQTTTests {
  var maker = ScanMaker()

  private func failure(_ output: MQTTOutput, _ scan: AcceptedScan) -> DeliveryFailure? {
    do throws(DeliveryFailure) {
      _ = try output.deliver(scan)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: MQTTSettings.Version.allCases)
  func scansComeInOrderOverTLSWithTheStationsState(version: MQTTSettings.Version) throws {
    let broker = try Broker()
    let listener = try broker.listen("#")
    var settings = try broker.settings("scans/{station}/{symbology}", version: version)
    settings.stateTopic = "stations/gate 1"
    let output = MQTTOutput(settings)
    var maker = maker
    let scans = (0..<5).map { maker.scan("\($0)") }
    for scan in scans { _ = try output.deliver(scan) }
    output.close()
    let heard = try listener.messages(7)
    #expect(heard.first == Listener.Message(topic: "stations/gate 1", isRetained: false, bytes: Array("online".utf8)))
    let delivered = heard.filter { $0.topic == "scans/gate%201/qr" }
    #expect(delivered.map(\.bytes) == scans.map { Array(ScanDocument.value(for: $0).description.utf8) })
    #expect(heard.last?.bytes == Array("offline".utf8))
    // Who comes later hears the state all the same, and no scan.
    let late = try broker.listen("#").messages(1)
    #expect(late.map(\.bytes) == [Array("offline".utf8)])
    #expect(late.map(\.isRetained) == [true])
  }

  /// Every fifteen seconds, whether or not there are scans; who comes later hears the last.
  @Test func theStationsFiguresAreKeptAtTheBroker() throws {
    let broker = try Broker()
    let listener = try broker.listen("metrics/#")
    var settings = try broker.settings("scans")
    settings.metricsTopic = "metrics/gate 1"
    var (time, asked) = (ContinuousClock.now, 0)
    let output = MQTTOutput(
      settings,
      metrics: {
        asked += 1
        return "{\"asked\":\(asked)}"
      }, now: { time })
    var maker = maker
    _ = try output.deliver(maker.scan("1"))
    _ = try output.deliver(maker.scan("2"))
    time += .seconds(14)
    output.rest()
    #expect(asked == 1)
    time += .seconds(1)
    output.rest()
    #expect(asked == 2)
    #expect(try listener.messages(2).map(\.bytes) == ["{\"asked\":1}", "{\"asked\":2}"].map { Array($0.utf8) })
    let late = try broker.listen("metrics/#").messages(1)
    #expect(late == [Listener.Message(topic: "metrics/gate 1", isRetained: true, bytes: Array("{\"asked\":2}".utf8))])
  }

  @Test mutating func aBrokerThatGoesAndComesBackMissesNothing() throws {
    let broker = try Broker()
    let listener = try broker.listen("scans")
    let folder = try StationFolder()
    let outbox = folder.store()
    let output = MQTTOutput(try broker.settings("scans", payload: "{text}"))
    var delivery = Delivery(name: "broker", output: output, outbox: outbox, random: SeededRandom(seed: 2))
    for number in 0..<3 { _ = try outbox.store(maker.scan("\(number)"), for: ["broker"]) }
    while delivery.step(at: .zero).due == .now {}
    #expect(try listener.messages(3).map(\.bytes) == ["0", "1", "2"].map { Array($0.utf8) })
    broker.stop()
    _ = try outbox.store(maker.scan("3"), for: ["broker"])
    guard case .at(let next) = delivery.step(at: .zero).due else {
      Issue.record("a broker that is gone took it")
      return
    }
    #expect(delivery.trouble != nil)
    try broker.start()
    let later = try broker.listen("scans")
    while delivery.step(at: next).due == .now {}
    #expect(delivery.trouble == nil)
    #expect(try later.messages(1).map(\.bytes) == [Array("3".utf8)])
  }

  @Test mutating func aWrongPasswordOrCertificateIsToldOf() throws {
    let broker = try Broker()
    var settings = try broker.settings("scans")
    settings.password = "wrong"
    guard case .unreachable(let reason)? = failure(MQTTOutput(settings), maker.scan("1")) else {
      Issue.record("it was let in")
      return
    }
    #expect(!reason.contains("wrong"))
    settings = try broker.settings("scans")
    // The system knows no such authority.
    settings.certificates = nil
    guard case .unreachable? = failure(MQTTOutput(settings), maker.scan("1")) else {
      Issue.record("it trusts anybody")
      return
    }
    settings.usesTLS = false
    settings.timeLimit = .seconds(2)
    guard case .unreachable? = failure(MQTTOutput(settings), maker.scan("1")) else {
      Issue.record("it was let in without TLS")
      return
    }
  }

  @Test func hostileCodesStayInTheirTopicAndPayload() throws {
    let broker = try Broker()
    let listener = try broker.listen("#")
    let output = MQTTOutput(try broker.settings("scans/{text}/x", payload: "{text}"))
    let scans = HostileScans.all()
    var taken: [AcceptedScan] = []
    for scan in scans {
      switch failure(output, scan) {
      case nil: taken.append(scan)
      case .rejected?: #expect(ScanTemplate.oneLevel(scan.text ?? "").utf8.count > 10_000)
      case .unreachable(let reason)?: Issue.record("\(reason)")
      }
    }
    #expect(taken.count >= scans.count - 2)
    let heard = try listener.messages(taken.count)
    #expect(heard.map(\.bytes) == taken.map { Array(($0.text ?? "").utf8) })
    #expect(heard.allSatisfy { $0.topic.split(separator: "/", omittingEmptySubsequences: false).count == 3 })
  }
}

extension Broker {
  /// An output's, for a client of its own.
  func settings(_ topic: String, version: MQTTSettings.Version = .mqtt5, payload: String = "{json}") throws
    -> MQTTSettings
  {
    MQTTSettings(
      host: "127.0.0.1", port: port, version: version, client: "gate-1-\(UUID().uuidString)", user: Self.user,
      password: Self.password, certificates: certificates, topic: try ScanTemplate(topic),
      payload: try ScanTemplate(payload), timeLimit: .seconds(30))
  }
}
