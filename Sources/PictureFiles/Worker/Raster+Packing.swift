import Glibc

extension Raster {
  /// Whether the picture on white has no color anywhere.
  package var isGrey: Bool {
    switch layout {
    case .grey: true
    case .rgb: equal(step: 3)
    // Nothing of what is wholly transparent is seen.
    case .rgba: equal(step: 4, except: 0)
    case .premultipliedRGBA, .bgrx: equal(step: 4)
    }
  }

  /// The bytes that a frame of one channel (grey) or three (red, green and blue) has, on white.
  ///
  /// - Precondition: `target` has room for them.
  /// - Parameter channels: 1 of a picture that is grey; of another one it is red alone.
  package func pack(channels: Int, into target: UnsafeMutableRawBufferPointer) {
    let area = width * height
    precondition(channels == 1 || channels == 3)
    precondition(target.count >= area * channels, "the pixels do not fit")
    guard let to = unsafe target.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
    let from = unsafe UnsafePointer(memory)
    switch layout {
    case .grey where channels == 1, .rgb where channels == 3:
      unsafe to.update(from: from, count: area * channels)
    case .grey:
      for pixel in 0..<area { for part in 0..<3 { unsafe to[3 * pixel + part] = from[pixel] } }
    case .rgb:
      for pixel in 0..<area { unsafe to[pixel] = from[3 * pixel] }
    case .bgrx:
      for pixel in 0..<area {
        for part in 0..<channels { unsafe to[channels * pixel + part] = from[4 * pixel + 2 - part] }
      }
    case .rgba:
      for pixel in 0..<area {
        let alpha = unsafe UInt32(from[4 * pixel + 3])
        let white = 255 * (255 - alpha) + 127
        for part in 0..<channels {
          unsafe to[channels * pixel + part] = UInt8((UInt32(from[4 * pixel + part]) * alpha + white) / 255)
        }
      }
    case .premultipliedRGBA:
      for pixel in 0..<area {
        let white = unsafe 255 - UInt32(from[4 * pixel + 3])
        for part in 0..<channels {
          unsafe to[channels * pixel + part] = UInt8(min(255, UInt32(from[4 * pixel + part]) + white))
        }
      }
    }
  }

  /// Whether the first three bytes of every pixel are one, looked at row by row, since most pictures tell in the first.
  ///
  /// - Parameter except: pixels whose fourth byte is this do not count.
  private func equal(step: Int, except: UInt8? = nil) -> Bool {
    for y in 0..<height {
      let row = unsafe row(y)
      var colored: UInt8 = 0
      for x in Swift.stride(from: 0, to: row.count, by: step) {
        if let except, unsafe row[x + 3] == except { continue }
        unsafe colored |= (row[x] ^ row[x + 1]) | (row[x + 1] ^ row[x + 2])
      }
      if colored != 0 { return false }
    }
    return true
  }
}
