import Barcodes
import Capture
import Foundation
import Geometry
import Scanner
import Testing

private func changed() -> Settings {
  var settings = Settings()
  settings.camera.device = "usb-Maker_Cam-video-index0"
  settings.camera.requested = RequestedFormat(width: 640, height: 480, rate: 15, fourCC: "MJPG")
  settings.symbologies = .named([])
  settings.symbologies = .all
  settings.scanning.mode = .continuous
  settings.scanning.outlineHide = .milliseconds(350)
  settings.scanning.duplicateWindow = .seconds(5)
  settings.scanning.holdsUntilItLeaves = false
  settings.regionRule = .inside
  settings.preview.gravity = .resizeAspect
  settings.preview.isMirrored = true
  settings.preview.viewfinder = Rect(x: 0.125, y: 0.25, width: 0.5, height: 0.333333)
  settings.preview.scale = 1.5
  settings.feedback.isQuiet = true
  settings.feedback.reducesMotion = true
  return settings
}

@Test func settingsSurviveTheFile() {
  let text = SettingsFile.text(for: changed())
  let parsed = SettingsFile.parse(text)
  #expect(parsed.problems.isEmpty)
  #expect(parsed.settings == changed())
  #expect(SettingsFile.parse(SettingsFile.text(for: Settings())).settings == Settings())
}

@Test func everySettingIsInTheTableOnce() {
  #expect(Set(SettingsTable.all.map(\.key)).count == SettingsTable.all.count)
  // Each row reads what it writes, and changes nothing but its own.
  for setting in SettingsTable.all {
    guard let text = setting.text(in: changed()) else { continue }
    var settings = Settings()
    #expect(throws: Never.self) { try setting.set(text, in: &settings) }
    #expect(setting.text(in: settings) == text, "\(setting.key)")
    for other in SettingsTable.all where other.key != setting.key {
      #expect(other.text(in: settings) == other.text(in: Settings()), "\(setting.key) changes \(other.key)")
    }
  }
}

@Test func whatWasNotChosenIsAComment() {
  let text = SettingsFile.text(for: Settings())
  #expect(text.split(separator: "\n").allSatisfy { $0.hasPrefix("#") })
  #expect(text.contains("# scan.mode = once"))
}

@Test(
  "lines that cannot be used, and why",
  arguments: [
    ("scan.mode = twice", 1, "scan.mode: “twice” is not known: once, oncePerCode, continuous"),
    ("\n\npreview.mirror = maybe", 3, "preview.mirror: “maybe” is not yes or no"),
    ("hello", 1, "“hello” is not of the form key = value"),
    ("what.ever = 1", 1, "there is no setting “what.ever”"),
    ("preview.mirror = yes\r\npreview.mirror = no", 2, "“preview.mirror” is set a second time"),
    ("preview.scale = nan", 1, "preview.scale: “nan” is not a number above 0"),
    ("scan.outline-hide = -1", 1, "scan.outline-hide: “-1” is not a number of seconds, such as 0.2"),
    (
      "preview.viewfinder = 0,0,1", 1,
      "preview.viewfinder: “0,0,1” is not x,y,width,height as fractions, such as 0.25,0.25,0.5,0.5"
    ),
    (
      "preview.viewfinder = 0,0,0,1e300", 1,
      "preview.viewfinder: “0,0,0,1e300” is not x,y,width,height as fractions, such as 0.25,0.25,0.5,0.5"
    ),
    (
      "camera.format = big", 1,
      "camera.format: “big” is not a size such as 1280x720, and may have @30 after it for the rate"
    ),
    ("camera.device =", 1, "camera.device: “” is not a name on one line"),
    ("a\u{1B}[2J = 1", 1, "there is no setting “a\\x1B[2J”"),
  ])
func problems(text: String, line: Int, reason: String) {
  #expect(SettingsFile.parse(text).problems == [SettingsFile.Problem(line: line, reason: reason)])
}

@Test func goodLinesCountBesideBadOnes() {
  let (settings, problems) = SettingsFile.parse("# mine\nscan.mode=Continuous\nnonsense\n  preview.mirror =  on  ")
  #expect(settings.scanning.mode == .continuous && settings.preview.isMirrored)
  #expect(problems.map(\.line) == [3])
}

@Test("a mark or a joiner that begins a value", arguments: ["\u{200D}", "\u{301}e", "\t\u{200D}", "=\u{301}"])
func valuesThatJoinWhatStandsBefore(value: String) {
  let (settings, problems) = SettingsFile.parse("camera.device =" + value)
  #expect(problems.isEmpty)
  #expect(settings.camera.device == value.trimmed)
  #expect(SettingsFile.parse(SettingsFile.text(for: settings)).settings == settings)
}

@Test func theFileIsFoundInTheFolderForSettings() {
  #expect(
    SettingsFile.standardPath(environment: ["XDG_CONFIG_HOME": "/c", "HOME": "/h"]) == "/c/viewfinder/settings.conf")
  #expect(SettingsFile.standardPath(environment: ["HOME": "/h"]) == "/h/.config/viewfinder/settings.conf")
  // The specification has relative paths ignored.
  #expect(SettingsFile.standardPath(environment: ["XDG_CONFIG_HOME": "c"]) == nil)
}

@Test func settingsAreKeptOnDiskAndABrokenFileIsKeptAside() throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  defer { try? FileManager.default.removeItem(at: folder) }
  let path = folder.appending(path: "deep/settings.conf").path
  #expect(SettingsFile.load(path: path).settings == Settings())
  try SettingsFile.save(changed(), path: path)
  #expect(SettingsFile.load(path: path).settings == changed())
  #expect(SettingsFile.load(path: path).notices.isEmpty)

  try Data("scan.mode = continuous\nbroken\u{FF}".utf8).write(to: URL(filePath: path))
  let loaded = SettingsFile.load(path: path)
  #expect(loaded.settings.scanning.mode == .continuous)
  #expect(loaded.notices.count == 2)
  #expect(loaded.notices[0].contains("line 2") && loaded.notices[1].contains("settings.conf.broken"))
  #expect(try Data(contentsOf: URL(filePath: path + ".broken")) == Data("scan.mode = continuous\nbroken\u{FF}".utf8))
}

@Test func settingsThatCannotBeReadForbidTheHistoryAndAreNotWrittenOver() throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  defer { try? FileManager.default.removeItem(at: folder) }
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  // A folder can be opened and not read, whoever asks.
  let loaded = SettingsFile.load(path: folder.path)
  #expect(!loaded.isReadable && loaded.settings.history.isPrivate)
  #expect(loaded.notices.count == 1 && loaded.notices[0].contains(folder.path))
  // Where there can be no file there is none.
  let none = SettingsFile.load(path: "/dev/null/viewfinder/settings.conf")
  #expect(none.isReadable && none.settings == Settings() && none.notices.isEmpty)
}

@Test func settingsThatCannotBeWrittenAreAFailureThatNamesTheFile() {
  let failure = #expect(throws: SettingsFileFailure.self) {
    try SettingsFile.save(Settings(), path: "/dev/null/viewfinder/settings.conf")
  }
  #expect(failure?.path == "/dev/null/viewfinder/settings.conf")
}
