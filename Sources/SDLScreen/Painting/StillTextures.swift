import CSDL2
import Geometry
import Presentation

/// Textures of parts that stay as they are, each drawn once: the software renderer takes 11 ms for the stripes of a window of
/// 1280 × 800 and 27 ms for their smooth edges, and 0.3 ms to copy all of it.
///
/// They cost four bytes a pixel: 4 MB for such a window.
@MainActor final class StillTextures {
  private struct Key {
    let part: Drawing
    let box: PixelBox
  }

  private let renderer: SDLRenderer
  private var cache = TextureCache<Key>()
  private var size: Size<ScreenPixels>?

  /// A station has four verdicts, each with a ground and a sign; half as many again may be on the way out.
  private static let limit = 12

  init(_ renderer: SDLRenderer) { self.renderer = renderer }

  /// What was drawn for a window of another size does not come again.
  func beginFrame(on size: Size<ScreenPixels>) {
    if self.size != size { cache.removeAll() }
    self.size = size
    cache.beginFrame()
  }

  /// - Parameter draw: draws items on the renderer's target; they have been moved so that the box begins at its origin.
  func texture(
    for part: Drawing, in box: PixelBox, draw: (Drawing) throws(SDLFailure) -> Void
  ) throws(SDLFailure) -> SDLTexture {
    if let texture = cache.texture(where: { $0.box == box && $0.part == part }) { return texture }
    let texture = try SDLTexture(
      renderer, format: SDL_PIXELFORMAT_ARGB8888.rawValue, width: box.width, height: box.height,
      access: SDL_TEXTUREACCESS_TARGET, smooth: false)
    unsafe SDL_SetTextureBlendMode(texture.handle, SDL_BLENDMODE_NONE)
    try checked("SDL_SetRenderTarget") { unsafe SDL_SetRenderTarget(renderer.handle, texture.handle) }
    defer { unsafe SDL_SetRenderTarget(renderer.handle, nil) }
    try draw(part.moved(by: Vector(Double(-box.left), Double(-box.top))))
    if cache.count >= Self.limit { cache.removeOldest() }
    cache.add(texture, for: Key(part: part, box: box))
    return texture
  }
}
