import Barcodes
public import Geometry
import Presentation

/// What kind of picture comes.
public enum PictureKind: Hashable, Sendable {
  /// A camera's or a video's: searched where the viewfinder is.
  case moving
  /// One that was opened, pasted or taken of the screen: shown and searched whole, until a person selects a part with the
  /// viewfinder.
  case still
}

// What is shown in place of a camera's picture, and the path of a file that a person types.
extension ScannerLoop {
  /// Another source comes; what was read of the last one goes.
  ///
  /// - Parameter region: the part of a still that is selected at first; nil is all of it.
  public mutating func begin(_ kind: PictureKind, region: Rect<Normalized>? = nil, at now: Duration) {
    var none: [LoopEffect] = []
    perform(.dismiss, at: now, into: &none)
    // The detector may still be at a frame of the last source.
    view.change = .awaitsFrame
    closeControls()
    (view.stillSearches, view.stillHasCode) = (0, false)
    (view.zoom, view.field, view.question, view.path) = (1, nil, nil, nil)
    view.drop = view.drop == .opens && kind == .still ? .isShown : nil
    switch kind {
    case .still:
      view.stillGravity = .resizeAspect
      wantedRegion = region ?? .full
    case .moving:
      guard view.stillGravity != nil else { return }
      view.stillGravity = nil
      wantedRegion = nil
      layout.reset(to: settings.preview.viewfinder)
    }
  }

  /// Asks for a file's path, where the desktop has no dialog for it.
  public mutating func askForPath() { view.path = "" }

  /// What the clipboard has for the path that is being typed.
  public mutating func type(intoPath text: String) {
    guard let path = view.path else { return }
    view.path = String((path + text.filter { !$0.isNewline && $0 != "\0" }).prefix(Self.pathLimit))
  }

  /// Linux's PATH_MAX.
  private static let pathLimit = 4096

  /// What is typed while a path is asked for goes into it; nil where none is.
  mutating func takeForPath(_ event: ScreenEvent) -> [LoopEffect]? {
    guard let path = view.path else { return nil }
    switch event {
    case .text(let typed): type(intoPath: typed)
    case .key(.backspace, let modifiers, _): view.path = modifiers.contains(.control) ? "" : String(path.dropLast())
    case .key(.character("v"), .control, _): return [.pastePath]
    case .key(.enter, _, _):
      view.path = nil
      return path.trimmed.isEmpty ? [] : [.scan(path: path.trimmed)]
    case .key(.escape, _, _): view.path = nil
    case .key: break
    case .pointer(.pressed, let point):
      switch scene.command(at: point) {
      case .proceed: return takeForPath(.key(.enter, [], isRepeat: false))
      case .back: view.path = nil
      default: break
      }
    case .closed, .resized, .exposed, .pointer, .wheel, .dropped, .woken: return nil
    }
    return []
  }
}
