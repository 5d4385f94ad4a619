import CV4L2
import Capture
import Glibc

/// An open node with its format set and its buffers in flight. Stops and closes when it goes out of use.
struct V4L2Stream: ~Copyable {
  /// As the driver set it.
  let pixels: v4l2_pix_format
  /// Frames a second as the driver set them, nil where it does not tell.
  let rate: Double?
  // Destroyed in this order: buffers are given back before the node is closed.
  private let buffers: V4L2Buffers
  let device: V4L2Device

  /// What waiting brought.
  enum Answer {
    case silence, ready, error
  }

  /// - Parameter rate: in frames a second, if one is requested.
  init(path: String, format: CaptureFormat, rate requested: Double?) throws(SystemError) {
    let device = try V4L2Device(path: path)
    // A layout that was listed but is not the camera's own is one that libv4l2 makes.
    if !device.delivers(format) { try device.convert() }
    let pixels = try device.set(format)
    var rate: Double?
    if let requested { rate = try device.set(rate: requested) }
    let buffers = try V4L2Buffers(of: device)
    self.pixels = pixels
    self.rate = rate
    self.buffers = buffers
    self.device = device
  }

  func wait(_ patience: Duration) throws(SystemError) -> Answer {
    let milliseconds = max(0, patience / .milliseconds(1)).rounded(.up)
    switch try system("poll", { vf_wait(device.descriptor, CInt(min(milliseconds, 60_000))) }) {
    case 0: return .silence
    case 1: return .ready
    default: return .error
    }
  }

  func dequeue() throws(SystemError) -> DequeuedBuffer? { try buffers.dequeue() }
}
