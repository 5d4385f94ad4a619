import CSDL2

extension SDLScreen {
  /// Leaves text where other programs paste it from.
  public func copy(_ text: String) throws(SDLFailure) {
    try checked("SDL_SetClipboardText") { unsafe SDL_SetClipboardText(text) }
  }

  /// The text that other programs left.
  public var clipboard: String {
    guard let text = unsafe SDL_GetClipboardText() else { return "" }
    defer { unsafe SDL_free(text) }
    return unsafe String(cString: text)
  }

  /// Hands an address to the desktop, which opens it in the program that it thinks right.
  public func open(address: String) throws(SDLFailure) {
    try checked("SDL_OpenURL") { unsafe SDL_OpenURL(address) }
  }
}
