import CSDL2
import Presentation

/// Textures of texts, kept while they are used: laying one out takes about half a millisecond.
@MainActor final class TextTextures {
  struct Entry {
    let texture: SDLTexture
    /// From the text box's top-left corner to the texture's.
    let offsetX: Int
    let offsetY: Int
    fileprivate var lastFrame: Int
  }

  private let renderer: SDLRenderer
  private let text: PangoText
  private var entries: [Text: Entry] = [:]
  private var byteCount = 0
  private var frame = 0

  /// Bytes of textures kept: two full screens of 1920×1080, which no screen's texts fill.
  private static let byteLimit = 2 * 4 * 1920 * 1080

  init(_ renderer: SDLRenderer, text: PangoText) {
    self.renderer = renderer
    self.text = text
  }

  func beginFrame() {
    frame += 1
    if byteCount > Self.byteLimit || entries.count > 1024 { removeUnused() }
  }

  /// Nil for a text that leaves no mark, such as spaces.
  func texture(for text: Text) throws(SDLFailure) -> Entry? {
    if entries[text] != nil {
      entries[text]?.lastFrame = frame
      return entries[text]
    }
    guard let picture = self.text.picture(of: text) else { return nil }
    let texture = try SDLTexture(
      renderer, format: SDL_PIXELFORMAT_ARGB8888.rawValue, width: picture.width, height: picture.height,
      access: SDL_TEXTUREACCESS_STATIC, smooth: false)
    try texture.update(picture.pixels)
    unsafe SDL_SetTextureBlendMode(texture.handle, SDL_BLENDMODE_BLEND)
    let entry = Entry(texture: texture, offsetX: picture.offsetX, offsetY: picture.offsetY, lastFrame: frame)
    entries[text] = entry
    byteCount += texture.byteCount
    return entry
  }

  /// Lets go of what the last frame did not show.
  private func removeUnused() {
    entries = entries.filter { $0.value.lastFrame >= frame - 1 }
    byteCount = entries.values.reduce(0) { $0 + $1.texture.byteCount }
  }
}
