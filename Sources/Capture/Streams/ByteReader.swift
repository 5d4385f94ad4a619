/// Bytes in order, from a file or a pipe, of which as many are read as are asked for.
public final class ByteReader {
  private let more: () throws(StreamFailure) -> [UInt8]
  private var buffer: [UInt8] = []
  /// Where the unread bytes begin.
  private var position = 0
  private var hasEnded = false
  /// Why reading broke off: what came before is all that there is, but not all that was meant.
  public private(set) var failure: StreamFailure?

  /// - Parameter more: the next bytes, as many as come in one go; none at the end.
  public init(more: @escaping () throws(StreamFailure) -> [UInt8]) { self.more = more }

  /// The next `count` bytes, or nil if the end comes before.
  func take(_ count: Int) -> [UInt8]? {
    guard let bytes = peek(count) else { return nil }
    position += count
    return bytes
  }

  /// The same without moving on.
  package func peek(_ count: Int) -> [UInt8]? {
    guard fill(count) else { return nil }
    return Array(buffer[position..<position + count])
  }

  /// The byte `ahead` places from here, or nil behind the end.
  func byte(_ ahead: Int) -> UInt8? { fill(ahead + 1) ? buffer[position + ahead] : nil }

  func skip(_ count: Int) { position += fill(count) ? count : buffer.count - position }

  /// All that follows, or as much as `limit` allows and one byte more, so that one sees it is too much.
  public func rest(limit: Int) -> [UInt8] {
    _ = fill(limit + 1)
    defer { position = buffer.count }
    return Array(buffer[position...].prefix(limit + 1))
  }

  /// A line without its line feed, or nil if there is none within `limit` bytes.
  func line(limit: Int) -> String? {
    for length in 0...limit {
      guard let byte = byte(length) else { return nil }
      guard byte == UInt8(ascii: "\n") else { continue }
      let line = String(decoding: buffer[position..<position + length], as: UTF8.self)
      position += length + 1
      return line
    }
    return nil
  }

  /// Sees to it that `count` unread bytes are in the buffer; false if the end comes before.
  private func fill(_ count: Int) -> Bool {
    while buffer.count - position < count, !hasEnded {
      // What was read goes once it is the larger part, so that each byte is moved about once.
      if position > buffer.count / 2 {
        buffer.removeFirst(position)
        position = 0
      }
      let bytes = next()
      hasEnded = bytes.isEmpty
      buffer += bytes
    }
    return buffer.count - position >= count
  }

  private func next() -> [UInt8] {
    do throws(StreamFailure) { return try more() } catch {
      failure = error
      return []
    }
  }
}
