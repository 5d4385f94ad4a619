/// Takes bits from bytes, most significant first, and knows when they run out.
public struct BitReader: Sendable {
  @usableFromInline let bytes: [UInt8]
  /// One past the last bit.
  public let count: Int
  /// Bits taken so far.
  public private(set) var position = 0

  /// - Parameter count: how many bits there are; nil is all bits of the bytes.
  public init(_ bytes: [UInt8], count: Int? = nil) {
    precondition(count ?? 0 <= 8 * bytes.count, "more bits than the bytes hold")
    self.bytes = bytes
    self.count = count ?? 8 * bytes.count
  }

  /// Bits that are left.
  public var remaining: Int { count - position }

  /// The next bits as a number, or nil, taking none, where fewer are left.
  ///
  /// - Precondition: at most 32 at a time.
  public mutating func read(_ width: Int) -> Int? {
    precondition(0...32 ~= width, "too many bits at a time")
    guard width <= remaining else { return nil }
    var result = 0
    var left = width
    while left > 0 {
      let free = 8 - position & 7
      let taken = min(free, left)
      let byte = Int(bytes[position >> 3])
      result = result << taken | byte >> (free - taken) & (1 << taken - 1)
      position += taken
      left -= taken
    }
    return result
  }

  /// The next bits without taking them, or nil where fewer are left.
  public func peek(_ width: Int) -> Int? {
    var copy = self
    return copy.read(width)
  }
}
