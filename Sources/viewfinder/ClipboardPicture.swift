import Foundation
import PictureFiles
import Presentation
import Scanner

/// A picture that another program left for pasting, fetched by the desktop's own tool: SDL 2 shares text alone.
struct ClipboardPicture {
  private let environment: [String: String]

  init(environment: [String: String]) { self.environment = environment }

  /// What the clipboard holds.
  enum Content: Hashable, Sendable {
    case picture([UInt8])
    /// Files that a file manager copied: the first of them.
    case file(path: String)
  }

  /// Waits for the program that has the picture: not for the thread that draws.
  func content() throws(Trouble) -> Content {
    let offered = Set(text(try run(types)).split(whereSeparator: \.isNewline).map(String.init))
    // Nothing is lost in the first two; what is a photograph comes as a JPEG.
    for type in ["image/png", "image/bmp", "image/tiff", "image/webp", "image/jpeg", "image/gif"]
    where offered.contains(type) {
      return .picture(try run(fetch(type)))
    }
    if offered.contains("text/uri-list") {
      let lines = text(try run(fetch("text/uri-list"))).split(whereSeparator: \.isNewline)
      let files = lines.compactMap { URL(string: String($0)) }.filter { $0.isFileURL }
      if let file = files.first { return .file(path: file.path(percentEncoded: false)) }
    }
    throw Trouble("The clipboard holds no picture: copy one in another program first")
  }

  private var isWayland: Bool { environment["WAYLAND_DISPLAY"] != nil }

  private var types: [String] {
    isWayland ? ["wl-paste", "--list-types"] : ["xclip", "-selection", "clipboard", "-t", "TARGETS", "-o"]
  }

  private func fetch(_ type: String) -> [String] {
    isWayland
      ? ["wl-paste", "--no-newline", "--type", type] : ["xclip", "-selection", "clipboard", "-t", type, "-o"]
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  /// 127 is what `env` says of a program that is not there (POSIX).
  private func run(_ command: [String]) throws(Trouble) -> [UInt8] {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    process.environment = environment
    let output = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    do { try process.run() } catch {
      throw Trouble("The clipboard cannot be read: \(HarmlessText.escaped(SystemReason(error).description))")
    }
    var bytes: [UInt8] = []
    while bytes.count <= PictureLimits.bytes,
      let more = try? output.fileHandleForReading.read(upToCount: 1 << 18), !more.isEmpty
    {
      bytes += more
    }
    try? output.fileHandleForReading.close()
    process.waitUntilExit()
    if process.terminationStatus == 127 {
      throw Trouble("Not pasted: install \(isWayland ? "wl-clipboard" : "xclip")")
    }
    return process.terminationStatus == 0 ? bytes : []
  }
}
