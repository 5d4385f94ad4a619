import CSDL2

extension SDLScreen {
  /// Leaves text where other programs paste it from.
  ///
  /// - Throws: for a text with a NUL, which would be cut there.
  public func copy(_ text: String) throws(SDLFailure) {
    guard !text.utf8.contains(0) else {
      throw SDLFailure(call: "SDL_SetClipboardText", reason: "the text has a NUL, at which it would be cut")
    }
    try checked("SDL_SetClipboardText") { unsafe SDL_SetClipboardText(text) }
  }

  /// The text that other programs left.
  public var clipboard: String {
    guard let text = unsafe SDL_GetClipboardText() else { return "" }
    defer { unsafe SDL_free(text) }
    return unsafe String(cString: text)
  }
}
