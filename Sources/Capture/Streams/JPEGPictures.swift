/// Pictures out of a stream of JPEG files one behind the other, cut by their markers (ITU-T T.81, annex B).
enum JPEGPictures {
  /// SOI.
  static let start: [UInt8] = [0xFF, 0xD8]

  /// A picture longer than this is none: uncompressed 8K in RGB has 100 MB.
  private static let limit = 1 << 27

  /// The next picture from its SOI to its EOI, or nil at the end. What lies between pictures, and pictures whose
  /// markers make no sense, are passed over.
  static func next(_ reader: ByteReader) -> [UInt8]? {
    while true {
      while reader.byte(0) != start[0] || reader.byte(1) != start[1] {
        guard reader.byte(1) != nil else { return nil }
        reader.skip(1)
      }
      switch length(reader) {
      case .whole(let count): return reader.take(count)
      case .broken: reader.skip(2)
      case .cut: return nil
      }
    }
  }

  private enum Length {
    case whole(Int)
    /// A place where a marker has to be has none.
    case broken
    /// The stream ends within the picture.
    case cut
  }

  private static func length(_ reader: ByteReader) -> Length {
    var at = 2
    while at < limit {
      guard let prefix = reader.byte(at), let code = reader.byte(at + 1) else { return .cut }
      guard prefix == 0xFF else { return .broken }
      switch code {
      case 0xFF: at += 1
      case 0xD9: return .whole(at + 2)
      case 0x00, 0xD8: return .broken
      case 0x01, 0xD0...0xD7: at += 2
      default:
        guard let high = reader.byte(at + 2), let low = reader.byte(at + 3) else { return .cut }
        let segment = Int(high) << 8 | Int(low)
        guard segment >= 2 else { return .broken }
        at += 2 + segment
        // Behind a scan's header come its bits, in which FF is followed by 00 or a restart marker.
        if code == 0xDA {
          guard let end = endOfScan(reader, from: at) else { return .cut }
          at = end
        }
      }
    }
    return .broken
  }

  /// Where the next marker that is none of the scan's own stands.
  private static func endOfScan(_ reader: ByteReader, from start: Int) -> Int? {
    var at = start
    while at < limit {
      guard let byte = reader.byte(at) else { return nil }
      guard byte == 0xFF else {
        at += 1
        continue
      }
      guard let code = reader.byte(at + 1) else { return nil }
      if code != 0x00, !(0xD0...0xD7 ~= code) { return at }
      at += 2
    }
    return nil
  }
}
