import Foundation
import Testing

/// The settings of an earlier version, which were lines of `key = value`.
@Suite(.serialized, .enabled(if: VirtualDisplay.isAvailable)) struct UserSettingsTests {
  @Test func settingsOfAnEarlierVersionAreTakenOverOnce() throws {
    let home = FileManager.default.temporaryDirectory.appending(path: "viewfinder-settings-\(UUID().uuidString)")
    let folder = home.appending(path: "viewfinder")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: home) }
    let former = "preview.mirror = yes\nhistory.days = 7\n"
    try Data(former.utf8).write(to: folder.appending(path: "settings.conf"))
    func text(_ name: String) -> String? { try? String(contentsOf: folder.appending(path: name), encoding: .utf8) }

    let window = try RunningWindow(VirtualDisplay(), ["--demo"], home: home)
    try window.eventually("they are written as TOML") { text("settings.toml") != nil }
    let written = try #require(text("settings.toml"))
    #expect(written.contains("\npreview.mirror = true\n") && written.contains("\nhistory.days = 7\n"))
    #expect(text("settings.conf") == nil)
    #expect(text("settings.conf.old") == former)
    // What is changed in the window is written there.
    try window.eventually("a change is kept") {
      try window.press("m")
      return text("settings.toml")?.contains("\n# preview.mirror = ") ?? false
    }
    window.terminate()
    #expect(try window.exitStatus() == 0)
  }
}
