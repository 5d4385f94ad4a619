import Foundation
import Imaging
import TestSupport
import Testing

/// An X server without a screen. What it shows lies in a file, so that no tool is needed to look at it.
final class VirtualDisplay {
  private let server: XServer
  private let folder: URL

  /// Such as `:99`.
  var name: String { server.name }

  /// The programs that these tests need beside the project's own.
  static let isAvailable: Bool = {
    let missing = ["Xvfb", "xdotool"].filter { find($0) == nil }
    guard missing.isEmpty else {
      print("The window is not tested: \(missing.joined(separator: " and ")) not installed.")
      return false
    }
    return true
  }()

  /// A program's place, by `PATH`.
  static func find(_ program: String) -> URL? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.map { URL(filePath: String($0)).appending(path: program) }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "viewfinder-display-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    server = try XServer(try #require(Self.find("Xvfb")), screen: "1280x900x24", folder: folder)
  }

  deinit {
    server.stop()
    try? FileManager.default.removeItem(at: folder)
  }

  /// As when its cable is pulled, or its session ends.
  func unplug() { server.stop() }

  /// Leaves a file's content in the clipboard, as another program would.
  ///
  /// The tool leaves a process behind that answers who pastes. By way of Python it holds none of our descriptors: whoever
  /// waits for the tool's end would wait for that process, too.
  func copy(_ file: URL, as type: String) throws {
    let script = """
      import subprocess, sys
      subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
      """
    _ = try run(Self.python, ["-c", script, "xclip", "-selection", "clipboard", "-t", type, "-i", file.path])
  }

  /// The text in the clipboard, empty where there is none.
  func clipboard() throws -> String { try run("xclip", ["-selection", "clipboard", "-o"]) }

  /// The system's own, which has Debian's modules, whatever other Python comes first in `PATH`.
  static let python = "/usr/bin/python3"

  /// Runs a program of the machine on this display until it ends.
  ///
  /// - Returns: what it wrote.
  func run(_ program: String, _ arguments: [String]) throws -> String {
    let tool = Process()
    let found = program.hasPrefix("/") ? URL(filePath: program) : Self.find(program)
    let executable = try #require(found)
    tool.executableURL = executable
    tool.arguments = arguments
    tool.environment = ["DISPLAY": name, "PATH": ProcessInfo.processInfo.environment["PATH"] ?? ""]
    let output = Pipe()
    tool.standardInput = FileHandle.nullDevice
    tool.standardOutput = output
    tool.standardError = FileHandle.nullDevice
    try tool.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    tool.waitUntilExit()
    return text
  }

  /// The whole screen now, from the server's frame buffer in the format of xwd (X11/XWDFile.h): 25 big-endian
  /// numbers, a color table of 12 bytes an entry, then rows of B G R and an unused byte.
  func picture() throws -> RGBAImage {
    let file = [UInt8](try Data(contentsOf: folder.appending(path: "Xvfb_screen0")))
    let header = { (index: Int) in file[4 * index..<4 * index + 4].reduce(0) { $0 << 8 | Int($1) } }
    let (width, height, stride) = (header(4), header(5), header(12))
    try #require(header(11) == 32)
    let start = header(0) + 12 * header(19)
    var pixels = [UInt8](repeating: 255, count: 4 * width * height)
    for y in 0..<height {
      for x in 0..<width {
        let from = start + y * stride + 4 * x
        let to = 4 * (y * width + x)
        (pixels[to], pixels[to + 1], pixels[to + 2]) = (file[from + 2], file[from + 1], file[from])
      }
    }
    return RGBAImage(width: width, height: height, pixels: pixels)
  }
}
