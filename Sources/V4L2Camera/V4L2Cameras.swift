public import Capture
import Synchronization

/// The cameras of this machine, as a session opens them: the one that was asked for, and after it was lost the same one
/// again by its stable name.
///
/// ```swift
/// let cameras = V4L2Cameras(options)
/// let session = CaptureSession(open: cameras.open)
/// ```
public final class V4L2Cameras: Sendable {
  private let folders: V4L2Folders
  private let clock: CaptureClock
  private let prepare: @Sendable (V4L2Camera, CaptureDevice) -> Void
  private let options: Mutex<CaptureOptions>
  /// The maker's name of the camera that was opened last.
  private let opened = Mutex<String?>(nil)

  /// - Parameter prepare: sets a camera up each time that it was opened, before its first picture is asked for.
  public init(
    _ options: CaptureOptions = CaptureOptions(), folders: V4L2Folders = V4L2Folders(),
    clock: CaptureClock = .monotonic, prepare: @escaping @Sendable (V4L2Camera, CaptureDevice) -> Void = { _, _ in }
  ) {
    self.prepare = prepare
    self.folders = folders
    self.clock = clock
    self.options = Mutex(options)
  }

  /// What is asked for now. Once a camera was opened, `device` is its stable name.
  public var current: CaptureOptions { options.withLock { $0 } }

  /// Asks for a camera by its stable name; takes effect when the session opens anew.
  public func choose(_ uniqueID: String) {
    options.withLock { $0.device = uniqueID }
    opened.withLock { $0 = nil }
  }

  /// Asks for the camera after the present one, in the order of discovery, and from the last for the first.
  ///
  /// - Returns: the camera, or nil if there is none but the present one.
  public func chooseNext() -> CaptureDevice? {
    let devices = V4L2Discovery(folders: folders).listings().filter { $0.failure == nil }.map(\.device)
    guard !devices.isEmpty else { return nil }
    let present = devices.firstIndex { $0.uniqueID == current.device }
    let next = devices[present.map { ($0 + 1) % devices.count } ?? 0]
    guard next.uniqueID != current.device else { return nil }
    choose(next.uniqueID)
    return next
  }

  /// Whether the present camera is the last one in the order of discovery, or there is none.
  public var isLast: Bool {
    let devices = V4L2Discovery(folders: folders).listings().filter { $0.failure == nil }.map(\.device)
    return devices.isEmpty || devices.last?.uniqueID == current.device
  }

  /// Finds the camera and starts it. What a session is given as its `open`.
  @Sendable public func open() throws(CaptureFailure) -> any FrameSource {
    let options = current
    let device: CaptureDevice
    do throws(CaptureFailure) {
      device = try V4L2Discovery(folders: folders).camera(named: options.device)
    } catch {
      // People know the camera that they have just used by its maker's name.
      if case .notFound = error, let name = opened.withLock({ $0 }) { throw .disconnected(name: name) }
      throw error
    }
    let camera = try V4L2Camera(device, requested: options.requested, folders: folders, clock: clock)
    prepare(camera, device)
    opened.withLock { $0 = device.name }
    // From now on this camera, not whichever comes first.
    self.options.withLock { if $0.device == options.device { $0.device = device.uniqueID } }
    return camera
  }
}
