import CSDL2
import Presentation

/// Textures of bitmaps. A bitmap is known by where its pixels lie in memory, which nothing else can have while it
/// is held here: comparing the pixels of a large one would cost more than uploading it.
@MainActor final class BitmapTextures {
  private struct Entry {
    var bitmap: Bitmap
    let texture: SDLTexture
    let smooth: Bool
    var lastFrame: Int
  }

  private let renderer: SDLRenderer
  private var entries: [Entry] = []
  private var frame = 0

  init(_ renderer: SDLRenderer) { self.renderer = renderer }

  /// Lets go of what was not shown for a frame, except for one that may come again with other pixels.
  func beginFrame() {
    entries.removeAll { $0.lastFrame < frame - 1 }
    frame += 1
  }

  func texture(for bitmap: Bitmap, smooth: Bool) throws(SDLFailure) -> SDLTexture {
    if let index = entries.firstIndex(where: { $0.smooth == smooth && isSame($0.bitmap, bitmap) }) {
      entries[index].lastFrame = frame
      return entries[index].texture
    }
    // A picture that changes from frame to frame takes over the texture of the one before.
    let free = entries.firstIndex {
      $0.lastFrame < frame && $0.smooth == smooth && $0.bitmap.width == bitmap.width
        && $0.bitmap.height == bitmap.height
    }
    if let free {
      entries[free].bitmap = bitmap
      entries[free].lastFrame = frame
      try entries[free].texture.update(bitmap.pixels)
      return entries[free].texture
    }
    let texture = try SDLTexture(
      renderer, format: sdlPixelFormatRGBA, width: bitmap.width, height: bitmap.height,
      access: SDL_TEXTUREACCESS_STREAMING, smooth: smooth)
    unsafe SDL_SetTextureBlendMode(texture.handle, SDL_BLENDMODE_BLEND)
    try texture.update(bitmap.pixels)
    entries.append(Entry(bitmap: bitmap, texture: texture, smooth: smooth, lastFrame: frame))
    return texture
  }

  private func isSame(_ a: Bitmap, _ b: Bitmap) -> Bool {
    guard a.width == b.width, a.height == b.height else { return false }
    return unsafe a.pixels.withUnsafeBufferPointer { a in
      unsafe b.pixels.withUnsafeBufferPointer { b in unsafe a.baseAddress == b.baseAddress }
    }
  }
}
