// Opens a camera as the program does and writes down what comes of it, a line an event, for tests to read:
//
//   camera-probe [--device NAME] [--format FORMAT] [--frames N] [--until STATE] [--seconds S] [--save FILE]
//
// It ends after N frames, or when the state is STATE, or after S seconds. FILE gets the first frame's planes without
// padding.
import Capture
import Dispatch
import Foundation
import Imaging
import Synchronization
import V4L2Camera

private struct Request {
  var device: String?
  var requested = RequestedFormat.standard
  var frames = Int.max
  var state: String?
  var seconds = 20.0
  var file: String?

  init(_ arguments: [String]) {
    for (name, value) in zip(arguments, arguments.dropFirst()) {
      switch name {
      case "--device": device = value
      case "--format": requested = RequestedFormat(value) ?? requested
      case "--frames": frames = Int(value) ?? frames
      case "--until": state = value
      case "--seconds": seconds = Double(value) ?? seconds
      case "--save": file = value
      default: break
      }
    }
  }
}

extension CaptureState {
  fileprivate var word: String {
    switch self {
    case .stopped: "stopped"
    case .starting: "starting"
    case .running: "running"
    case .stalled: "stalled"
    case .waiting: "waiting"
    case .failed: "failed"
    case .ended: "ended"
    }
  }

  fileprivate var line: String {
    switch self {
    case .running(let source): "state running \(source.name) \(source.format.map { "\($0)" } ?? "")"
    default: "state \(word)" + (failure.map { " \($0)" } ?? "")
    }
  }
}

extension Frame {
  /// The samples alone, plane after plane.
  fileprivate var tightBytes: [UInt8] {
    zip(planes, format.planes(width: width, height: height)).flatMap { plane, tight in
      (0..<tight.rows).flatMap { row in
        bytes[(plane.offset + row * plane.stride)..<(plane.offset + row * plane.stride + tight.stride)]
      }
    }
  }
}

private let request = Request(Array(CommandLine.arguments.dropFirst()))
private let woken = DispatchSemaphore(value: 0)
private let arrived = Mutex<[Frame]>([])
private let cameras = V4L2Cameras(CaptureOptions(device: request.device, requested: request.requested))
private let session = CaptureSession(
  onFrame: { frame in arrived.withLock { $0.append(frame) } }, wake: { woken.signal() }, open: cameras.open)

private let end = DispatchTime.now() + request.seconds
private var last: String?
private var count = 0
session.start()
while true {
  let isLate = woken.wait(timeout: end) == .timedOut
  let state = session.state
  let frames = arrived.withLock { frames in
    defer { frames = [] }
    return frames
  }
  if state.line != last { print(state.line) }
  last = state.line
  for frame in frames where count < request.frames {
    if count == 0, let file = request.file { try Data(frame.tightBytes).write(to: URL(filePath: file)) }
    count += 1
    let stamp = frame.timestamp / .seconds(1)
    print("frame \(frame.sequence) \(frame.format) \(frame.width)x\(frame.height) \(stamp) \(frame.isFullRange)")
  }
  // Who reads the file sees each event as it comes.
  fflush(nil)
  if isLate || count >= request.frames || state.word == request.state || state.isFinal { break }
}
session.stop()
private let counts = session.counts
private let skipped = Skipped.allCases.map { "\($0) \(counts.skipped[$0] ?? 0)" }.joined(separator: " ")
print("end delivered \(counts.delivered) dropped \(counts.dropped) \(skipped) returns \(counts.returns)")
