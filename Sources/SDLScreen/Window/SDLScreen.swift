import CSDL2
public import Geometry
public import Imaging
public import Presentation

/// The window: shows a frame with a drawing on it, and tells what people do to it.
///
/// On the main thread alone, but for its `waker`. Works on Wayland, X11 and SDL's dummy driver, on OpenGL or the
/// software renderer. Nothing is drawn unless asked for, so a program that waits for events costs nothing.
@MainActor public final class SDLScreen {
  /// How the window begins.
  public struct Options: Hashable, Sendable {
    public var title: String
    /// In points: what the desktop calls a pixel.
    public var width = 1080
    public var height = 720
    public var isFullScreen = false
    /// Keeps a person at the window: no pointer, the keyboard held, no screen saver, and it comes back to the front. Signals are then
    /// the program's own; else SDL makes a requested to close of them.
    public var isKiosk = false
    /// Physical pixels per point, in place of what the display says; X11 says always 1.
    public var scale: Double?
    /// A file of fontconfig's that names the fonts to use, and how they are drawn; nil uses the machine's.
    public var fonts: String?

    public init(title: String) { self.title = title }
  }

  /// A part of the window with a picture and a drawing of its own, which have its top-left corner as their origin and end where
  /// it does.
  public struct Pane {
    public var rect: Rect<ScreenPixels>
    /// Nil leaves the background alone.
    public var frame: Frame?
    /// Where each point of the frame lies in the pane; a negative horizontal scale mirrors it.
    public var placement: Mapping<FramePixels, ScreenPixels>
    public var drawing: Drawing

    public init(
      rect: Rect<ScreenPixels>, frame: Frame?, placement: Mapping<FramePixels, ScreenPixels>, drawing: Drawing
    ) {
      (self.rect, self.frame, self.placement, self.drawing) = (rect, frame, placement, drawing)
    }
  }

  /// The drawable's size.
  public private(set) var size: Size<ScreenPixels>
  /// Physical pixels per point: what sizes in a design are multiplied by.
  public private(set) var scale: Double
  /// Lets other threads ask for a turn of the loop.
  public let waker: ScreenWaker
  /// Knows how large texts will be.
  public let text: PangoText

  let window: SDLWindow
  private let renderer: SDLRenderer
  /// One a pane.
  private var previews: [SDLPreview] = []
  private let painter: SDLPainter
  private let fixedScale: Double?
  private let isKiosk: Bool
  /// When a kiosk's window was last brought back before the person.
  private var broughtBack: ContinuousClock.Instant?
  /// Pointer events are in points; this many physical pixels each.
  private var pixelsPerPoint = 1.0
  private var cursor: SDLCursor?
  private var repeats = KeyRepeats()
  private var finger = FirstFinger()

  public init(_ options: Options) throws(ScreenFailure) {
    let video: SDLVideo
    do { video = try SDLVideo(isKiosk: options.isKiosk) } catch { throw .noDisplay(reason: error.reason) }
    do throws(SDLFailure) {
      let factor = options.scale ?? 1
      window = try SDLWindow(
        title: options.title, width: Int(Double(options.width) * factor), height: Int(Double(options.height) * factor),
        isFullScreen: options.isFullScreen, isKiosk: options.isKiosk, video: video)
      renderer = try SDLRenderer(window)
      waker = try ScreenWaker()
      text = if let fonts = options.fonts { try PangoText(fonts: fonts) } else { PangoText() }
    } catch {
      throw .refused(error)
    }
    painter = SDLPainter(renderer, text: text)
    fixedScale = options.scale
    isKiosk = options.isKiosk
    size = Size(options.width, options.height)
    scale = options.scale ?? 1
    measure()
    if isKiosk { holdThePerson() }
  }

  private func holdThePerson() {
    SDL_ShowCursor(SDL_DISABLE)
    SDL_DisableScreenSaver()
    unsafe SDL_SetWindowAlwaysOnTop(window.handle, SDL_TRUE)
    unsafe SDL_SetWindowKeyboardGrab(window.handle, SDL_TRUE)
  }

  /// Draws and shows: the frame where the placement puts it, and the drawing on top.
  ///
  /// - Parameters:
  ///   - frame: nil leaves the background alone.
  ///   - placement: where each point of the frame lies on screen; a negative horizontal scale mirrors it.
  /// - Throws: `SDLFailure` where the renderer refuses, such as a frame larger than its textures.
  public func present(
    frame: Frame?, placement: Mapping<FramePixels, ScreenPixels>, drawing: Drawing
  ) throws(SDLFailure) {
    try present([whole(frame, placement, drawing)])
  }

  /// Draws and shows several pictures at once, the later ones on the earlier ones.
  public func present(_ panes: [Pane]) throws(SDLFailure) {
    try draw(panes)
    unsafe SDL_RenderPresent(renderer.handle)
  }

  /// All of the window.
  private func whole(
    _ frame: Frame?, _ placement: Mapping<FramePixels, ScreenPixels>, _ drawing: Drawing
  ) -> Pane {
    Pane(rect: Rect(origin: Point(0, 0), size: size), frame: frame, placement: placement, drawing: drawing)
  }

  /// Lays out all texts of a drawing and shows nothing: what is to appear at once later is then quick.
  public func prepare(_ drawing: Drawing) throws(SDLFailure) {
    try draw([whole(nil, Mapping(scaleX: 1, scaleY: 1, shiftX: 0, shiftY: 0), drawing)])
  }

  /// Draws the same, shows it, and reads back what the window shows.
  public func screenshot(
    frame: Frame?, placement: Mapping<FramePixels, ScreenPixels>, drawing: Drawing
  ) throws(SDLFailure) -> RGBAImage {
    try screenshot([whole(frame, placement, drawing)])
  }

  /// The same of several pictures at once.
  public func screenshot(_ panes: [Pane]) throws(SDLFailure) -> RGBAImage {
    try draw(panes)
    let (width, height) = try renderer.outputSize
    var pixels = [UInt8](repeating: 0, count: 4 * width * height)
    try checked("SDL_RenderReadPixels") {
      unsafe pixels.withUnsafeMutableBytes {
        unsafe SDL_RenderReadPixels(renderer.handle, nil, sdlPixelFormatRGBA, $0.baseAddress, CInt(4 * width))
      }
    }
    unsafe SDL_RenderPresent(renderer.handle)
    // A window is opaque, whatever its renderer keeps as alpha.
    for alpha in stride(from: 3, to: pixels.count, by: 4) { pixels[alpha] = 255 }
    return RGBAImage(width: width, height: height, pixels: pixels)
  }

  private func draw(_ panes: [Pane]) throws(SDLFailure) {
    // What no picture covers: the bars of an aspect fit, and the window before its first frame.
    unsafe SDL_SetRenderDrawColor(renderer.handle, 18, 18, 20, 255)
    try checked("SDL_RenderClear") { unsafe SDL_RenderClear(renderer.handle) }
    painter.beginFrame(on: size)
    while previews.count < panes.count { previews.append(SDLPreview(renderer)) }
    previews.removeLast(previews.count - panes.count)
    for (pane, preview) in zip(panes, previews) {
      // The pane's corner is the origin of all that is drawn, and its borders cut it off.
      var box = PixelBox(pane.rect).sdl
      try checked("SDL_RenderSetViewport") { unsafe SDL_RenderSetViewport(renderer.handle, &box) }
      if let frame = pane.frame { try preview.draw(frame, pane.placement) }
      try painter.paint(pane.drawing, on: pane.rect.size)
    }
    try checked("SDL_RenderSetViewport") { unsafe SDL_RenderSetViewport(renderer.handle, nil) }
  }

  /// The next event if one is waiting.
  public func poll() -> ScreenEvent? {
    var event = unsafe SDL_Event()
    while unsafe SDL_PollEvent(&event) != 0 {
      if let event = unsafe translate(event) { return event }
    }
    return nil
  }

  /// Sleeps until the next event, at most `timeout`; nil if none came.
  public func wait(timeout: Duration) -> ScreenEvent? {
    let deadline = ContinuousClock.now + timeout
    repeat {
      let left = max(.zero, deadline - .now) / .milliseconds(1)
      var event = unsafe SDL_Event()
      // Rounded up: a wait of 0 ms would spin through the last millisecond.
      guard unsafe SDL_WaitEventTimeout(&event, CInt(min(left.rounded(.up), 60_000))) != 0 else { continue }
      if let event = unsafe translate(event) { return event }
    } while ContinuousClock.now < deadline
    return nil
  }

  private func bringBack() {
    broughtBack = .now
    unsafe SDL_RestoreWindow(window.handle)
    unsafe SDL_ShowWindow(window.handle)
    unsafe SDL_RaiseWindow(window.handle)
  }

  /// Brings a kiosk's window back once more: SDL tells that a window is out of sight once, until it has seen it in sight; one
  /// that is taken away again in between stays away untold.
  private func keepInSight() {
    let isAway =
      unsafe SDL_GetWindowFlags(window.handle) & (SDL_WINDOW_HIDDEN.rawValue | SDL_WINDOW_MINIMIZED.rawValue) != 0
    if isAway, broughtBack.map({ .now - $0 >= Self.bringingBack }) ?? true { bringBack() }
  }

  /// What a display takes to show a window, many times over.
  private static let bringingBack = Duration.seconds(1)

  /// Sleeps until something happens, at most `timeout`, and tells all that has happened.
  public func events(timeout: Duration) -> [ScreenEvent] {
    if isKiosk { keepInSight() }
    guard let first = timeout > .zero ? wait(timeout: timeout) : poll() else { return [] }
    var events = [first]
    // A pointer that moves on and on must not keep the picture from being drawn.
    while events.count < 64, let next = poll() { events.append(next) }
    return events
  }

  private func translate(_ event: SDL_Event) -> ScreenEvent? {
    if isKiosk, unsafe SDLInput.takesTheWindowAway(event) { bringBack() }
    switch unsafe SDL_EventType(event.type) {
    case SDL_FINGERDOWN, SDL_FINGERUP, SDL_FINGERMOTION: return finger.meaning(of: unsafe event.tfinger, on: size)
    default: break
    }
    switch unsafe SDLInput.meaning(of: event, pixelsPerPoint: pixelsPerPoint, waker: waker) {
    case .screen(.key(let key, let modifiers, let isFlagged)):
      let raw = unsafe event.key
      return .key(
        key, modifiers, isRepeat: repeats.isRepeat(raw.keysym.sym, isFlagged: isFlagged, at: raw.timestamp))
    case .screen(let event): return event
    case .sizeChanged:
      measure()
      return .resized(size, scale: scale)
    case nil: return nil
    }
  }

  /// Takes the drawable's size and scale from the window.
  private func measure() {
    guard let (width, height) = try? renderer.outputSize, width > 0, height > 0 else { return }
    var points: CInt = 0
    unsafe SDL_GetWindowSize(window.handle, &points, nil)
    size = Size(width, height)
    pixelsPerPoint = points > 0 ? Double(width) / Double(points) : 1
    scale = fixedScale ?? pixelsPerPoint
  }

  public var isFullScreen: Bool {
    get { unsafe SDL_GetWindowFlags(window.handle) & SDL_WINDOW_FULLSCREEN_DESKTOP.rawValue != 0 }
    set {
      unsafe SDL_SetWindowFullscreen(window.handle, newValue ? SDL_WINDOW_FULLSCREEN_DESKTOP.rawValue : 0)
    }
  }

  /// Out of sight, and back with the keyboard.
  public var isHidden: Bool {
    get { unsafe SDL_GetWindowFlags(window.handle) & SDL_WINDOW_HIDDEN.rawValue != 0 }
    set {
      guard newValue != isHidden else { return }
      if newValue {
        unsafe SDL_HideWindow(window.handle)
      } else {
        unsafe SDL_ShowWindow(window.handle)
        unsafe SDL_RaiseWindow(window.handle)
      }
    }
  }

  /// Whether an X server shows the window: one that tells every program what all others show.
  public var isX11: Bool { unsafe SDL_GetCurrentVideoDriver().map { unsafe String(cString: $0) } == "x11" }

  public var title: String {
    get { unsafe String(cString: SDL_GetWindowTitle(window.handle)) }
    set { unsafe SDL_SetWindowTitle(window.handle, newValue) }
  }

  /// What the pointer looks like over the window.
  public var pointerShape: PointerShape = .arrow {
    didSet { if pointerShape != oldValue { cursor = SDLCursor(pointerShape) } }
  }
}
