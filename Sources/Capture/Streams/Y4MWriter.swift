public import Imaging

/// Frames as a YUV4MPEG2 stream (yuv4mpeg(5)), which `VideoStream` plays again: every sample as it is, of what has red, green
/// and blue the luma that a detector sees.
public enum Y4MWriter {
  /// - Parameters:
  ///   - frames: in the order in which they were taken, all of one size and layout.
  /// - Returns: nil for no frames, and for those that are unlike each other.
  public static func bytes(_ frames: [Frame]) -> [UInt8]? {
    guard let first = frames.first, let last = frames.last,
      frames.allSatisfy({
        ($0.format, $0.width, $0.height, $0.isFullRange) == (first.format, first.width, first.height, first.isFullRange)
      })
    else { return nil }
    let isFull = first.isFullRange || first.format.isRGB
    let words = [
      Y4MHeader.magic, "W\(first.width)", "H\(first.height)", rate(from: first, to: last, count: frames.count), "Ip",
      "A1:1", "C\(first.format.colors)", "XCOLORRANGE=\(isFull ? "FULL" : "LIMITED")",
    ]
    var bytes = Array((words.joined(separator: " ") + "\n").utf8)
    bytes.reserveCapacity(frames.reduce(bytes.count) { $0 + $1.bytes.count + 6 })
    for frame in frames {
      bytes += Array("FRAME\n".utf8)
      guard append(frame, to: &bytes) else { return nil }
    }
    return bytes
  }

  /// Frames a second by their own times, in thousandths; 30 where these tell none.
  private static func rate(from first: Frame, to last: Frame, count: Int) -> String {
    let seconds = (last.timestamp - first.timestamp) / .seconds(1)
    guard count > 1, seconds > 0 else { return "F30:1" }
    let rate = min(max(Double(count - 1) / seconds, CaptureFormat.rates.lowerBound), CaptureFormat.rates.upperBound)
    return "F\(max(1, Int((1000 * rate).rounded()))):1000"
  }

  private static func append(_ frame: Frame, to bytes: inout [UInt8]) -> Bool {
    let (halfWidth, halfHeight) = ((frame.width + 1) / 2, (frame.height + 1) / 2)
    /// Every so manieth byte of each row.
    func plane(_ index: Int, rows: Int, count: Int, from start: Int = 0, step: Int = 1) {
      let plane = frame.planes[index]
      for row in 0..<rows {
        let left = plane.offset + row * plane.stride + start
        if step == 1 {
          bytes += frame.bytes[left..<left + count]
        } else {
          for column in 0..<count { bytes.append(frame.bytes[left + column * step]) }
        }
      }
    }
    let (width, height) = (frame.width, frame.height)
    switch frame.format {
    case .grey: plane(0, rows: height, count: width)
    case .yuv420, .yvu420:
      plane(0, rows: height, count: width)
      for index in frame.format == .yuv420 ? [1, 2] : [2, 1] { plane(index, rows: halfHeight, count: halfWidth) }
    case .nv12, .nv21:
      plane(0, rows: height, count: width)
      for start in frame.format == .nv12 ? [0, 1] : [1, 0] {
        plane(1, rows: halfHeight, count: halfWidth, from: start, step: 2)
      }
    case .yuyv, .uyvy:
      let (luma, chroma) = frame.format == .yuyv ? (0, 1) : (1, 0)
      plane(0, rows: height, count: width, from: luma, step: 2)
      for start in [chroma, chroma + 2] { plane(0, rows: height, count: halfWidth, from: start, step: 4) }
    case .rgb24, .bgr24:
      guard let grey = LuminanceImage(frame) else { return false }
      bytes += grey.pixels
    }
    return true
  }
}

extension PixelFormat {
  fileprivate var isRGB: Bool { self == .rgb24 || self == .bgr24 }

  /// The parameter C of a stream's header.
  fileprivate var colors: String {
    switch self {
    case .grey, .rgb24, .bgr24: "mono"
    case .yuyv, .uyvy: "422"
    case .nv12, .nv21, .yuv420, .yvu420: "420"
    }
  }
}
