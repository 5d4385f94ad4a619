/// Codes of a file, a line each, looked up without reading it again: a million lines take 30 MB and some microseconds.
public struct CodeList: Hashable, Sendable {
  /// The file's bytes; lines are compared in full.
  private let bytes: [UInt8]
  /// Of each line its hash and where it begins, in order of the hashes.
  private let index: [Line]

  private struct Line: Hashable, Comparable {
    let hash: UInt64
    let begin: Int
    let length: Int

    static func < (one: Line, other: Line) -> Bool { (one.hash, one.begin) < (other.hash, other.begin) }
  }

  /// - Parameter bytes: lines that end with a line feed, or a carriage return and one; empty ones are passed over.
  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var index: [Line] = []
    var begin = 0
    var hash = Self.start
    for (position, byte) in bytes.enumerated() {
      guard byte == UInt8(ascii: "\n") else {
        hash = Self.mix(hash, byte)
        continue
      }
      Self.add(bytes, begin, position, hash, to: &index)
      (begin, hash) = (position + 1, Self.start)
    }
    Self.add(bytes, begin, bytes.count, hash, to: &index)
    index.sort()
    self.index = index
  }

  public var count: Int { index.count }

  /// - Complexity: the logarithm of the lines.
  public func contains(_ code: some Collection<UInt8>) -> Bool {
    let hash = code.reduce(Self.start, Self.mix)
    var (low, high) = (0, index.count)
    while low < high {
      let middle = (low + high) / 2
      if index[middle].hash < hash { low = middle + 1 } else { high = middle }
    }
    return index[low...].prefix { $0.hash == hash }.contains { line in
      bytes[line.begin..<line.begin + line.length].elementsEqual(code)
    }
  }

  /// FNV-1a in 64 bits.
  private static let start: UInt64 = 0xCBF2_9CE4_8422_2325
  private static func mix(_ hash: UInt64, _ byte: UInt8) -> UInt64 { (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }

  private static func add(_ bytes: [UInt8], _ begin: Int, _ end: Int, _ hash: UInt64, to index: inout [Line]) {
    guard end > begin else { return }
    guard bytes[end - 1] == UInt8(ascii: "\r") else {
      index.append(Line(hash: hash, begin: begin, length: end - begin))
      return
    }
    guard end - 1 > begin else { return }
    index.append(Line(hash: bytes[begin..<end - 1].reduce(start, mix), begin: begin, length: end - 1 - begin))
  }
}
