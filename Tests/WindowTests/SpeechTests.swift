import Foundation
import Geometry
import Testing

extension WindowTests {
  /// The desktop's tool is one of the test's own, which writes down what it is given.
  @Test("A result is said aloud where that is asked for, a secret only named")
  func speech() throws {
    let tools = pictures.folder.appending(path: "tools")
    let said = pictures.folder.appending(path: "said")
    try FileManager.default.createDirectory(at: tools, withIntermediateDirectories: true)
    let tool = tools.appending(path: "spd-say")
    try Data("#!/bin/sh\nprintf '%s|' \"$@\" >>'\(said.path)'\n".utf8).write(to: tool)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: tool.path)
    for (text, expected) in [
      ("$(reboot) -e x", "--|Text: $(reboot) -e x|"), ("WIFI:T:WPA;S:Home;P:secret12;;", "--|Wi-Fi network|"),
    ] {
      try? FileManager.default.removeItem(at: said)
      let home = pictures.folder.appending(path: UUID().uuidString)
      let folder = home.appending(path: "viewfinder")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data("feedback.speech = yes\n".utf8).write(to: folder.appending(path: "settings.conf"))
      let scene = try pictures.write("speech.pgm", [(text, Point(640, 330), 0)])
      let window = try RunningWindow(
        display, ["--source", scene.path], home: home, path: tools.path + ":/usr/bin:/bin")
      try window.eventually("“\(text)” is said") {
        ((try? String(contentsOf: said, encoding: .utf8)) ?? "").hasSuffix(expected)
      }
    }
  }
}
