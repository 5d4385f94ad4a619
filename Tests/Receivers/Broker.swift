package import Foundation

/// A real Mosquitto on loopback, with TLS and passwords, and what it heard.
package final class Broker {
  package let port: Int
  package let certificates: String
  private let folder: String
  private var process: Process
  private let environment = ["PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"]

  package static let user = "gate"
  package static let password = "s3cret word"

  /// Two copies of the pair of keys would do for all tests, but each test's own leaves nothing on the machine.
  package init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "broker-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    certificates = try Certificates(in: folder).authority
    port = try TinyServer.freePort()
    process = Process()
    try run("mosquitto_passwd", ["-b", "-c", folder + "/passwords", Self.user, Self.password])
    let configuration = """
      user root
      listener \(port) 127.0.0.1
      cafile \(certificates)
      certfile \(folder)/server.pem
      keyfile \(folder)/server.key
      allow_anonymous false
      password_file \(folder)/passwords
      persistence true
      persistence_location \(folder)/
      max_queued_messages 0
      """
    try Data((configuration + "\n").utf8).write(to: URL(filePath: folder + "/broker.conf"))
    try start()
  }

  deinit {
    if process.isRunning {
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
    try? FileManager.default.removeItem(atPath: folder)
  }

  package func start() throws {
    process = Process()
    process.executableURL = try Self.find("mosquitto", environment)
    process.arguments = ["-c", folder + "/broker.conf"]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    // A test's thread holds signals back, and what it starts inherits that: it could not be ended in order.
    var (all, before) = (sigset_t(), sigset_t())
    sigfillset(&all)
    pthread_sigmask(SIG_UNBLOCK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    try process.run()
    let deadline = ContinuousClock.now + .seconds(60)
    while !TinyServer.answers(port) {
      guard process.isRunning, ContinuousClock.now < deadline else { throw POSIXError(.ECONNREFUSED) }
      usleep(20_000)
    }
  }

  /// As a power cut ends it.
  package func stop() {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// In order: what it holds for others it holds again when it is started.
  package func end() {
    process.terminate()
    process.waitUntilExit()
  }

  /// A program that writes the payloads of a topic to a file, and for which the broker keeps them while either is away.
  package func archive(_ topic: String, to file: String) throws -> Process {
    let arguments = [
      "-h", "127.0.0.1", "-p", "\(port)", "--cafile", certificates, "-u", Self.user, "-P", Self.password, "-q", "1",
      "-c", "-i", "archive", "-t", topic,
    ]
    // What it has written before stays: one that has ended is begun again.
    if !FileManager.default.fileExists(atPath: file) {
      try run("mosquitto_sub", arguments + ["-E"])
      try Data().write(to: URL(filePath: file))
    }
    let written = try FileHandle(forWritingTo: URL(filePath: file))
    try written.seekToEnd()
    let program = Process()
    program.executableURL = try Self.find("stdbuf", environment)
    program.arguments = ["-oL", try Self.find("mosquitto_sub", environment).path] + arguments
    program.standardOutput = written
    program.standardError = FileHandle.nullDevice
    try program.run()
    return program
  }

  /// A program that hears all below a topic; it says so once it does. A line a message: retained or not, its bytes in
  /// hexadecimal digits, and its topic, which may have blanks.
  package func listen(_ topic: String) throws -> Listener {
    try Listener(
      // It keeps its lines to itself where nobody is at a terminal.
      Self.find("stdbuf", environment),
      [
        "-oL", Self.find("mosquitto_sub", environment).path, "-h", "127.0.0.1", "-p", "\(port)", "--cafile",
        certificates, "-u", Self.user, "-P", Self.password, "-q", "1",
        "-i", "listener-\(UUID().uuidString)", "-t", topic, "-F", "%r %x %t", "-d",
      ])
  }

  /// Publishes a line of the tests' own.
  package func publish(_ text: String, to topic: String) throws {
    try run(
      "mosquitto_pub",
      [
        "-h", "127.0.0.1", "-p", "\(port)", "--cafile", certificates, "-u", Self.user, "-P", Self.password, "-q", "1",
        "-t", topic, "-m", text,
      ])
  }

  private func run(_ name: String, _ arguments: [String]) throws {
    let process = Process()
    process.executableURL = try Self.find(name, environment)
    process.arguments = arguments
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw POSIXError(.EPERM) }
  }

  private static func find(_ name: String, _ environment: [String: String]) throws -> URL {
    let places = (environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(name)" }
    guard let path = places.first(where: FileManager.default.isExecutableFile) else { throw POSIXError(.ENOENT) }
    return URL(filePath: path)
  }
}

/// A subscriber's process, and what it wrote.
package final class Listener {
  private let process = Process()
  private let pipe = Pipe()
  private var text = Data()

  package struct Message: Hashable {
    package let topic: String
    package let isRetained: Bool
    package let bytes: [UInt8]

    package init(topic: String, isRetained: Bool, bytes: [UInt8]) {
      (self.topic, self.isRetained, self.bytes) = (topic, isRetained, bytes)
    }
  }

  fileprivate init(_ program: URL, _ arguments: [String]) throws {
    process.executableURL = program
    process.arguments = arguments
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    // It tells of its connection and subscription among the messages.
    _ = try lines { $0.contains { $0.hasPrefix("Subscribed") } }
  }

  deinit {
    if process.isRunning {
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
  }

  /// Waits for so many messages.
  package func messages(_ count: Int) throws -> [Message] {
    try lines { Self.messages($0).count >= count }.map { _ in Self.messages(all) } ?? []
  }

  /// Waits for a message of a topic: all that came so far, with it.
  package func messages(until topic: String) throws -> [Message] {
    try lines { Self.messages($0).last?.topic == topic }.map { _ in Self.messages(all) } ?? []
  }

  private var all: [Substring] {
    String(decoding: text, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).dropLast()
  }

  private static func messages(_ lines: [Substring]) -> [Message] {
    lines.compactMap { line in
      let parts = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3, parts[0] == "0" || parts[0] == "1" else { return nil }
      var rest = parts[1]
      var bytes: [UInt8] = []
      while rest.count >= 2, let byte = UInt8(rest.prefix(2), radix: 16) {
        bytes.append(byte)
        rest = rest.dropFirst(2)
      }
      return Message(topic: String(parts[2]), isRetained: parts[0] == "1", bytes: bytes)
    }
  }

  /// Nil where the program ended first.
  private func lines(until isEnough: ([Substring]) -> Bool) throws -> [Substring]? {
    while !isEnough(all) {
      guard let more = try pipe.fileHandleForReading.read(upToCount: 1), !more.isEmpty else { return nil }
      text += more
      text += pipe.fileHandleForReading.availableWithoutWaiting
    }
    return all
  }
}

extension FileHandle {
  /// What a pipe holds now.
  fileprivate var availableWithoutWaiting: Data {
    var count: Int32 = 0
    guard ioctl(fileDescriptor, UInt(FIONREAD), &count) == 0, count > 0 else { return Data() }
    return (try? read(upToCount: Int(count))) ?? Data()
  }
}
