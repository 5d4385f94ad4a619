/// Numbers out of a file in memory, in order, with every end checked.
@safe struct ByteCursor {
  let bytes: UnsafeRawBufferPointer
  var place: Int

  init(_ bytes: UnsafeRawBufferPointer, at place: Int = 0) {
    unsafe self.bytes = unsafe bytes
    self.place = place
  }

  var count: Int { unsafe bytes.count }

  static let end = DecodeFailure.damaged("it ends too early")

  mutating func byte() throws(DecodeFailure) -> Int {
    guard place >= 0, place < count else { throw Self.end }
    defer { place += 1 }
    return unsafe Int(bytes[place])
  }

  mutating func little16() throws(DecodeFailure) -> Int { try byte() | byte() << 8 }
  mutating func little32() throws(DecodeFailure) -> Int { try little16() | little16() << 16 }
  mutating func signed32() throws(DecodeFailure) -> Int { Int(Int32(truncatingIfNeeded: try little32())) }

  /// The next so many bytes.
  mutating func take(_ count: Int) throws(DecodeFailure) -> UnsafeRawBufferPointer {
    guard place >= 0, count >= 0, place <= self.count, count <= self.count - place else { throw Self.end }
    defer { place += count }
    return unsafe UnsafeRawBufferPointer(rebasing: bytes[place..<place + count])
  }
}
