import CSDL2
import Geometry
import Glibc
import Presentation

// SDL's objects with an owner each. What is made from another holds it, so that they go in the right order.

/// SDL's video subsystem, running for as long as this lives.
@MainActor final class SDLVideo {
  init(isKiosk: Bool) throws(SDLFailure) {
    SDL_SetMainReady()
    takeLettersOfAnyScript()
    // SDL 2.26 prefers X11, which cannot tell a display's scale. The environment's SDL_VIDEODRIVER goes before.
    // Without a folder for its socket there is no Wayland, and its library would say so on standard error.
    let hasSockets = unsafe getenv("XDG_RUNTIME_DIR") != nil
    unsafe SDL_SetHint(SDL_HINT_VIDEODRIVER, hasSockets ? "wayland,x11" : "x11")
    unsafe SDL_SetHint(SDL_HINT_APP_NAME, "Viewfinder")
    // A click that brings the window to the front may also take hold of the viewfinder.
    unsafe SDL_SetHint(SDL_HINT_MOUSE_FOCUS_CLICKTHROUGH, "1")
    // Fingers are taken as such: else SDL tells of each as of a mouse as well.
    unsafe SDL_SetHint(SDL_HINT_TOUCH_MOUSE_EVENTS, "0")
    // The last three are only for whoever holds the keyboard, or wants signals alone.
    unsafe SDL_SetHint(SDL_HINT_VIDEO_MINIMIZE_ON_FOCUS_LOSS, isKiosk ? "0" : nil)
    unsafe SDL_SetHint(SDL_HINT_ALLOW_ALT_TAB_WHILE_GRABBED, isKiosk ? "0" : nil)
    unsafe SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, isKiosk ? "1" : nil)
    try checked("SDL_InitSubSystem") { SDL_InitSubSystem(SDL_INIT_VIDEO) }
    if !isKiosk { letSignalsIn() }
    outliveXlib()
  }

  /// Xlib names a window in the letters that the process's locale has: of the one that programs begin with, only in those of
  /// ASCII.
  private func takeLettersOfAnyScript() {
    let name = unsafe setlocale(LC_CTYPE, "").map { unsafe String(cString: $0) }
    if name == nil || name == "C" || name == "POSIX" { unsafe setlocale(LC_CTYPE, "C.UTF-8") }
  }

  /// SDL turns SIGINT and SIGTERM into a request to close. A parent that blocks them, as each of Dispatch's workers does,
  /// hands that down, and the program could not be ended in order.
  private func letSignalsIn() {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    for signal in [SIGINT, SIGTERM] { unsafe sigaddset(&signals, signal) }
    unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  /// Xlib ends a program whose server is gone with status 1 and in the middle of whatever it does; what is on the disk then is all
  /// that counts. Whoever started it is told what happened, and a service's manager starts it again.
  ///
  /// By name, since SDL loads Xlib itself and only where there is an X server.
  private func outliveXlib() {
    guard let library = unsafe dlopen("libX11.so.6", RTLD_NOW | RTLD_NOLOAD) else { return }
    if let symbol = unsafe dlsym(library, "XSetIOErrorHandler") {
      typealias Handler = @convention(c) (OpaquePointer?) -> CInt
      let set = unsafe unsafeBitCast(symbol, to: (@convention(c) (Handler?) -> UnsafeMutableRawPointer?).self)
      _ = unsafe set { _ in
        let words = "viewfinder: the display is gone\n"
        _ = unsafe write(STDERR_FILENO, words, words.utf8.count)
        _exit(3)
      }
    }
    // A request that the server refuses would end it as well: SDL asks for the keyboard of a window that a window manager hid a
    // moment ago. Nothing depends on such a request.
    if let symbol = unsafe dlsym(library, "XSetErrorHandler") {
      typealias Handler = @convention(c) (OpaquePointer?, OpaquePointer?) -> CInt
      let set = unsafe unsafeBitCast(symbol, to: (@convention(c) (Handler?) -> UnsafeMutableRawPointer?).self)
      _ = unsafe set { _, _ in 0 }
    }
  }

  isolated deinit { SDL_QuitSubSystem(SDL_INIT_VIDEO) }
}

/// A window.
@MainActor @safe final class SDLWindow {
  let handle: OpaquePointer
  private let video: SDLVideo

  /// - Parameters:
  ///   - width: in points, as SDL counts a window's size.
  ///   - height: in points.
  ///   - isKiosk: covers the display even where no window manager makes a window fill it.
  init(
    title: String, width: Int, height: Int, isFullScreen: Bool, isKiosk: Bool, video: SDLVideo
  ) throws(SDLFailure) {
    var place = Int32(bitPattern: SDL_WINDOWPOS_CENTERED_MASK)
    var (width, height) = (Int32(width), Int32(height))
    var flags = SDL_WINDOW_RESIZABLE.rawValue | SDL_WINDOW_ALLOW_HIGHDPI.rawValue
    if isFullScreen { flags |= SDL_WINDOW_FULLSCREEN_DESKTOP.rawValue }
    var display = SDL_Rect()
    if isKiosk, isFullScreen, unsafe SDL_GetDisplayBounds(0, &display) == 0 {
      (place, width, height) = (0, display.w, display.h)
      flags |= SDL_WINDOW_BORDERLESS.rawValue
    }
    unsafe handle = try made("SDL_CreateWindow") {
      unsafe SDL_CreateWindow(title, place, place, width, height, flags)
    }
    self.video = video
    unsafe SDL_SetWindowMinimumSize(handle, CInt(Look.leastWindow.width), CInt(Look.leastWindow.height))
    setIcon()
  }

  /// `Assets/Desktop`'s icon in 64 × 64 pixels, R G B A: for desktops that show what a window says of itself and not what a
  /// desktop file does.
  private func setIcon() {
    var pixels = PackageResources.icon_rgba
    unsafe pixels.withUnsafeMutableBytes { pixels in
      // The surface borrows the pixels; the window copies them.
      guard
        let surface = unsafe SDL_CreateRGBSurfaceWithFormatFrom(
          pixels.baseAddress, 64, 64, 32, 4 * 64, sdlPixelFormatRGBA)
      else { return }
      unsafe SDL_SetWindowIcon(handle, surface)
      unsafe SDL_FreeSurface(surface)
    }
  }

  isolated deinit { unsafe SDL_DestroyWindow(handle) }
}

/// What draws into a window: OpenGL where a graphics card does it, else software.
@MainActor @safe final class SDLRenderer {
  let handle: OpaquePointer
  private let window: SDLWindow

  init(_ window: SDLWindow) throws(SDLFailure) {
    let first = Self.prefersSoftware ? SDL_RENDERER_SOFTWARE : SDL_RENDERER_ACCELERATED
    unsafe handle = try made("SDL_CreateRenderer") {
      unsafe SDL_CreateRenderer(window.handle, -1, first.rawValue)
        ?? SDL_CreateRenderer(window.handle, -1, SDL_RENDERER_SOFTWARE.rawValue)
    }
    self.window = window
    unsafe SDL_SetRenderDrawBlendMode(handle, SDL_BLENDMODE_BLEND)
  }

  isolated deinit { unsafe SDL_DestroyRenderer(handle) }

  /// Without a graphics card OpenGL is Mesa's compiler of shaders for the processor. SDL's own renderer shows the same
  /// camera, 1280 × 720 at 30 frames a second, for 42 % of the processor's time and in 85 MB less. SDL has no way to a
  /// window of Wayland but OpenGL. What the environment asks for goes before.
  private static var prefersSoftware: Bool {
    let driver = unsafe SDL_GetCurrentVideoDriver().map { unsafe String(cString: $0) }
    guard driver == "x11", !GraphicsCard.isPresent() else { return false }
    // Else the finished picture would go to the window by OpenGL.
    unsafe SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0")
    return true
  }

  /// In physical pixels.
  var outputSize: (width: Int, height: Int) {
    get throws(SDLFailure) {
      var width: CInt = 0
      var height: CInt = 0
      try checked("SDL_GetRendererOutputSize") { unsafe SDL_GetRendererOutputSize(handle, &width, &height) }
      return (Int(width), Int(height))
    }
  }
}

/// A picture that the renderer holds.
@MainActor @safe final class SDLTexture {
  let handle: OpaquePointer
  let width: Int
  let height: Int
  private let renderer: SDLRenderer

  /// - Parameters:
  ///   - format: one of SDL's pixel formats.
  ///   - smooth: interpolates when scaled, else pixels stay squares.
  init(
    _ renderer: SDLRenderer, format: UInt32, width: Int, height: Int, access: SDL_TextureAccess, smooth: Bool
  ) throws(SDLFailure) {
    unsafe handle = try made("SDL_CreateTexture") {
      unsafe SDL_CreateTexture(
        renderer.handle, format, CInt(access.rawValue), CInt(width), CInt(height))
    }
    self.width = width
    self.height = height
    self.renderer = renderer
    unsafe SDL_SetTextureScaleMode(handle, smooth ? SDL_ScaleModeLinear : SDL_ScaleModeNearest)
  }

  isolated deinit { unsafe SDL_DestroyTexture(handle) }

  /// Memory that it takes, in bytes, if it has four bytes a pixel.
  var byteCount: Int { 4 * width * height }

  /// Replaces the picture by rows of four bytes a pixel.
  func update(_ pixels: borrowing [UInt8]) throws(SDLFailure) {
    precondition(pixels.count >= byteCount, "pixels do not fill the texture")
    let pitch = CInt(4 * width)
    try checked("SDL_UpdateTexture") {
      unsafe pixels.withUnsafeBytes { unsafe SDL_UpdateTexture(handle, nil, $0.baseAddress, pitch) }
    }
  }
}
