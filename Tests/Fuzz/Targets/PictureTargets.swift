import Capture
import Imaging
import JPEGFrames
import SDLScreen

/// Pictures and video of strangers. Whole picture files are left to their own decoder's tests: here is what our own code
/// reads of them, and the camera's JPEG.
enum PictureTargets {
  static let all = [FuzzTarget("picture-header", header), FuzzTarget("video", video), FuzzTarget("jpeg", jpeg)]

  private static func header(_ input: FuzzInput) throws(BrokenPromise) {
    var input = input
    guard let header = PictureHeader(input.rest()) else { return }
    try promise(header.width >= 0 && header.height >= 0, "\(header.width)x\(header.height) pixels")
  }

  private static func video(_ input: FuzzInput) throws(BrokenPromise) {
    var input = input
    let chunk = input.number(in: 1...256)
    let raw =
      input.bool()
      ? RawPictures(
        format: input.element(of: PixelFormat.allCases), width: input.number(in: 1...64),
        height: input.number(in: 1...64)) : nil
    var bytes = input.rest()[...]
    let reader = ByteReader {
      defer { bytes = bytes.dropFirst(chunk) }
      return Array(bytes.prefix(chunk))
    }
    _ = VideoStream.isVideo(reader)
    let decoder = MJPEGDecoder()
    guard
      let source = try? VideoStream.source(
        name: "x", reader, raw: raw, rate: nil, clock: CaptureClock(now: { .zero }, wait: { _ in }),
        decodeJPEG: { try? decoder?.frame(from: $0, sequence: $1, timestamp: $2) })
    else { return }
    defer { source.close() }
    // A stream of a few hundred bytes has no more pictures.
    for _ in 0..<64 {
      guard case .frame(let frame) = source.next(patience: .zero) else { return }
      try look(at: frame)
    }
  }

  private static func jpeg(_ input: FuzzInput) throws(BrokenPromise) {
    var input = input
    guard let decoder = MJPEGDecoder() else { throw BrokenPromise("there is no decoder") }
    let first = input.number(below: 65536)
    // A picture that is broken off leaves nothing behind for the next one.
    for bytes in [input.bytes(upTo: first), input.rest()] where !bytes.isEmpty {
      if let frame = try? decoder.frame(from: bytes) { try look(at: frame) }
    }
  }

  /// The planes that a frame tells lie within its bytes.
  private static func look(at frame: Frame) throws(BrokenPromise) {
    try promise(
      frame.planes.allSatisfy { $0.offset >= 0 && $0.end <= frame.bytes.count },
      "planes \(frame.planes) of \(frame.bytes.count) bytes")
    _ = LuminanceImage(frame)
  }
}
