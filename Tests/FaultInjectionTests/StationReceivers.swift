import Foundation
import Receivers

/// Where a station delivers its scans: a file in its home, a web server and a broker with TLS; and what came there.
final class StationReceivers {
  private let server: TinyServer
  private let broker: Broker
  private let listener: Listener
  private let home: URL
  private let password: URL
  private var marks = 0
  /// The scans that were asked about before.
  private var known: Set<String> = []

  /// - Parameters:
  ///   - home: of the station, where its file is.
  ///   - folder: for what it knows of its broker.
  init(home: URL, in folder: URL) throws {
    self.home = home
    server = try TinyServer { _ in TinyServer.reply("204 No Content") }
    broker = try Broker()
    listener = try broker.listen("#")
    password = folder.appending(path: "password")
    try Data(Broker.password.utf8).write(to: password)
  }

  deinit { server.stop() }

  /// A station's settings with these outputs; what an output cannot take is tried again at once.
  var settings: Data {
    Data(
      """
      [station]
      name = "gate 1"
      [[output]]
      kind = "file"
      path = "\(file.path)"
      retry-first = 0.1
      [[output]]
      kind = "webhook"
      url = "http://127.0.0.1:\(server.port)/scans"
      retry-first = 0.1
      [[output]]
      kind = "mqtt"
      host = "127.0.0.1"
      port = \(broker.port)
      client = "gate-1"
      topic = "scans"
      user = "\(Broker.user)"
      password-file = "\(password.path)"
      ca-file = "\(broker.certificates)"
      retry-first = 0.1

      """.utf8)
  }

  private var file: URL { home.appending(path: "scans.jsonl") }

  /// What each output was given that was asked about for the first time, in order.
  struct Deliveries {
    var file: [String] = []
    var web: [String] = []
    var broker: [String] = []

    var all: Set<String> { Set(file + web + broker) }

    /// What is wrong where each output has to have all that any has, but for what waits for it.
    ///
    /// - Parameter waiting: scans by the names of outputs.
    func wrongs(waiting: [String: Int]) -> [String] {
      [("file", file), ("webhook", web), ("mqtt", broker)].compactMap { name, keys in
        let missing = all.subtracting(keys).count
        return missing <= waiting[name] ?? 0 ? nil : "\(missing) of \(all.count) scans are lost for \(name)"
      }
    }
  }

  func deliveries() throws -> Deliveries {
    marks += 1
    // A broker tells a topic's messages in order: what came before the mark was told before it.
    try broker.publish("mark", to: "mark/\(marks)")
    let heard = try listener.messages(until: "mark/\(marks)").filter { $0.topic == "scans" }.map(\.bytes)
    let lines = (try? Data(contentsOf: file)) ?? Data()
    let came = Deliveries(
      file: try unknown(lines.split(separator: UInt8(ascii: "\n")).map(Self.key)),
      web: try unknown(server.requests.map { try Self.key($0.body) }),
      broker: try unknown(heard.map(Self.key)))
    known.formUnion(came.all)
    return came
  }

  private func unknown(_ keys: [String]) -> [String] { keys.filter { !known.contains($0) } }

  private struct Scan: Decodable {
    let key: String
  }

  private static func key(_ line: some DataProtocol) throws -> String {
    try JSONDecoder().decode(Scan.self, from: Data(line)).key
  }
}
