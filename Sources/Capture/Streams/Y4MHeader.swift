import Imaging

/// The first line of a YUV4MPEG2 stream, as MJPEGTools define it (yuv4mpeg(5)): what all its pictures are like.
struct Y4MHeader: Hashable {
  let format: PixelFormat
  let width: Int
  let height: Int
  /// Frames a second; nil where it is not known (0:0).
  let rate: Double?
  let isFullRange: Bool

  static let magic = "YUV4MPEG2"

  /// Parameters are short; a stream with a longer line is none.
  private static let lineLimit = 1024

  init(_ reader: ByteReader) throws(StreamFailure) {
    guard let line = reader.line(limit: Self.lineLimit) else { throw StreamFailure(reason: "its header has no end") }
    var parameters: [Character: [String]] = [:]
    for word in line.split(separator: " ").dropFirst() {
      guard let key = word.first else { continue }
      parameters[key, default: []].append(String(word.dropFirst()))
    }
    guard let width = parameters["W"]?.first.flatMap({ Int($0) }),
      let height = parameters["H"]?.first.flatMap({ Int($0) }),
      1...CaptureFormat.longestSide ~= width, 1...CaptureFormat.longestSide ~= height
    else { throw StreamFailure(reason: "its header tells no usable width and height") }
    // Without C the chroma is 4:2:0.
    let colors = parameters["C"]?.first ?? "420"
    guard let format = Self.format(colors) else {
      throw StreamFailure(reason: "its color space is \(colors); 420, 422 and mono are read")
    }
    self.format = format
    (self.width, self.height) = (width, height)
    rate = try parameters["F"]?.first.flatMap { (text) throws(StreamFailure) in try Self.rate(text) }
    isFullRange = parameters["X"]?.contains("COLORRANGE=FULL") == true || colors.hasPrefix("420jpeg")
  }

  /// Frames and the seconds that they take, two whole numbers; 0:0 says that it is not known.
  private static func rate(_ text: String) throws(StreamFailure) -> Double? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let frames = parts[0], let seconds = parts[1], frames >= 0, seconds >= 0,
      frames == 0 && seconds == 0 || frames > 0 && seconds > 0
    else { throw StreamFailure(reason: "its header has the frame rate F\(text), which is no ratio such as F30:1") }
    guard frames > 0 else { return nil }
    let rate = Double(frames) / Double(seconds)
    guard CaptureFormat.rates ~= rate else {
      throw StreamFailure(reason: "its header has the frame rate F\(text), which no camera has")
    }
    return rate
  }

  /// 8 bits a sample; where chroma samples lie makes no difference to us.
  private static func format(_ colors: String) -> PixelFormat? {
    switch colors {
    case "420", "420jpeg", "420mpeg2", "420paldv": .yuv420
    // Three planes in the stream, packed in a frame.
    case "422": .yuyv
    case "mono": .grey
    default: nil
    }
  }

  /// The next picture, or nil at the end, also at one that breaks off.
  func nextFrame(_ reader: ByteReader, sequence: Int, timestamp: Duration) throws(StreamFailure) -> Frame? {
    guard let line = reader.line(limit: Self.lineLimit) else { return nil }
    guard line.hasPrefix("FRAME") else { throw StreamFailure(reason: "a picture does not begin with FRAME") }
    let halfWidth = (width + 1) / 2
    let count =
      format == .yuyv
      ? (width + 2 * halfWidth) * height : RawPictures(format: format, width: width, height: height).byteCount
    guard var bytes = reader.take(count) else { return nil }
    if format == .yuyv { bytes = packed(bytes) }
    return try? Frame(
      format: format, width: width, height: height, bytes: bytes, sequence: sequence, timestamp: timestamp,
      isFullRange: isFullRange)
  }

  /// Y0 U Y1 V of three planes, of which the last two are half as wide.
  private func packed(_ planes: [UInt8]) -> [UInt8] {
    let halfWidth = (width + 1) / 2
    var bytes = [UInt8](repeating: 0, count: 4 * halfWidth * height)
    for row in 0..<height {
      let (luma, u) = (row * width, width * height + row * halfWidth)
      for column in 0..<halfWidth {
        let at = 4 * (row * halfWidth + column)
        bytes[at] = planes[luma + 2 * column]
        bytes[at + 1] = planes[u + column]
        bytes[at + 2] = planes[luma + min(2 * column + 1, width - 1)]
        bytes[at + 3] = planes[u + halfWidth * height + column]
      }
    }
    return bytes
  }
}
