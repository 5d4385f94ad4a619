import Foundation
import MQTTOutput
import OutboxStore
import Scanner
import Station
import Synchronization

/// Many stations in one process, each with an outbox and an output of its own, and made-up scans.
///
/// Prints `stored STATION KEY` once a scan is stored, and on `end` ends once nothing waits any more.
struct SimulatedFleet {
  private let options: Options

  init(_ options: Options) { self.options = options }

  func run() throws {
    let folder = try options.text("folder")
    let first = Int(try options.number("first"))
    let count = Int(try options.number("count"))
    let period = try options.number("period")
    let seed = UInt64(try options.number("seed"))
    let clock = FastClock(
      rate: try options.number("rate"), date: Date(timeIntervalSince1970: try options.number("date")))
    let isEnded = Mutex(false)
    let stations = try (first..<first + count).map { number in
      try Station(number: number, folder: folder, options: options, clock: clock)
    }
    let done = DispatchGroup()
    for (index, station) in stations.enumerated() {
      done.enter()
      Thread.detachNewThread {
        var random = SeededRandom(seed: seed &+ UInt64(index) &* 7919)
        while !isEnded.withLock({ $0 }) {
          // An exponential pause: people come when they like.
          let pause = -Foundation.log(1 - random.unit()) * period
          Thread.sleep(forTimeInterval: pause / clock.rate)
          if isEnded.withLock({ $0 }) { break }
          if random.unit() < 0.002 { clock.jump((random.unit() * 2 - 1) * 86_400) }
          station.scan(clock, &random)
        }
        station.drain()
        done.leave()
      }
    }
    tell("ready")
    while let line = readLine(), line != "end" {}
    isEnded.withLock { $0 = true }
    done.wait()
    tell("ended")
  }

  private final class Station: Sendable {
    private let name: String
    private let outbox: OutboxStore
    private let thread: DeliveryThread

    init(number: Int, folder: String, options: Options, clock: FastClock) throws {
      let name = "station-\(number)"
      self.name = name
      let outbox = OutboxStore(OutboxLocation(path: "\(folder)/\(name)/outbox.sqlite"), role: .station)
      self.outbox = outbox
      let mqtt = MQTTSettings(
        host: "127.0.0.1", port: Int(try options.number("port")), client: name, user: options.find("user"),
        password: options.find("password"), usesTLS: options.find("authority") != nil,
        certificates: options.find("authority"), topic: try ScanTemplate("viewfinder/{station}/scans"),
        payload: try ScanTemplate("{json}"), stateTopic: "viewfinder/\(name)/state", timeLimit: .seconds(20))
      thread = DeliveryThread(
        name: "broker", clock: clock.capture, pace: clock.rate,
        open: {
          Delivery(
            name: "broker", output: MQTTOutput(mqtt), outbox: outbox,
            backOff: BackOff(first: .seconds(1), longest: .seconds(60)), random: SystemRandomNumberGenerator())
        },
        report: { _, event in
          if case .setAside(let number, _, let reason) = event { tell("aside \(name) \(number) \(reason)") }
        })
    }

    func scan(_ clock: FastClock, _ random: inout SeededRandom) {
      var system = SystemRandomNumberGenerator()
      let text = "https://example.com/\(name)/\(Int(random.unit() * 1e9))"
      let scan = AcceptedScan(
        key: ScanKey(using: &system), station: name, time: clock.now, symbology: "qr", symbologyIdentifier: "]Q1",
        text: text, bytes: Array(text.utf8))
      do throws(OutboxFailure) {
        _ = try outbox.store(scan, for: ["broker"])
        tell("stored \(name) \(scan.key)")
        thread.wake()
      } catch {
        log("\(name) stores nothing: \(error)")
      }
    }

    /// Waits until nothing waits any more.
    func drain() {
      while (try? outbox.next(for: "broker")) ?? nil != nil { Thread.sleep(forTimeInterval: 0.1) }
      thread.stop(patience: .seconds(10))
    }
  }
}
