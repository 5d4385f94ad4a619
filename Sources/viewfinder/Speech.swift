import Foundation
import Presentation
import Scanner

/// Says results aloud, by speech-dispatcher's own tool, which speaks as the person has set it up for all programs.
struct Speech {
  private static let tool = "spd-say"
  private let environment: [String: String]

  init(environment: [String: String]) { self.environment = environment }

  /// What is said of a result: its kind and what the card's first field has; of a secret its kind alone. At most some
  /// sentences: nobody wants to hear the whole of a long text.
  static func words(_ payload: PayloadDescription, text: String, kind: String) -> String {
    let said = payload.hasSecrets ? "" : payload.cardRows.first?.value ?? text
    return said.isEmpty ? kind : "\(kind): \(said.prefix(200))"
  }

  /// Begins to say it.
  func say(_ words: String) throws(Trouble) {
    let folders = (environment["PATH"] ?? "").split(separator: ":").filter { $0.hasPrefix("/") }
    guard
      let path = folders.map({ "\($0)/\(Self.tool)" }).first(where: { FileManager.default.isExecutableFile(atPath: $0) }
      )
    else { throw Trouble("Nothing is said aloud: install speech-dispatcher, which has \(Self.tool)") }
    let process = Process()
    process.executableURL = URL(filePath: path)
    // What a code says is an argument of its own, after the mark that no option follows, and no mark-up.
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    process.arguments = ["--application-name", "Viewfinder", "--", words.replacing("\0", with: " ")]
    do { try process.run() } catch {
      throw Trouble("Nothing is said aloud: \(HarmlessText.escaped(SystemReason(error).description))")
    }
  }
}
