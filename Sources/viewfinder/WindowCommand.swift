import ArgumentParser
import Barcodes
import Capture
import Foundation
import Geometry
import PictureFiles
import SDLScreen
import Scanner
import Station
import V4L2Camera

/// What `viewfinder` alone does.
struct WindowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "window",
    abstract: "Scan codes in a window. This is what “viewfinder” alone does.",
    discussion: "Press ? in the window to see its keys. Exit status: 0, or 3 without a display or source.")

  @OptionGroup var window: WindowArguments

  func run() throws { try window.open(inspects: false) }
}

/// What is shown in the window, and how.
struct WindowArguments: ParsableArguments {
  @Argument(help: "A picture, a folder of pictures or a video to open. A picture is shown and searched whole.")
  var file: String?

  @OptionGroup var source: SourceOptions
  @OptionGroup var view: WindowOptions

  @Flag(name: .customLong("fullscreen"), help: "Fill the screen.")
  var isFullScreen = false

  @Flag(
    name: .customLong("station"),
    help: "Be a scanning station: full screen, verdicts, and no way out but the PIN of the settings.")
  var isStation = false

  @Option(
    name: .customLong("settings"),
    help: ArgumentHelp(
      "A station's settings (TOML) instead of viewfinder/station.toml in the user's folder for settings.",
      valueName: "file"))
  var stationFile: String?

  @Option(help: ArgumentHelp("Close after so many frames of the source, for automation.", valueName: "count"))
  var frames: Int?

  @Option(help: ArgumentHelp("Write what the window shows in the end as a PNG file.", valueName: "path"))
  var screenshot: String?

  func validate() throws {
    if file != nil && (source.source != nil || source.device != nil || source.demo) {
      throw ValidationError("a file to open excludes --source, --device and --demo")
    }
    if stationFile != nil, !isStation { throw ValidationError("--settings is for --station") }
    if let frames, frames < 1 { throw ValidationError("--frames: at least 1") }
  }

  /// - Parameters:
  ///   - inspects: opens the inspector, and looks for codes everywhere where no region is asked for.
  ///   - peer: another reader, whose word stands beside ours.
  ///   - bundle: what to look for and where, in place of the settings.
  func open(inspects: Bool, peer: BenchPeer? = nil, bundle: BugBundle? = nil) throws {
    if isStation { return try openStation() }
    let kept = UserSettings(environment: ProcessInfo.processInfo.environment)
    let path = kept?.path
    let loaded = kept?.load() ?? SettingsFile.Loaded(settings: Settings())
    for notice in loaded.notices + [kept?.takeOver(loaded)].compactMap(\.self) {
      StandardError.write("viewfinder: \(HarmlessText.escaped(notice))")
    }
    var settings = loaded.settings
    try view.apply(to: &settings)
    if let bundle {
      settings.symbologies = bundle.symbologies == Catalog.available ? .all : .named(bundle.symbologies)
      settings.regionRule = bundle.rule
    }
    if let device = source.device { settings.camera.device = device }
    if let format = source.format { settings.camera.requested = format }
    let opened: ChosenSource?
    do throws(CaptureFailure) {
      opened = try file.map { path throws(CaptureFailure) in try .opening(PicturePath.paths(for: [path])) }
    } catch {
      StandardError.write("viewfinder: \(HarmlessText.escaped("\(error)"))")
      throw ExitStatus.deviceOrFile
    }
    let plan = WindowPlan(
      settings: settings,
      keeper: SettingsKeeper(file: loaded.isReadable ? kept : nil, kept: loaded.settings, current: settings),
      source: opened ?? source.chosen, secondDevice: source.secondDevice, format: source.format,
      region: try view.region() ?? bundle?.region ?? (inspects ? .full : nil),
      isFullScreen: isFullScreen, frameLimit: frames, opensInspector: inspects,
      // Who automates needs no first steps, and a person who has settings took them before.
      isFirstStart: frames == nil && path.map { !FileManager.default.fileExists(atPath: $0) } ?? false, peer: peer)
    let screenshot = screenshot

    // The system's main thread is the main actor's: nothing has suspended yet.
    let failure = MainActor.assumeIsolated { () -> String? in
      do {
        let window = try WindowSession(plan)
        let ending = try window.run()
        if let screenshot { try PNGExport.write(window.picture(), path: screenshot) }
        return ending.map { "\($0)" }
      } catch {
        return "\(error)"
      }
    }
    guard let failure else { return }
    StandardError.write("viewfinder: \(HarmlessText.escaped(failure))")
    throw ExitStatus.deviceOrFile
  }
}

extension WindowArguments {
  /// The settings are the station's own, and of the flags only those of the source and of automation count.
  private func openStation() throws {
    let environment = ProcessInfo.processInfo.environment
    guard let path = stationFile ?? StationFile.standardPath(environment: environment) else {
      throw ValidationError("--settings: there is no folder for settings: name the file")
    }
    var station = try StationFile.settings(path)
    guard !station.outputs.isEmpty else { throw ValidationError("\(path): it names no [[output]]") }
    guard station.screen.pin != nil else {
      throw ValidationError("\(path): [station] has no pin, the only way out: “viewfinder settings pin” makes one")
    }
    if let device = source.device { station.settings.camera.device = device }
    if let device = source.secondDevice {
      station.secondCamera = StationCamera(
        options: CaptureOptions(device: device, requested: station.settings.camera.requested))
    }
    if let format = source.format { station.settings.camera.requested = format }
    if view.quiet { station.screen.isQuiet = true }
    var source = source
    source.source = source.source ?? file
    let (screenshot, frames) = (screenshot, frames)
    let failure = MainActor.assumeIsolated { () -> String? in
      do {
        let controls = WantedControls(station.controls)
        let cameras = V4L2Cameras(
          station.settings.camera, prepare: CameraMemory.preparing(environment) { controls.all })
        let open = Sources(format: source.format, cameras: cameras).opening(source.chosen)
        let second = station.secondCamera.map {
          V4L2Cameras($0.options, prepare: CameraMemory.preparing(environment)).open
        }
        let plan = StationPlan(
          station: station, path: path, environment: environment, open: open, openSecond: second, controls: controls,
          frameLimit: frames)
        let session = try StationSession(plan)
        try session.run()
        if let screenshot { try PNGExport.write(session.shown(), path: screenshot) }
        return nil
      } catch {
        return "\(error)"
      }
    }
    guard let failure else { return }
    StandardError.write("viewfinder: \(HarmlessText.escaped(failure))")
    throw ExitStatus.deviceOrFile
  }
}

/// What the window is to do.
struct WindowPlan {
  let settings: Settings
  let keeper: SettingsKeeper
  let source: ChosenSource
  /// A camera beside the first.
  let secondDevice: String?
  /// What the command line says of the source's size, rate and layout.
  let format: RequestedFormat?
  let region: Rect<Normalized>?
  let isFullScreen: Bool
  let frameLimit: Int?
  let opensInspector: Bool
  /// Nobody has used the window before, as far as is known.
  let isFirstStart: Bool
  let peer: BenchPeer?
}
