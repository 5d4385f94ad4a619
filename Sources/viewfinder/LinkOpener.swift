import Foundation
import Presentation
import Scanner

/// Hands addresses and files to the desktop, which opens them in the program that it thinks right.
///
/// By its own tool and not by SDL, which calls the same one and does not hear whether there is any.
struct LinkOpener {
  private static let tool = "xdg-open"
  private let environment: [String: String]

  init(environment: [String: String]) { self.environment = environment }

  /// - Parameters:
  ///   - address: handed over as one argument, past any shell.
  ///   - failed: called later, on another thread, where the tool finds no program for it.
  func open(_ address: String, failed: @escaping @Sendable (Trouble) -> Void) throws(Trouble) {
    guard let path = path else {
      throw Trouble("Not opened: install xdg-utils, which has \(Self.tool), or copy it with C")
    }
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = [address]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    process.terminationHandler = { ended in
      // It may be the browser itself, ended by a person; the tool fails with 1 to 4 (xdg-open(1)).
      guard ended.terminationReason == .exit, 1...4 ~= ended.terminationStatus else { return }
      failed(Trouble("Not opened: the desktop knows no program for it (xdg-open); copy it with C"))
    }
    do { try process.run() } catch {
      let reason = HarmlessText.escaped(SystemReason(error).description)
      throw Trouble("Not opened: \(reason); copy it with C")
    }
  }

  /// Where the tool is, in the folders of `PATH`; relative ones are passed over, for there a stranger's file may lie.
  private var path: String? {
    (environment["PATH"] ?? "").split(separator: ":").lazy.filter { $0.hasPrefix("/") }.map { "\($0)/\(Self.tool)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
