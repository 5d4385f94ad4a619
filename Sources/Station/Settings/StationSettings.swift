public import Capture
public import Geometry
public import Scanner

/// All that a station's file says: a person writes it, and the program never does.
public struct StationSettings: Hashable, Sendable {
  /// Told with every scan.
  public var name = "station"
  /// What the window's settings say as well: `[camera]`, `[scan]` and so on.
  public var settings = Settings()
  public var limits = OutboxLimits()
  /// Nil is the standard place.
  public var outbox: String?
  public var outputs: [OutputSettings] = []
  /// Where no profile counts.
  public var rules = ScanRules()
  /// No two have the same name or key.
  public var profiles: [StationProfile] = []
  /// What profile codes are signed with; nil takes none.
  public var profileSecret: [UInt8]?
  public var shifts = ShiftPlan()
  public var screen = ScreenSettings()
  /// Where figures are written for Prometheus' collector of text files; nil is nowhere.
  public var metrics: String?
  /// What is set on the camera each time that it is opened; others stay as they are.
  public var controls: [CameraControl: ControlValue] = [:]
  /// The part of the camera's pictures in which codes count: its viewfinder.
  public var viewfinder = Rect<Normalized>.full
  /// Films beside the first one; what it reads goes the same way, under its own name.
  public var secondCamera: StationCamera?
  /// Tells what codes say in the log as well.
  public var logsPayloads = false

  public init() {}

  /// Of each camera.
  public var viewfinders: [Rect<Normalized>] { [viewfinder] + (secondCamera.map { [$0.viewfinder] } ?? []) }

  /// Whether a receiver is to say what the person is told.
  public var awaitsAnswer: Bool {
    outputs.contains { output in
      switch output.kind {
      case .webhook(let settings): settings.givesVerdict
      case .program(let options): options.givesVerdict
      case .stream, .file, .mqtt, .signal, .keyboard: false
      }
    }
  }

  /// The settings that a document gives, and what is wrong with it, in the order of the text. What is wrong leaves the default.
  public static func read(_ document: SettingsDocument, _ secrets: SecretReader) -> (StationSettings, [SettingsProblem])
  {
    var station = StationSettings()
    var problems: [SettingsProblem] = []

    var section = SettingsSection(document, at: "station")
    if let name = section.string("name"), !name.isEmpty { station.name = name }
    station.profileSecret = section.secret("profile-secret", secrets)
    station.shifts = ShiftPlan(starts: section.timesOfDay("shifts") ?? [])
    station.metrics = section.path("metrics-file")
    station.logsPayloads = section.boolean("log-payloads") ?? false
    station.viewfinder = section.region("viewfinder") ?? .full
    station.screen = ScreenSettings.read(&section)
    problems += section.end()

    section = SettingsSection(document, at: "outbox")
    if let scans = section.integer("scans", in: 1...10_000_000) { station.limits.scans = scans }
    station.outbox = section.path("path")
    problems += section.end()

    if let entry = document.entries.first(where: { $0.path == "second-camera" }) {
      section = SettingsSection(document, at: entry.path)
      station.secondCamera = StationCamera.read(&section)
      problems += section.end()
    }

    section = SettingsSection(document, at: "controls")
    for control in CameraControl.allCases { station.controls[control] = section.control(control.rawValue) }
    problems += section.end()

    section = SettingsSection(document, at: "rules")
    station.rules = ScanRules.read(&section, secrets)
    problems += section.end()

    for entry in document.entries where entry.value == .table && entry.path.hasPrefix("profile[") {
      section = SettingsSection(document, at: entry.path)
      let profile = StationProfile.read(&section, secrets)
      problems += section.end()
      guard let profile else { continue }
      if station.profiles.contains(where: { $0.name == profile.name || $0.key != nil && $0.key == profile.key }) {
        problems.append(
          problem(entry, "there is a profile “\(HarmlessText.escaped(profile.name))”, or one of its key, already"))
      } else {
        station.profiles.append(profile)
      }
    }

    for entry in document.entries where entry.value == .table && entry.path.hasPrefix("output[") {
      section = SettingsSection(document, at: entry.path)
      let output = OutputSettings.read(&section, station: station.name, secrets)
      problems += section.end()
      // Why it cannot be used is among the problems.
      guard let output else { continue }
      if station.outputs.contains(where: { $0.name == output.name }) {
        problems.append(
          problem(entry, "there is an output “\(HarmlessText.escaped(output.name))” already: give it a name"))
      } else {
        station.outputs.append(output)
      }
    }
    problems += station.settings.take(document)
    return (station, problems.sorted { ($0.line, $0.column) < ($1.line, $1.column) })
  }

  private static func problem(_ entry: SettingsDocument.Entry, _ reason: String) -> SettingsProblem {
    SettingsProblem(line: entry.line, column: entry.column, reason: reason)
  }
}

extension Settings {
  /// The tables of `StationSettings`.
  private static let others = ["station", "controls", "outbox", "rules", "profile", "output", "second-camera"]

  /// Sets what the table of settings has; a list is its parts with commas between them.
  mutating func take(_ document: SettingsDocument) -> [SettingsProblem] {
    var problems: [SettingsProblem] = []
    var lists: [String: [String]] = [:]
    for entry in document.entries {
      if let bracket = entry.path.firstIndex(of: "["), let text = entry.value.settingText {
        lists[String(entry.path[..<bracket]), default: []].append(text)
      }
    }
    for entry in document.entries {
      let root = String(entry.path.prefix { $0 != "." && $0 != "[" })
      guard !Self.others.contains(root), !entry.path.contains("["), entry.value != .table else { continue }
      let name = HarmlessText.escaped(entry.path)
      guard let setting = SettingsTable.setting(entry.path) else {
        problems.append(.init(line: entry.line, column: entry.column, reason: "there is no setting “\(name)”"))
        continue
      }
      let text = entry.value == .array ? lists[entry.path]?.joined(separator: ",") : entry.value.settingText
      do throws(SettingFailure) { try setting.set(text ?? "", in: &self) } catch {
        problems.append(.init(line: entry.line, column: entry.column, reason: "\(entry.path): \(error)"))
      }
    }
    return problems
  }
}

extension SettingsDocument.Value {
  /// As a line of the settings has it.
  fileprivate var settingText: String? {
    switch self {
    case .string(let text), .time(let text): text
    case .integer(let number): String(number)
    case .number(let number): "\(number)"
    case .boolean(let value): value ? "yes" : "no"
    case .table, .array: nil
    }
  }
}
