import CSDL2
import Presentation

/// Textures of bitmaps. A bitmap is known by where its pixels lie in memory, which nothing else can have while it
/// is held here: comparing the pixels of a large one would cost more than uploading it.
@MainActor final class BitmapTextures {
  private struct Key {
    let bitmap: Bitmap
    let smooth: Bool
  }

  private let renderer: SDLRenderer
  private var cache = TextureCache<Key>()

  init(_ renderer: SDLRenderer) { self.renderer = renderer }

  /// Lets go of what was not shown for a frame, except for one that may come again with other pixels.
  func beginFrame() {
    cache.removeUnused()
    cache.beginFrame()
  }

  func texture(for bitmap: Bitmap, smooth: Bool) throws(SDLFailure) -> SDLTexture {
    let key = Key(bitmap: bitmap, smooth: smooth)
    if let texture = cache.texture(where: { $0.smooth == smooth && isSame($0.bitmap, bitmap) }) { return texture }
    // A picture that changes from frame to frame takes over the texture of the one before.
    let free = cache.texture(toShow: key) {
      $0.smooth == smooth && $0.bitmap.width == bitmap.width && $0.bitmap.height == bitmap.height
    }
    if let free {
      try free.update(bitmap.pixels)
      return free
    }
    let texture = try SDLTexture(
      renderer, format: sdlPixelFormatRGBA, width: bitmap.width, height: bitmap.height,
      access: SDL_TEXTUREACCESS_STREAMING, smooth: smooth)
    unsafe SDL_SetTextureBlendMode(texture.handle, SDL_BLENDMODE_BLEND)
    try texture.update(bitmap.pixels)
    cache.add(texture, for: key)
    return texture
  }

  private func isSame(_ a: Bitmap, _ b: Bitmap) -> Bool {
    guard a.width == b.width, a.height == b.height else { return false }
    return unsafe a.pixels.withUnsafeBufferPointer { a in
      unsafe b.pixels.withUnsafeBufferPointer { b in unsafe a.baseAddress == b.baseAddress }
    }
  }
}
