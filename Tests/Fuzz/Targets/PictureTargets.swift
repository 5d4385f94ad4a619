import Capture
import Imaging
import JPEGFrames
import PictureFiles

/// Pictures and video of strangers, and the camera's JPEG.
enum PictureTargets {
  static let all = [FuzzTarget("picture-file", file), FuzzTarget("video", video), FuzzTarget("jpeg", jpeg)]

  /// What the worker process does with a file, without its wall.
  private static func file(_ input: FuzzInput) throws(BrokenPromise) {
    var input = input
    let bytes = input.rest()
    guard let format = PictureFormat(beginning: bytes), format != .pdf else { return }
    var pages = 1
    var page = 1
    while page <= min(pages, 3) {
      let picture = unsafe bytes.withUnsafeBytes { unsafe try? PictureDecoder.decode($0, page: page, dotsPerInch: 72) }
      page += 1
      guard let picture else { continue }
      let raster = picture.raster
      try promise(raster.width > 0 && raster.height > 0, "a picture without pixels")
      pages = picture.pageCount ?? 1
      // What is handed over to the loader.
      let channels = raster.isGrey ? 1 : 3
      var pixels = [UInt8](repeating: 0, count: raster.width * raster.height * channels)
      unsafe pixels.withUnsafeMutableBytes { unsafe raster.pack(channels: channels, into: $0) }
    }
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
