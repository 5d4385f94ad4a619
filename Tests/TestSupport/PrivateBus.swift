import Foundation

/// A bus of the test's own with services that are made up by python-dbusmock: nothing of the machine's is touched.
public final class PrivateBus {
  public let address: String
  private let daemon = Process()
  private let mock = Process()

  /// Debian's packages `dbus-daemon` and `python3-dbusmock`.
  public static var isAvailable: Bool {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/dbus-daemon")
      && FileManager.default.fileExists(atPath: "/usr/lib/python3/dist-packages/dbusmock")
  }

  /// - Parameters:
  ///   - script: Python with `bus` as the connection and `dbusmock` at hand, that ends by printing a line and waits then.
  public init(_ script: String) throws {
    daemon.executableURL = URL(filePath: "/usr/bin/dbus-daemon")
    daemon.arguments = ["--session", "--nofork", "--print-address"]
    let output = Pipe()
    daemon.standardOutput = output
    daemon.standardError = FileHandle.nullDevice
    try daemon.run()
    address = Self.line(of: output)
    mock.executableURL = URL(filePath: "/usr/bin/python3")
    mock.arguments = ["-c", script]
    var environment = ProcessInfo.processInfo.environment
    environment["DBUS_SYSTEM_BUS_ADDRESS"] = address
    environment["DBUS_SESSION_BUS_ADDRESS"] = address
    mock.environment = environment
    let ready = Pipe()
    mock.standardOutput = ready
    try mock.run()
    _ = Self.line(of: ready)
  }

  deinit {
    for process in [mock, daemon] where process.isRunning {
      // The threads of tests may hold back signals, and what they start inherits that.
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
  }

  /// Until the line's end, or what there is when nobody writes any more.
  private static func line(of pipe: Pipe) -> String {
    var bytes: [UInt8] = []
    while let byte = try? pipe.fileHandleForReading.read(upToCount: 1)?.first, byte != UInt8(ascii: "\n") {
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
