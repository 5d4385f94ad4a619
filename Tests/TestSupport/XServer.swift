public import Foundation

/// An X server without a screen, for one test.
public final class XServer {
  /// Such as `:99`.
  public let name: String
  private let server = Process()

  public enum Failure: Error {
    case didNotStart
  }

  /// - Parameters:
  ///   - program: `Xvfb` of Debian's package `xvfb`.
  ///   - screen: its size and depth, such as `640x480x24`.
  ///   - folder: where the server keeps what it shows, as a file; nil for nowhere.
  public init(_ program: URL, screen: String, folder: URL? = nil) throws {
    server.executableURL = program
    // It chooses a free number and writes it to its standard output. A key that a busy machine holds for long is not pressed
    // again: "-r".
    server.arguments = ["-displayfd", "1", "-screen", "0", screen, "-nolisten", "tcp", "-noreset", "-r"]
    if let folder { server.arguments? += ["-fbdir", folder.path] }
    let output = Pipe()
    server.standardOutput = output
    server.standardError = FileHandle.nullDevice
    try server.run()
    let number = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    name = ":" + number.trimmingCharacters(in: .whitespacesAndNewlines)
    guard name != ":" else { throw Failure.didNotStart }
  }

  deinit { stop() }

  /// As when its cable is pulled, or its session ends.
  public func stop() {
    guard server.isRunning else { return }
    // It inherits the signals that a test's thread blocks; this one cannot be blocked.
    kill(server.processIdentifier, SIGKILL)
    server.waitUntilExit()
  }
}
