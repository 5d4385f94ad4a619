import Foundation
import StatusSocket
import TestSupport
import Testing

@Suite struct StatusFaultTests {
  @Test("Whoever asks a station that may open no more files for a moment is told then")
  func askingWaitsForDescriptors() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "status-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try CodeFrame.makeCamera(in: folder.appending(path: "camera"))
    let settings = folder.appending(path: "station.toml")
    try Data(
      """
      [station]
      name = "gate 1"
      [[output]]
      kind = "file"
      path = "\(folder.path)/scans.jsonl"
      """.utf8
    ).write(to: settings)
    let station = Process()
    station.executableURL = PreloadLibrary.products.appending(path: "viewfinder")
    station.arguments = ["watch", "--wait", "--timeout", "60", "--settings", settings.path]
    let libraries = [try FaultyProgram.library.get(), try PreloadLibrary.build("FakeCamera")]
    station.environment = [
      "LD_PRELOAD": libraries.map(\.path).joined(separator: ":"), "FAULT": "accept4:1:\(EMFILE)",
      "FAKE_CAMERA": folder.path + "/camera", "HOME": folder.path, "XDG_RUNTIME_DIR": folder.path,
    ]
    station.standardError = FileHandle.nullDevice
    try station.run()
    defer {
      station.terminate()
      station.waitUntilExit()
    }
    let path = folder.path + "/viewfinder/station.sock"
    var answer: String?
    // It makes its socket once it has begun.
    while answer == nil, station.isRunning { answer = try? StatusSocket.ask(path, for: .json) }
    #expect(answer?.contains("gate 1") == true)
    #expect(try StatusSocket.ask(path, for: .prometheus).contains("viewfinder_"))
  }
}
