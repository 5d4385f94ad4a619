/// What the loader asks of the decoder's process. Every message is one datagram of little numbers.
enum WallRequest: Hashable {
  /// Decode a page of the file whose descriptor comes with the message.
  case decode(page: Int, dotsPerInch: Int)
  /// Write the pixels into the shared memory whose descriptor comes with the message, or came with the last such one.
  case write(capacity: Int)

  var bytes: [UInt8] {
    switch self {
    case .decode(let page, let dotsPerInch): MessageWords([1, page, dotsPerInch]).bytes
    case .write(let capacity): MessageWords([2, capacity]).bytes
    }
  }

  init?(_ bytes: ArraySlice<UInt8>) {
    let words = MessageWords(bytes)
    switch (words[0], words.count) {
    case (1, 3): self = .decode(page: words[1], dotsPerInch: words[2])
    case (2, 2): self = .write(capacity: words[1])
    default: return nil
    }
  }
}

/// What the decoder's process answers. It has read a stranger's file and is not believed: whoever reads an answer
/// checks every number in it.
package enum WallReply: Hashable {
  /// The file is decoded. `channels` is 1 for grey and 3 for red, green and blue; `pageCount` is 0 for a file that is
  /// one picture; `isDrawn` tells a page without pixels of its own.
  case picture(width: Int, height: Int, channels: Int, pageCount: Int = 0, isDrawn: Bool = false)
  case written
  /// The wall is closed: files may come.
  case ready
  case unknownFormat
  case tooManyPixels(width: Int, height: Int)
  case noSuchPage
  case damaged(reason: String)

  /// Bytes of the longest message; a reason is cut to what is left.
  static let longest = 512

  package var bytes: [UInt8] {
    switch self {
    case .picture(let width, let height, let channels, let pageCount, let isDrawn):
      MessageWords([1, width, height, channels, pageCount, isDrawn ? 1 : 0]).bytes
    case .written: MessageWords([2]).bytes
    case .ready: MessageWords([7]).bytes
    case .unknownFormat: MessageWords([3]).bytes
    case .tooManyPixels(let width, let height): MessageWords([4, width, height]).bytes
    case .noSuchPage: MessageWords([5]).bytes
    case .damaged(let reason): MessageWords([6]).bytes + Array(reason.utf8.prefix(Self.longest - MessageWords.size))
    }
  }

  /// Nil where the bytes are none of the answers.
  init?(_ bytes: ArraySlice<UInt8>) {
    let words = MessageWords(bytes)
    switch (words[0], words.count) {
    case (1, 6) where words[5] <= 1:
      self = .picture(
        width: words[1], height: words[2], channels: words[3], pageCount: words[4], isDrawn: words[5] == 1)
    case (2, 1): self = .written
    case (7, 1): self = .ready
    case (3, 1): self = .unknownFormat
    case (4, 3): self = .tooManyPixels(width: words[1], height: words[2])
    case (5, 1): self = .noSuchPage
    case (6, _): self = .damaged(reason: String(decoding: bytes.dropFirst(MessageWords.size), as: UTF8.self))
    default: return nil
    }
  }
}

/// Numbers of 32 bits, the lowest byte first.
private struct MessageWords {
  static let size = 4
  private let words: [UInt32]

  init(_ words: [Int]) { self.words = words.map { UInt32(clamping: $0) } }

  init(_ bytes: ArraySlice<UInt8>) {
    let bytes = Array(bytes)
    words = (0..<bytes.count / Self.size).map { word in
      (0..<Self.size).reduce(0) { $0 | UInt32(bytes[Self.size * word + $1]) << (8 * $1) }
    }
  }

  var bytes: [UInt8] { words.flatMap { word in (0..<Self.size).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } } }
  var count: Int { words.count }

  /// 0 where there is none, which begins no message.
  subscript(index: Int) -> Int { index < words.count ? Int(words[index]) : 0 }
}
