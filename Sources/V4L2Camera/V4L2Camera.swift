import CV4L2
public import Capture
import Glibc
import Imaging
import JPEGFrames

/// A camera that streams: frames out of its driver's buffers, each copied once.
public final class V4L2Camera: FrameSource {
  public let description: FrameSourceDescription
  private let path: String
  private let folders: V4L2Folders
  private let clock: CaptureClock
  private let reader: BufferReader
  private var stream: V4L2Stream?
  private var lastSequence = -1

  /// Opens a camera, sets the best of its formats and starts the stream.
  public init(
    _ camera: CaptureDevice, requested: RequestedFormat = .standard, folders: V4L2Folders = V4L2Folders(),
    clock: CaptureClock = .monotonic
  ) throws(CaptureFailure) {
    guard let wanted = camera.formats.best(for: requested) else { throw Self.unsupported(camera) }
    let opened: V4L2Stream
    do throws(SystemError) {
      opened = try V4L2Stream(path: camera.path, format: wanted, rate: requested.rate ?? wanted.rate)
    } catch {
      throw folders.failure(error, path: camera.path, name: camera.name)
    }
    guard let reader = BufferReader(opened.pixels) else { throw Self.unsupported(camera) }
    let set = CaptureFormat(
      fourCC: FourCC(code: opened.pixels.pixelformat).name, width: Int(opened.pixels.width),
      height: Int(opened.pixels.height), rate: opened.rate ?? wanted.rate)
    description = FrameSourceDescription(name: camera.name, format: set)
    path = camera.path
    self.folders = folders
    self.clock = clock
    self.reader = reader
    stream = consume opened
  }

  public func next(patience: Duration) -> FrameOutcome {
    do throws(SystemError) {
      let answer = try stream?.wait(patience)
      guard let answer, answer != .silence else { return .nothing(nil) }
      return try read(after: answer)
    } catch {
      return .lost(folders.failure(error, path: path, name: description.name))
    }
  }

  public func close() { stream = nil }

  /// What can be set on it, and what is set now; none once it is closed.
  public var controls: [CameraControlState] {
    CameraControl.allCases.compactMap { stream?.device.state(of: $0) }
  }

  /// Sets a control. A number ends the camera's own choice first, since drivers refuse it before.
  public func set(_ control: CameraControl, to value: ControlValue) throws(ControlFailure) {
    guard stream != nil else { throw .missing(control) }
    try stream?.device.set(control, to: value)
  }

  private func read(after answer: V4L2Stream.Answer) throws(SystemError) -> FrameOutcome {
    let dequeued: DequeuedBuffer?
    do throws(SystemError) {
      dequeued = try stream?.dequeue()
    } catch {
      // The driver lost a picture to a passing fault, such as a disturbed cable, and says so at once each time it is
      // asked until it is over.
      guard error.number == EIO else { throw error }
      clock.wait(.milliseconds(10))
      return .nothing(.flagged)
    }
    guard let buffer = dequeued else {
      // Ready, but with nothing: an error that has no buffer. Not asked again at once.
      if answer == .error { clock.wait(.milliseconds(10)) }
      return .nothing(nil)
    }
    let sequence = max(lastSequence + 1, buffer.sequence)
    lastSequence = sequence
    let outcome = reader.read(buffer, sequence: sequence, timestamp: buffer.timestamp ?? clock.now())
    try buffer.requeue()
    return outcome
  }

  private static func unsupported(_ camera: CaptureDevice) -> CaptureFailure {
    var codes: [String] = []
    for format in camera.formats where !codes.contains(format.fourCC) { codes.append(format.fourCC) }
    return .unsupportedFormat(name: camera.name, offered: codes)
  }
}

/// How the bytes of a buffer become a frame.
private enum BufferReader {
  case raw(V4L2Layout)
  case jpeg(MJPEGDecoder)

  /// For what a driver set, or nil if that is nothing that we read.
  init?(_ pixels: v4l2_pix_format) {
    let code = FourCC(code: pixels.pixelformat).name
    if code == "MJPG" || code == "JPEG" {
      guard let decoder = MJPEGDecoder() else { return nil }
      self = .jpeg(decoder)
    } else if let layout = V4L2Layout(pixels) {
      self = .raw(layout)
    } else {
      return nil
    }
  }

  func read(_ buffer: borrowing DequeuedBuffer, sequence: Int, timestamp: Duration) -> FrameOutcome {
    if buffer.isFlagged { return .nothing(.flagged) }
    switch self {
    case .raw(let layout):
      guard let planes = layout.planes(used: buffer.used) else { return .nothing(.short) }
      let frame = try? Frame(
        format: layout.format, width: layout.width, height: layout.height, planes: planes,
        bytes: buffer.copy(layout.neededBytes), sequence: sequence, timestamp: timestamp,
        isFullRange: layout.isFullRange)
      return frame.map(FrameOutcome.frame) ?? .nothing(.short)

    case .jpeg(let decoder):
      guard buffer.used > 0 else { return .nothing(.short) }
      do throws(JPEGFailure) {
        return .frame(
          try buffer.read { (bytes) throws(JPEGFailure) in
            try decoder.frame(from: bytes, sequence: sequence, timestamp: timestamp)
          })
      } catch {
        return .nothing(.corrupt)
      }
    }
  }
}
