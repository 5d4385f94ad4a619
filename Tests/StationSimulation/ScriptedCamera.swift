import Capture
import Foundation
import Imaging
import Scanner
import Synchronization

/// A camera before which codes are held one after the other, each until it was read, and which can be pulled out and can stall.
final class ScriptedCamera: Sendable {
  enum Health: Sendable {
    case well
    /// Open, and silent.
    case stalled
    case unplugged
  }

  private struct State {
    var waiting: [String] = []
    var held: (text: String, frame: Frame)?
    var health = Health.well
    var sequence = 0
  }

  private let state = Mutex(State())
  private let news = DispatchSemaphore(value: 0)
  private let clock: FastClock
  private let blank: Frame

  /// Of the station's time: a camera that nobody holds anything before need not film more often.
  static let idlePeriod = Duration.seconds(1)

  init(_ clock: FastClock) throws {
    self.clock = clock
    blank = try Frame(format: .grey, width: 160, height: 160, bytes: [UInt8](repeating: 200, count: 160 * 160))
  }

  func hold(_ text: String) {
    state.withLock { $0.waiting.append(text) }
    news.signal()
  }

  /// A code was read: the person takes it away.
  func didRead(_ text: String) { state.withLock { if $0.held?.text == text { $0.held = nil } } }

  func set(_ health: Health) {
    state.withLock { $0.health = health }
    news.signal()
  }

  var open: OpenFrameSource {
    { () throws(CaptureFailure) in
      if self.state.withLock({ $0.health }) == .unplugged { throw .noCamera }
      return Source(camera: self)
    }
  }

  fileprivate func next(_ patience: Duration) -> FrameOutcome {
    let deadline = clock.elapsed + patience
    while true {
      let health = state.withLock { $0.health }
      if health == .unplugged { return .lost(.disconnected(name: "Scripted")) }
      if health == .well, let frame = newest() { return .frame(frame) }
      let wait = min(deadline - clock.elapsed, Self.idlePeriod)
      guard wait > .zero else { return health == .well ? .frame(stamped(blank)) : .nothing(nil) }
      _ = news.wait(timeout: .now() + wait / .seconds(1) / clock.rate)
      if health == .well, state.withLock({ $0.held == nil && $0.waiting.isEmpty }) { return .frame(stamped(blank)) }
    }
  }

  private func newest() -> Frame? {
    let frame: Frame? = state.withLock { state in
      if state.held == nil, !state.waiting.isEmpty {
        let text = state.waiting.removeFirst()
        state.held = Self.picture(of: text).map { (text, $0) }
      }
      return state.held?.frame
    }
    // As fast as the detector is in any case: 5 ms a frame.
    if frame != nil { Thread.sleep(forTimeInterval: 0.002) }
    return frame.map(stamped)
  }

  private func stamped(_ frame: Frame) -> Frame {
    let sequence = state.withLock { state in
      state.sequence += 1
      return state.sequence
    }
    return frame.renumbered(sequence: sequence, timestamp: clock.elapsed)
  }

  /// Three pixels a module.
  private static func picture(of text: String) -> Frame? {
    guard let code = try? CatalogGenerator().codes(for: CodeRecipe(text: text)).first else { return nil }
    let appearance = CodeAppearance()
    let (width, height) = code.size(appearance)
    let module = 3
    var pixels = [UInt8](repeating: 230, count: width * height * module * module)
    for run in code.runs(appearance) {
      for y in run.y * module..<(run.y + run.height) * module {
        for x in run.x * module..<(run.x + run.width) * module { pixels[y * width * module + x] = 20 }
      }
    }
    return try? Frame(format: .grey, width: width * module, height: height * module, bytes: pixels)
  }

  private final class Source: FrameSource {
    let description = FrameSourceDescription(name: "Scripted")
    private let camera: ScriptedCamera

    init(camera: ScriptedCamera) { self.camera = camera }

    func next(patience: Duration) -> FrameOutcome { camera.next(patience) }
    func close() {}
  }
}
