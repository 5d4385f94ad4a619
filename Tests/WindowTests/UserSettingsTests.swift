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

  /// The window keeps what it is told by keys, and takes over what is written by hand.
  @Test func aFileThatChangesIsReadAgain() throws {
    let home = FileManager.default.temporaryDirectory.appending(path: "viewfinder-settings-\(UUID().uuidString)")
    let file = home.appending(path: "viewfinder/settings.toml")
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: home) }
    func text() -> String { (try? String(contentsOf: file, encoding: .utf8)) ?? "" }
    try Data("preview.mirror = true\n".utf8).write(to: file)

    let window = try RunningWindow(VirtualDisplay(), ["--demo"], home: home)
    // A line that is wrong is told by its place, and all stays as it was.
    try Data("preview.mirror = 7\n".utf8).write(to: file, options: .atomic)
    try window.eventually("the mistake is told") {
      try window.said().contains("settings.toml: 1:18: preview.mirror")
    }
    try Data("preview.mirror = false\nhistory.days = 7\n".utf8).write(to: file, options: .atomic)
    try window.eventually("the file is read again") { try window.said().contains("the settings were read again") }
    // What a key changes now is another thing than what the file says: mirrored again, with the new days.
    try window.press("m")
    try window.eventually("the key's change is kept beside it") {
      text().contains("\npreview.mirror = true\n") && text().contains("\nhistory.days = 7\n")
    }
    window.terminate()
    #expect(try window.exitStatus() == 0)
  }
}
