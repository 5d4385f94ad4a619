import Scanner

/// A number that finds repetitions quickly; what it finds is compared in full.
enum EntryKey {
  /// FNV-1a in 64 bits over everything that makes two entries the same. It lies in files: it may never change.
  static func of(_ content: HistoryContent, recipe: String?) -> Int64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func mix(_ bytes: some Sequence<UInt8>) {
      for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
      // A byte that UTF-8 has not keeps neighboring fields apart.
      hash = (hash ^ 0xFF) &* 0x100_0000_01B3
    }
    mix(content.origin.rawValue.utf8)
    mix(content.symbology.utf8)
    mix(content.bytes)
    mix((recipe ?? "").utf8)
    return Int64(bitPattern: hash)
  }
}
