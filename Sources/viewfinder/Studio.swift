import Dispatch
import Foundation
import Geometry
import HistoryStore
import Imaging
import PictureFiles
import Presentation
import SDLScreen
import Scanner
import Synchronization

/// The screens that stand in place of the picture while a person makes a code or looks into the history.
@MainActor struct Studio {
  private enum Room {
    case composer(ComposerScreen)
    case history(HistoryScreen)
    case settings(SettingsScreen)
  }

  private var services: ComposerModel.Services
  private var palette: StudioPalette
  private var room: Room?
  /// The composer is left as it was while the history is looked into.
  private var composer: ComposerScreen?
  private var drawn: Drawing?
  /// Whether the window filled the screen before a code did.
  private var wasFullScreen = false

  /// Of the thumbnails, which may come from another machine.
  private let thumbnails: Thumbnails
  /// What describing an entry depends on.
  private let context: PayloadContext

  /// Remembers what scanning delivers.
  let recorder: HistoryRecorder

  init(
    _ settings: Settings, words: Words, context: PayloadContext, loader: sending any PictureLoader,
    wake: @escaping @Sendable () -> Void
  ) {
    self.context = context
    thumbnails = Thumbnails(loader)
    let work = QueuedWork()
    let store = HistoryStore.open(database: nil, limits: HistoryLimits(settings.history))
    let privacy = HistoryPrivacy(settings.history)
    services = ComposerModel.Services(
      generator: DecoratedCodes(), exporter: PictureExporter(), history: store, work: work, privacy: privacy,
      words: words, date: { Date() }, wake: wake)
    recorder = HistoryRecorder(
      store: store, work: work, privacy: privacy, report: { StandardError.write("viewfinder: \($0)") })
    palette = DesktopAppearance().palette(settings)
  }

  var isOpen: Bool { room != nil }

  /// What a person changed and nobody has taken over yet.
  private var changed: Settings?

  mutating func takeChangedSettings() -> Settings? {
    defer { changed = nil }
    return changed
  }

  /// What a person has confirmed and nobody has done yet.
  private var requested: PayloadAction?

  mutating func takeAction() -> PayloadAction? {
    defer { requested = nil }
    return requested
  }

  /// Tells what came of something, where the open screen is the one that it was asked on.
  ///
  /// - Returns: false where it is to be told on the picture.
  @discardableResult
  mutating func tell(_ text: String, isFailure: Bool) -> Bool {
    guard case .history(var history) = room else { return false }
    history.tell(text, isFailure: isFailure)
    room = .history(history)
    services.wake()
    return true
  }

  /// A path that the desktop's dialog is to be asked for.
  private var wantedPath: (purpose: PathPrompt.Purpose, suggestion: String)?

  mutating func takeWantedPath() -> (purpose: PathPrompt.Purpose, suggestion: String)? {
    defer { wantedPath = nil }
    return wantedPath
  }

  /// What came of asking the desktop for a path.
  ///
  /// - Parameter path: or why there is none; nil where a person changed their mind.
  mutating func answer(path: Result<String, PathTrouble>?, at now: Duration) {
    guard case .composer(var composer) = room, let path else { return }
    switch path {
    case .success(let path): composer.setPath(path, at: now)
    case .failure(let trouble): composer.tellPrompt(trouble.sentence)
    }
    room = .composer(composer)
  }

  struct PathTrouble: Error {
    let sentence: String
  }

  /// Draws in these colors from now on, whatever is open.
  mutating func setColors(_ palette: StudioPalette) {
    guard palette != self.palette else { return }
    self.palette = palette
    composer?.palette = palette
    if case .composer(var open) = room {
      open.palette = palette
      room = .composer(open)
    } else if case .history(var open) = room {
      open.palette = palette
      room = .history(open)
    }
  }

  /// What is stored from now on.
  mutating func setPrivacy(_ privacy: HistoryPrivacy) {
    recorder.setPrivacy(privacy)
    services.privacy = privacy
    composer?.setPrivacy(privacy)
  }

  mutating func openComposer(at now: Duration) {
    room = .composer(composer ?? ComposerScreen(ComposerModel(services, at: now), palette: palette))
    drawn = nil
    services.wake()
  }

  mutating func openSettings(_ settings: Settings, _ words: Words, _ desktop: DesktopAppearance) {
    room = .settings(SettingsScreen(settings, words: words, desktop: desktop))
    drawn = nil
  }

  mutating func openHistory() {
    let model = HistoryModel(
      store: services.history, work: services.work, words: services.words, wake: services.wake)
    room = .history(
      HistoryScreen(
        model, palette: palette, isPrivate: services.privacy.isPrivate, context: context,
        picture: { [thumbnails] in thumbnails.bitmap($0) }
      ) {
        Self.text(of: $0)
      })
    drawn = nil
    // It is asked for in a turn of the composer, after which nothing else need happen.
    services.wake()
  }

  /// When the next turn is due although nothing happens.
  var nextTurn: Duration? { if case .composer(let screen) = room { screen.nextTurn } else { nil } }

  /// One turn of the open screen.
  ///
  /// - Returns: false where a person closed the window.
  mutating func turn(events: [ScreenEvent], at now: Duration, on screen: SDLScreen) throws -> Bool {
    guard let room else { return true }
    let drawing: Drawing
    switch room {
    case .composer(var composer):
      let turn = composer.turn(
        events: events, at: now, window: screen.size, scale: screen.scale, paste: { screen.clipboard },
        measuring: screen.text)
      drawing = turn.drawing
      self.room = .composer(composer)
      self.composer = composer
      for effect in turn.effects {
        switch effect {
        case .close: self.room = nil
        case .openHistory: openHistory()
        case .fillScreen(true):
          wasFullScreen = screen.isFullScreen
          screen.isFullScreen = true
        case .fillScreen(false): screen.isFullScreen = wasFullScreen
        case .copy(let text): try screen.copy(ClipboardText(text).text)
        case .choosePath(let purpose, let suggestion): wantedPath = (purpose, suggestion)
        }
      }
    case .history(var history):
      let turn = history.turn(
        events: events, window: screen.size, scale: screen.scale, paste: { screen.clipboard }, measuring: screen.text)
      drawing = turn.drawing
      self.room = .history(history)
      for effect in turn.effects {
        switch effect {
        case .close: self.room = nil
        case .compose(let recipe):
          composer = ComposerScreen(ComposerModel(services, recipe: recipe, at: now), palette: palette)
          openComposer(at: now)
        case .act(let action): requested = action
        case .copy(let text):
          let copied = ClipboardText(text)
          try screen.copy(copied.text)
          tell(services.words(copied.notice), isFailure: false)
        }
      }
    case .settings(var settings):
      let turn = settings.turn(
        events: events, window: screen.size, scale: screen.scale, paste: { screen.clipboard }, measuring: screen.text)
      drawing = turn.drawing
      self.room = .settings(settings)
      for effect in turn.effects {
        switch effect {
        case .close: self.room = nil
        case .keep(let settings): changed = settings
        case .copy(let text): try screen.copy(ClipboardText(text).text)
        }
      }
    }
    if drawing != drawn || events.contains(.exposed) {
      try screen.present(frame: nil, placement: Self.nowhere, drawing: drawing)
    }
    drawn = drawing
    return !events.contains(.closed)
  }

  /// What the window shows, as a picture.
  func picture(on screen: SDLScreen) throws -> RGBAImage {
    try screen.screenshot(frame: nil, placement: Self.nowhere, drawing: drawn ?? Drawing())
  }

  private static let nowhere = Mapping<FramePixels, ScreenPixels>(scaleX: 1, scaleY: 1, shiftX: 0, shiftY: 0)

  /// In the user's time zone: the day and the minute.
  nonisolated private static func text(of time: Date) -> String {
    let parts = Calendar.current.dateComponents([.year, .month, .day, .hour, .minute], from: time)
    func two(_ value: Int?) -> String { String((value ?? 0) + 100).suffix(2).description }
    return "\(parts.year ?? 0)-\(two(parts.month))-\(two(parts.day)) \(two(parts.hour)):\(two(parts.minute))"
  }
}

/// Small pictures of the history, from whichever thread asks, one after the other.
private final class Thumbnails: Sendable {
  private let loader: Mutex<any PictureLoader>

  init(_ loader: sending any PictureLoader) { self.loader = Mutex(loader) }

  func bitmap(_ png: [UInt8]) -> Bitmap? {
    let frame = loader.withLock { try? $0.frame(bytes: png, name: "thumbnail") }
    return frame.map { Bitmap(width: $0.width, height: $0.height, pixels: $0.rgba.pixels) }
  }
}

/// Background work on threads of the system's pool.
struct QueuedWork: BackgroundWork {
  private let queue = DispatchQueue(label: "viewfinder.work", qos: .userInitiated)

  func submit(_ job: @escaping @Sendable () -> Void) { queue.async { job() } }

  func submitAside(_ job: @escaping @Sendable () -> Void) {
    DispatchQueue.global(qos: .userInitiated).async { job() }
  }

  /// Returns once all that was submitted is done.
  func finish() { queue.sync {} }
}
