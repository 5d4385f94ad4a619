public import Imaging

/// Video without a container for sound: what tools write to a file or a pipe.
public enum VideoStream {
  /// Decodes one JPEG picture; nil for one that does not parse, which is left out.
  public typealias DecodeJPEG = (_ jpeg: [UInt8], _ sequence: Int, _ timestamp: Duration) -> Frame?

  /// Whether a stream begins like a video with a header of its own, and not like a picture's file.
  public static func isVideo(_ reader: ByteReader) -> Bool {
    reader.peek(Y4MHeader.magic.utf8.count) == Array(Y4MHeader.magic.utf8) || reader.peek(2) == JPEGPictures.start
  }

  /// A source that plays a stream, told by its first bytes: YUV4MPEG2, else Motion-JPEG, else raw pictures of the
  /// layout and size that the request names.
  ///
  /// - Parameters:
  ///   - name: a path, or what errors call the stream.
  ///   - rate: frames a second; nil takes the stream's own, and where it has none plays as fast as it is asked.
  /// - Throws: `CaptureFailure.unreadableSource` if it is none of these.
  public static func source(
    name: String, _ reader: ByteReader, raw: RawPictures?, rate: Double?, clock: CaptureClock = .monotonic,
    decodeJPEG: @escaping DecodeJPEG
  ) throws(CaptureFailure) -> any FrameSource {
    if reader.peek(Y4MHeader.magic.utf8.count) == Array(Y4MHeader.magic.utf8) {
      return try y4m(name: name, reader, rate: rate, clock: clock)
    }
    if let failure = reader.failure { throw .unreadableSource(path: name, reason: failure.reason) }
    if reader.peek(2) == JPEGPictures.start {
      return jpeg(name: name, reader, rate: rate, clock: clock, decode: decodeJPEG)
    }
    guard let raw else {
      throw .unreadableSource(
        path: name,
        reason: "it is neither YUV4MPEG2 nor Motion-JPEG; for raw pictures name their layout, as in "
          + "--format YUYV:640x480@30")
    }
    return self.raw(name: name, reader, raw, rate: rate, clock: clock)
  }

  private static func y4m(
    name: String, _ reader: ByteReader, rate: Double?, clock: CaptureClock
  ) throws(CaptureFailure) -> any FrameSource {
    let header: Y4MHeader
    do throws(StreamFailure) { header = try Y4MHeader(reader) } catch {
      throw .unreadableSource(path: name, reason: error.reason)
    }
    return played(name, reader, rate: rate ?? header.rate, clock) { (index, timestamp) throws(StreamFailure) in
      try header.nextFrame(reader, sequence: index, timestamp: timestamp)
    }
  }

  private static func jpeg(
    name: String, _ reader: ByteReader, rate: Double?, clock: CaptureClock, decode: @escaping DecodeJPEG
  ) -> any FrameSource {
    // What is left out takes its time, too.
    var index = 0
    return played(name, reader, rate: rate, clock) { _, _ in
      while let picture = JPEGPictures.next(reader) {
        defer { index += 1 }
        if let frame = decode(picture, index, timestamp(index, rate: rate)) { return frame }
      }
      return nil
    }
  }

  private static func raw(
    name: String, _ reader: ByteReader, _ raw: RawPictures, rate: Double?, clock: CaptureClock
  ) -> any FrameSource {
    played(name, reader, rate: rate, clock) { index, timestamp in
      guard let bytes = reader.take(raw.byteCount) else { return nil }
      return try? Frame(
        format: raw.format, width: raw.width, height: raw.height, bytes: bytes, sequence: index, timestamp: timestamp,
        isFullRange: false)
    }
  }

  /// Plays what a stream has, picture by picture. One that breaks off within a picture ends there, as a recording does whose
  /// program was killed; one without any whole picture cannot be played.
  private static func played(
    _ name: String, _ reader: ByteReader, rate: Double?, _ clock: CaptureClock,
    next: @escaping (_ sequence: Int, _ timestamp: Duration) throws(StreamFailure) -> Frame?
  ) -> any FrameSource {
    var index = 0
    return ImageSequence(description: FrameSourceDescription(name: name), rate: rate, clock: clock) {
      () throws(CaptureFailure) in
      let frame: Frame?
      do throws(StreamFailure) { frame = try next(index, timestamp(index, rate: rate)) } catch {
        throw .unreadableSource(path: name, reason: error.reason)
      }
      if frame == nil, let failure = reader.failure {
        throw .unreadableSource(path: name, reason: failure.reason)
      }
      if frame == nil, index == 0 {
        throw .unreadableSource(path: name, reason: "it holds no whole picture")
      }
      index += 1
      return frame
    }
  }

  private static func timestamp(_ index: Int, rate: Double?) -> Duration { .seconds(Double(index) / (rate ?? 30)) }
}

/// What a stream without any header must be told: the layout and size of its pictures.
public struct RawPictures: Hashable, Sendable {
  public let format: PixelFormat
  public let width: Int
  public let height: Int

  /// - Precondition: both sides are positive.
  public init(format: PixelFormat, width: Int, height: Int) {
    precondition(width > 0 && height > 0, "a picture has pixels")
    (self.format, self.width, self.height) = (format, width, height)
  }

  /// Of one picture, without padding.
  var byteCount: Int { format.planes(width: width, height: height).map(\.end).max() ?? 0 }
}

/// Why a stream breaks off, to be told with its name.
public struct StreamFailure: Error, Hashable, Sendable {
  public let reason: String

  public init(reason: String) { self.reason = reason }
}
