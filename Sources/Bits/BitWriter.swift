/// Appends bits, most significant first, to bytes.
public struct BitWriter: Hashable, Sendable {
  /// The bits so far; the last byte is filled up with zeros.
  public private(set) var bytes: [UInt8] = []
  /// Bits so far.
  public private(set) var count = 0

  public init() {}

  /// Appends the lowest bits of a number.
  ///
  /// - Precondition: the number has no bits above them.
  public mutating func append(_ value: Int, bits width: Int) {
    precondition(0...32 ~= width && value >> width == 0, "the number does not fit its bits")
    var left = width
    while left > 0 {
      if count & 7 == 0 { bytes.append(0) }
      let free = 8 - count & 7
      let taken = min(free, left)
      left -= taken
      bytes[bytes.count - 1] |= UInt8(value >> left & (1 << taken - 1)) << UInt8(free - taken)
      count += taken
    }
  }

  /// Appends whole bytes.
  public mutating func append(_ more: [UInt8]) {
    if count & 7 == 0 {
      bytes += more
      count += 8 * more.count
    } else {
      for byte in more { append(Int(byte), bits: 8) }
    }
  }

  public mutating func append(_ other: BitWriter) {
    for byte in other.bytes.prefix(other.count >> 3) { append(Int(byte), bits: 8) }
    if other.count & 7 > 0 {
      append(Int(other.bytes[other.count >> 3]) >> (8 - other.count & 7), bits: other.count & 7)
    }
  }
}
