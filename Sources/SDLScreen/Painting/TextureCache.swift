/// Textures by what they show, and when each was last asked for.
@MainActor struct TextureCache<Key> {
  private struct Entry {
    var key: Key
    let texture: SDLTexture
    var lastFrame: Int
  }

  private var entries: [Entry] = []
  private var frame = 0

  var count: Int { entries.count }

  mutating func beginFrame() { frame += 1 }

  /// Nil where there is none.
  mutating func texture(where isWanted: (Key) -> Bool) -> SDLTexture? {
    guard let index = entries.firstIndex(where: { isWanted($0.key) }) else { return nil }
    entries[index].lastFrame = frame
    return entries[index].texture
  }

  /// One that this frame has not asked for, which shows something else from now on; nil where none is suitable.
  mutating func texture(toShow key: Key, inPlaceOf isSuitable: (Key) -> Bool) -> SDLTexture? {
    guard let index = entries.firstIndex(where: { $0.lastFrame < frame && isSuitable($0.key) }) else { return nil }
    entries[index].key = key
    entries[index].lastFrame = frame
    return entries[index].texture
  }

  mutating func add(_ texture: SDLTexture, for key: Key) {
    entries.append(Entry(key: key, texture: texture, lastFrame: frame))
  }

  mutating func removeAll() { entries.removeAll() }

  /// Lets go of what neither this frame nor the one before has asked for.
  mutating func removeUnused() { entries.removeAll { $0.lastFrame < frame - 1 } }

  /// Lets go of what was not asked for for longest.
  mutating func removeOldest() {
    guard let oldest = entries.indices.min(by: { entries[$0].lastFrame < entries[$1].lastFrame }) else { return }
    entries.remove(at: oldest)
  }
}
