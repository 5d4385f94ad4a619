import Foundation
import Testing

/// Two cameras at once, both of which see the same code.
@Suite struct TwoCamerasTests {
  private func cameras(_ more: String = "") throws -> FakeCamera {
    try FakeCamera(
      """
      camera video0
      card Left
      format GREY 320 240 30 frames
      \(more)
      camera video1
      card Right
      format GREY 320 240 30 frames
      """, files: ["frames": codeFrames()])
  }

  /// Who read what, as JSON Lines tell it.
  private func sources(_ text: String) -> Set<String> {
    struct Line: Decodable { let source: String }
    return Set(
      text.split(separator: "\n").compactMap { try? JSONDecoder().decode(Line.self, from: Data($0.utf8)).source })
  }

  @Test func bothAreReadAndNamed() throws {
    let outcome = try cameras().run(
      "viewfinder", ["watch", "--device", "/dev/video0", "--device", "/dev/video1", "--json", "--timeout", "4"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(sources(outcome.output) == ["Left", "Right"])
  }

  /// What one camera cannot deliver any more, the other one does.
  @Test func oneGoesOnWithoutTheOther() throws {
    let outcome = try cameras("fault unplug-after 5").run(
      "viewfinder", ["watch", "--device", "/dev/video0", "--device", "/dev/video1", "--json", "--timeout", "4"])
    #expect(sources(outcome.output).contains("Right"))
    #expect(outcome.errors.contains("Left was disconnected"))
  }

  private func delivered(_ camera: FakeCamera, _ settings: String) throws -> Set<String> {
    let scans = camera.folder.appending(path: "scans").path
    try? FileManager.default.removeItem(atPath: scans)
    let text = """
      [outbox]
      path = "\(camera.folder.path)/outbox-\(UUID().uuidString).sqlite"
      [[output]]
      kind = "file"
      path = "\(scans)"
      [camera]
      device = "/dev/video0"
      \(settings)
      """
    let file = camera.folder.appending(path: "station.toml")
    try Data(text.utf8).write(to: file)
    let outcome = try camera.run(
      "viewfinder", ["watch", "--settings", file.path, "--timeout", "4"], ["XDG_RUNTIME_DIR": camera.folder.path])
    #expect(outcome.status == 0, "\(outcome.errors)")
    return sources(try String(contentsOf: URL(filePath: scans), encoding: .utf8))
  }

  /// Each has a viewfinder of its own: the code lies in the picture's middle.
  @Test func aStationReadsWhatLiesInTheViewfinderOfEach() throws {
    let camera = try cameras()
    #expect(try delivered(camera, "[second-camera]\ndevice = \"/dev/video1\"") == ["Left", "Right"])
    let corner = "viewfinder = \"0,0,0.1,0.1\""
    #expect(try delivered(camera, "[second-camera]\ndevice = \"/dev/video1\"\n\(corner)") == ["Left"])
    #expect(try delivered(camera, "[station]\n\(corner)\n[second-camera]\ndevice = \"/dev/video1\"") == ["Right"])
    #expect(try delivered(camera, "") == ["Left"])
  }

  @Test(arguments: [["/dev/video0", "/dev/video0"], ["/dev/video0", "/dev/video1", "/dev/video2"]])
  func whatIsNotTwoCamerasIsTold(devices: [String]) throws {
    let outcome = try cameras().run("viewfinder", ["watch"] + devices.flatMap { ["--device", $0] })
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("--device: "))
  }
}
