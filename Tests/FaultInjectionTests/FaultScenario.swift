import Barcodes
import Bits
import Foundation
import Testing

/// Something that a person does with the program, and what must be left of it whatever fails.
struct FaultScenario: Sendable, CustomTestStringConvertible {
  let name: String
  /// The files in the program's home before, by their paths there.
  var files: [String: Data] = [:]
  /// Commands that make the rest of the home.
  var before: [[String]] = []
  let arguments: [String]
  /// What a failure has to name: one of them.
  let names: [String]
  /// The files that the program may leave; else as they were.
  var writes: [String] = []
  /// Whether nothing may ever come into the history.
  var isPrivate = false
  var needsCamera = false
  /// Whether it is a station with outputs, by a `station.toml` in its home: then nothing that it accepted may be lost.
  var isStation = false
  /// Ends of paths of files that were lost or overlooked when only their state could not be asked for.
  var watched = ["/history.sqlite", "/settings.conf"]

  var testDescription: String { name }
}

extension FaultScenario {
  private static let history = "history"
  private static let entries = [
    ["generate", "first", "-o", "first.png"], ["generate", "second", "-o", "second.png"],
  ]

  /// What two entries are as an export.
  private static let export = Data(
    """
    {"bytes":"aGk=","count":2,"first":"2026-11-21T08:15:30.250Z","last":"2026-11-21T09:00:00.000Z","origin":"read",\
    "pinned":true,"symbology":"qr","text":"hi"}
    {"bytes":"eW91","count":1,"first":"2026-11-21T08:15:30.250Z","last":"2026-11-21T08:15:30.250Z","origin":"made",\
    "pinned":false,"symbology":"qr","text":"you"}

    """.utf8)

  static let all: [FaultScenario] = [
    FaultScenario(
      name: "scan a picture", files: ["code.pgm": CodeFrame.portableGreymap],
      arguments: ["scan", "--json", "code.pgm"], names: ["code.pgm", "standard output"]),
    FaultScenario(
      name: "make a PNG", before: entries, arguments: ["generate", "third", "-o", "out.png"],
      names: ["out.png", history], writes: ["out.png"]),
    FaultScenario(
      name: "make an SVG", arguments: ["generate", "third", "--private", "-o", "out.svg"], names: ["out.svg"],
      writes: ["out.svg"]),
    FaultScenario(
      name: "make a PDF", arguments: ["generate", "third", "--private", "-o", "out.pdf"], names: ["out.pdf"],
      writes: ["out.pdf"]),
    FaultScenario(
      name: "replace a PNG", before: [["generate", "old", "--private", "-o", "out.png"]],
      arguments: ["generate", "new", "--private", "--force", "-o", "out.png"], names: ["out.png"],
      writes: ["out.png"]),
    FaultScenario(
      name: "make a code where settings forbid to store it",
      files: ["config/viewfinder/settings.conf": Data("history.private = true\n".utf8)],
      arguments: ["generate", "kept to myself", "-o", "out.png"], names: ["out.png", history, "settings.conf"],
      writes: ["out.png"], isPrivate: true),
    FaultScenario(
      name: "list the history", before: entries, arguments: ["history", "list"], names: [history, "standard output"]),
    FaultScenario(
      name: "list a history with settings that are wrong",
      files: ["config/viewfinder/settings.conf": Data("history.entries = 5\nno.such = 1\n".utf8)], before: entries,
      arguments: ["history", "list"], names: [history, "settings.conf", "standard output"],
      writes: ["config/viewfinder/settings.conf.broken"]),
    FaultScenario(
      name: "export the history", before: entries, arguments: ["history", "export", "--csv", "-o", "out.csv"],
      names: [history, "out.csv"], writes: ["out.csv"]),
    FaultScenario(
      name: "replace an export", files: ["out.jsonl": Data("old\n".utf8)], before: entries,
      arguments: ["history", "export", "--force", "-o", "out.jsonl"], names: [history, "out.jsonl"],
      writes: ["out.jsonl"]),
    FaultScenario(
      name: "import a history", files: ["in.jsonl": export], before: entries,
      arguments: ["history", "import", "in.jsonl"], names: [history, "in.jsonl", "standard output"]),
    FaultScenario(
      name: "delete an entry", before: entries, arguments: ["history", "delete", "1"],
      names: [history, "standard output"]),
    FaultScenario(
      name: "watch a camera", arguments: ["watch", "--once", "--timeout", "20"],
      names: ["camera", "Cam", "/dev/video0", "standard output"], needsCamera: true),
    FaultScenario(
      name: "scan at a station", before: [station], arguments: station,
      names: ["camera", "Cam", "/dev/video0", "outbox", "station.toml", "scans.jsonl"], writes: ["scans.jsonl"],
      needsCamera: true, isStation: true),
  ]

  private static let station = ["watch", "--once", "--timeout", "20", "--settings", "station.toml"]
}

/// A grey frame with a code in its middle.
enum CodeFrame {
  static let width = 320
  static let height = 240
  static let text = "FAULT TEST"

  static var pixels: [UInt8] {
    var pixels = [UInt8](repeating: 215, count: width * height)
    guard let modules = try? QRWriter().write(text) else { return pixels }
    let size = height / (modules.height + 8)
    let left = (width - size * modules.width) / 2
    let top = (height - size * modules.height) / 2
    for y in 0..<size * modules.height {
      for x in 0..<size * modules.width where modules[x / size, y / size] {
        pixels[(top + y) * width + left + x] = 40
      }
    }
    return pixels
  }

  static var portableGreymap: Data { Data("P5 \(width) \(height) 255\n".utf8) + pixels }

  /// A folder for the fake camera that sees it, as Tests/FakeCamera/Configuration.c describes it.
  static func makeCamera(in folder: URL) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let cameras = "camera video0\ncard Cam\nformat GREY \(width) \(height) 30 frames\n"
    try Data(cameras.utf8).write(to: folder.appending(path: "cameras"))
    try Data(pixels).write(to: folder.appending(path: "frames"))
  }
}
