import Foundation
import OutboxStore
import Receivers
import Scanner
import Station
import Synchronization
import TestSupport

/// Plays faults from a seed to a station, a web server and a broker. All is real but the camera, the people and the clock.
final class StationWeek {
  private enum Fault: String, CaseIterable {
    case unplugged, stalled, deadWebhook, slowWebhook, fullDisk, kill, clockJump, brokerRestart
  }

  private struct Event: Comparable {
    /// In seconds of the station's time.
    let at: Double
    let what: What

    enum What {
      case scan, fault, sample
      case over(Fault)
    }

    static func < (one: Event, other: Event) -> Bool { one.at < other.at }
    static func == (one: Event, other: Event) -> Bool { one.at == other.at }
  }

  let scanEvery: Double
  private let faultEvery: Double
  private let seconds: Double
  private let rate: Double
  private let seed: UInt64
  private var random: SeededRandom
  private let folder: StationFolder
  /// Where the outbox lies: a disk that can be filled, if there is one.
  private let disk: String
  private let hasSmallDisk: Bool
  /// Has writes to the outbox's folder fail while the file `full` lies there.
  private let faults: URL
  private let server: WeekServer
  private let broker: Broker
  private var archive: Process
  private let archived: String
  private var station: StationLife?
  private var lives: [StationLife] = []
  private var active: Set<Fault> = []
  private var counts: [Fault: Int] = [:]
  private var jumped = 0.0
  private var scans = 0
  private let beginning = ContinuousClock.now
  private let journal: FileHandle?
  private static let date = 1_790_000_000.0

  init(
    seed: UInt64, rate: Double, seconds: Double, scanEvery: Double, faultEvery: Double, smallDisk: String?, log: String?
  ) throws {
    (self.seed, self.rate, self.seconds) = (seed, rate, seconds)
    (self.scanEvery, self.faultEvery) = (scanEvery, faultEvery)
    random = SeededRandom(seed: seed)
    folder = try StationFolder()
    disk = smallDisk ?? folder.path
    hasSmallDisk = smallDisk != nil
    faults = try PreloadLibrary.build("FaultInjection")
    if let log { try Data().write(to: URL(filePath: log)) }
    journal = log.flatMap { FileHandle(forWritingAtPath: $0) }
    server = try WeekServer()
    broker = try Broker()
    archived = folder.path + "/archived"
    archive = try broker.archive("week/scans", to: archived)
  }

  // MARK: The week

  func play() throws {
    signal(SIGPIPE, SIG_IGN)
    tell("seed \(seed), \(rate) times as fast, \(Int(seconds)) s")
    try startStation()
    var events = [
      Event(at: pause(scanEvery), what: .scan), Event(at: pause(faultEvery), what: .fault), Event(at: 1, what: .sample),
    ]
    while let event = events.min(), event.at < seconds {
      events.remove(at: events.firstIndex(of: event) ?? 0)
      wait(until: event.at)
      switch event.what {
      case .scan:
        hold()
        events.append(Event(at: event.at + pause(scanEvery), what: .scan))
      case .fault:
        if let fault = nextFault(), let length = try begin(fault) {
          events.append(Event(at: event.at + length, what: .over(fault)))
        }
        events.append(Event(at: event.at + pause(faultEvery), what: .fault))
      case .sample:
        // Where the week is behind its plan, as after a fault that was waited for, many would be of one moment.
        let now = now
        station?.sample(at: now)
        try keepArchive()
        // Often enough for a life of half a day, and not more often than ten times in a second that is real.
        events.append(Event(at: now + max(seconds / 2000, rate / 10), what: .sample))
      case .over(let fault): try end(fault)
      }
    }
    for fault in active { try end(fault) }
  }

  private func pause(_ mean: Double) -> Double { max(0.1, -Foundation.log(1 - random.unit()) * mean) }

  private func wait(until time: Double) {
    let real = Duration.seconds(time / rate) - (ContinuousClock.now - beginning)
    if real > .zero { Thread.sleep(forTimeInterval: real / .seconds(1)) }
  }

  /// Seconds of the station's time since the beginning, whatever was planned for them.
  private var now: Double { (ContinuousClock.now - beginning) / .seconds(1) * rate }

  private func tell(_ line: String) {
    let time = Int(now)
    let stamp = "day \(time / 86_400) \(time / 3600 % 24):\(time / 60 % 60):\(time % 60)"
    try? journal?.write(contentsOf: Data("\(stamp)  \(line)\n".utf8))
  }

  private func startStation() throws {
    let life = try StationLife(
      [
        "station", "--folder", disk, "--rate", "\(rate)", "--date", "\(Self.date + now + jumped)", "--webhook",
        "\(server.port)", "--port", "\(broker.port)", "--authority", broker.certificates, "--user", Broker.user,
        "--password", Broker.password,
      ], ["LD_PRELOAD": faults.path, "FAULT_FULL": disk + "/full"])
    for fault in active {
      if fault == .unplugged { life.say("camera unplugged") }
      if fault == .stalled { life.say("camera stalled") }
    }
    station = life
    lives.append(life)
  }

  /// Somebody comes while the disk is full, however slow this machine is: at a hundred times the pace a fault may be over before a
  /// picture was looked at.
  private func waitForRefusal() {
    hold()
    guard let station, !active.contains(.unplugged), !active.contains(.stalled) else { return }
    let before = station.withoutRoom
    let deadline = ContinuousClock.now + .seconds(10)
    while station.withoutRoom == before, ContinuousClock.now < deadline { usleep(10_000) }
  }

  /// A code before the camera.
  private func hold() {
    scans += 1
    station?.say("scan https://example.com/\(seed)/\(scans)")
  }

  // MARK: Faults

  private func nextFault() -> Fault? {
    let fault = Fault.allCases[Int(random.unit() * Double(Fault.allCases.count))]
    if active.contains(fault) { return nil }
    // One thing at a time is wrong with the camera.
    if fault == .stalled && active.contains(.unplugged) || fault == .unplugged && active.contains(.stalled) {
      return nil
    }
    return fault
  }

  /// - Returns: how long it lasts, in seconds of the station's time; nil for what is over at once.
  private func begin(_ fault: Fault) throws -> Double? {
    counts[fault, default: 0] += 1
    let length = min(seconds / 8, 5 + random.unit() * 295)
    tell("fault \(fault.rawValue) for \(Int(length)) s")
    switch fault {
    case .unplugged: station?.say("camera unplugged")
    case .stalled: station?.say("camera stalled")
    case .deadWebhook: server.mood = .dead
    case .slowWebhook: server.mood = .slow
    case .fullDisk:
      fillDisk()
      waitForRefusal()
    case .brokerRestart: broker.end()
    case .kill:
      station?.kill()
      try startStation()
      return nil
    case .clockJump:
      let by = random.unit() < 0.5 ? 86_400.0 : -86_400
      jumped += by
      station?.say("jump \(by)")
      return nil
    }
    active.insert(fault)
    return length
  }

  private func end(_ fault: Fault) throws {
    active.remove(fault)
    tell("over \(fault.rawValue)")
    switch fault {
    case .unplugged, .stalled: station?.say("camera well")
    case .deadWebhook, .slowWebhook:
      server.mood = active.contains(.deadWebhook) ? .dead : active.contains(.slowWebhook) ? .slow : .well
    case .fullDisk:
      try? FileManager.default.removeItem(atPath: disk + "/ballast")
      try? FileManager.default.removeItem(atPath: disk + "/full")
    case .brokerRestart: try broker.start()
    case .kill, .clockJump: break
    }
  }

  /// To the last byte where the disk is a small one; and nothing can be written over either, as where blocks are copied on each
  /// write.
  private func fillDisk() {
    defer { try? Data().write(to: URL(filePath: disk + "/full")) }
    guard hasSmallDisk else { return }
    try? Data().write(to: URL(filePath: disk + "/ballast"))
    guard let ballast = FileHandle(forWritingAtPath: disk + "/ballast") else { return }
    var size = 1 << 20
    while size > 0 {
      do { try ballast.write(contentsOf: Data(count: size)) } catch { size /= 2 }
    }
    try? ballast.close()
  }

  // MARK: The end

  /// Waits until nothing waits any more, and ends all.
  func finish() throws -> StationWeekResult {
    let tool = OutboxStore(OutboxLocation(path: disk + "/outbox.sqlite"), role: .tool)
    let deadline = ContinuousClock.now + .seconds(120)
    var waiting = Int.max
    while waiting > 0, ContinuousClock.now < deadline {
      // Codes may still be before the camera.
      usleep(500_000)
      waiting = (try? tool.depths().reduce(0) { $0 + $1.waiting }) ?? waiting
    }
    station?.sample(at: now)
    station?.say("end")
    station?.waitForEnd()
    waiting = try tool.depths().reduce(0) { $0 + $1.waiting + $1.setAside }
    let webhook = server.keys
    let expected = Set(webhook)
    var mqtt = lines(archived)
    while !expected.isSubset(of: mqtt), ContinuousClock.now < deadline {
      try keepArchive()
      usleep(100_000)
      mqtt = lines(archived)
    }
    kill(archive.processIdentifier, SIGKILL)
    archive.waitUntilExit()
    server.stop()
    let shown = lives.flatMap(\.shown)
    let faults = Fault.allCases.map { "\($0.rawValue) \(counts[$0] ?? 0)" }.joined(separator: ", ")
    let figures = StationFigures(lives.map(\.samples))
    let withoutRoom = lives.reduce(0) { $0 + $1.withoutRoom }
    let refusals = lives.reduce(into: [String: Int]()) { $0.merge($1.refusals, uniquingKeysWith: +) }
    let reasons = refusals.sorted { $0.value > $1.value }.map { "\($0.value) × \($0.key)" }
    let summary = """
      station week: seed \(seed), \(Int(seconds)) s of station time in \
      \(Int((ContinuousClock.now - beginning) / .seconds(1))) s
      faults: \(faults)
      codes held up \(scans), shown as accepted \(shown.count), not accepted \(refusals.values.reduce(0, +)): \
      \(reasons.isEmpty ? "none" : reasons.joined(separator: "; "))
      webhook: \(webhook.count) arrived, \(webhook.count - expected.count) of them again; \
      MQTT: \(mqtt.count) arrived, \(mqtt.count - Set(mqtt).count) of them again
      \(figures.summary)
      """
    tell(summary)
    for sample in StationFigures.longest(of: lives.map(\.samples)) {
      tell(
        "longest life at \(Int(sample.at)) s: \(sample.kibibytes) kB, \(sample.descriptors) descriptors, "
          + "\(sample.threads) threads, \(sample.codes) codes")
    }
    return StationWeekResult(
      shown: shown, webhook: webhook, mqtt: mqtt, aside: lives.flatMap(\.aside), waiting: waiting,
      fullDisks: counts[.fullDisk] ?? 0, withoutRoom: withoutRoom,
      kills: counts[.kill] ?? 0, troubles: figures.troubles, summary: summary)
  }

  /// A subscriber that could not connect gives up; the broker keeps what is for it meanwhile.
  private func keepArchive() throws {
    if !archive.isRunning { archive = try broker.archive("week/scans", to: archived) }
  }

  private func lines(_ path: String) -> [String] {
    ((try? String(contentsOf: URL(filePath: path), encoding: .utf8)) ?? "").split(separator: "\n").map(String.init)
  }
}

/// A web server that is well, dead or slow, and the keys that it was given.
private final class WeekServer {
  enum Mood: Sendable { case well, dead, slow }

  private struct State {
    var mood = Mood.well
    var keys: [String] = []
  }

  /// The server's threads have it as well.
  private final class Shared: Sendable {
    let state = Mutex(State())
  }

  private let shared: Shared
  private let server: TinyServer

  init() throws {
    let shared = Shared()
    self.shared = shared
    server = try TinyServer(keepsRequests: false) { request in
      switch shared.state.withLock({ $0.mood }) {
      case .dead: return nil
      // Below the output's time limit at times, and above it at times.
      case .slow: Thread.sleep(forTimeInterval: request.body.count.isMultiple(of: 2) ? 0.3 : 2.5)
      case .well: break
      }
      guard let key = request.header("Idempotency-Key") else { return TinyServer.reply("400 No key") }
      shared.state.withLock { $0.keys.append(key.trimmingCharacters(in: ["\""])) }
      return TinyServer.reply("200 OK")
    }
  }

  var port: Int { server.port }
  var mood: Mood {
    get { shared.state.withLock { $0.mood } }
    set { shared.state.withLock { $0.mood = newValue } }
  }
  var keys: [String] { shared.state.withLock { $0.keys } }
  func stop() { server.stop() }
}
