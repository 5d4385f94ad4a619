import Barcodes
import Capture
import Foundation
import Geometry
import Scanner
import Station
import TOMLFile
import Testing

/// The window's settings as the program writes and reads them.
@Suite struct SettingsTextTests {
  private func read(_ text: String) throws -> (Settings, [String]) {
    let (settings, problems) = Settings.read(try TOMLFile.document(text))
    return (settings, problems.map(\.description))
  }

  private func changed() throws -> Settings {
    var settings = Settings()
    settings.camera = CaptureOptions(device: "usb-Maker_\"Model\"_\\1=2 #2", requested: .init(width: 640, height: 480))
    settings.symbologies = .named([.qr, .ean13])
    settings.scanning.mode = .continuous
    settings.scanning.duplicateWindow = .milliseconds(2500)
    settings.scanning.holdsUntilItLeaves = true
    settings.regionRule = .inside
    settings.preview.gravity = .resizeAspect
    settings.preview.isMirrored = true
    settings.preview.viewfinder = Rect(x: 0.1, y: 0.2, width: 0.5, height: 0.25)
    settings.preview.scale = 1.5
    settings.feedback.isQuiet = true
    settings.history.entries = 77
    settings.history.days = 30
    return settings
  }

  @Test func everySettingComesBackAsItWasWritten() throws {
    let settings = try changed()
    let (again, problems) = try read(settings.toml)
    #expect(problems == [])
    #expect(again == settings)
    #expect(try read(Settings().toml).0 == Settings())
  }

  @Test func theFileNamesEverySetting() {
    let text = Settings().toml
    for setting in SettingsTable.all {
      #expect(text.contains("# \(setting.help)\n# \(setting.key) = "), "\(setting.key)")
    }
  }

  @Test(arguments: ["1", "1.5", "true", "inf", "1e5", "2020-01-01", "a\tb", "\u{202E}x", "\"", "\\", "#", "ü 👩‍💻"])
  func aCamerasNameMayBeAnything(name: String) throws {
    var settings = Settings()
    settings.camera.device = name
    #expect(try read(settings.toml).0.camera.device == name)
  }

  @Test(arguments: [
    ("scan.mode = \"often\"", "1:13: scan.mode: “often” is not known: once, oncePerCode, continuous"),
    ("[preview]\nmirror = 7", "2:10: preview.mirror: “7” is not yes or no"),
    ("\nno.such = 1", "2:11: there is no setting “no.such”"),
  ])
  func eachErrorHasItsPlace(text: String, problem: String) throws {
    #expect(try read(text).1 == [problem])
  }
}
