import Glibc
import Imaging

/// Decodes picture files in a process of its own, behind a wall: whatever a file does to its decoder, it does to a
/// process that can open nothing, reach nobody and take no more than its share of memory and time. The next file
/// gets a new one.
///
/// The process is started with the first file and kept for the next ones. Used by one thread at a time.
public final class WalledPictureLoader: PictureLoader {
  private let start: () throws(WallSocket.Failure) -> any PictureWorkerLink
  private let limits: PictureLimits
  private let now: () -> Duration
  private var worker: (any PictureWorkerLink)?
  private var isReady = false
  private var pixels: SharedPixels?
  /// Whether the process that runs has the memory already.
  private var hasPixels = false

  /// Processor time after which a process makes room for a new one, between files. Its own limit is twice that, so that
  /// it never dies of the files before.
  static let lifetime = Duration.seconds(PictureWorker.processorSeconds / 2)

  /// Time to start, which takes 0.05 s where nothing else is to be done, and is no picture's fault.
  static let patience = Duration.seconds(30)

  /// How `ld.so` ends a program that lacks a library.
  private static let noLibraryStatus: CInt = 127

  /// - Parameter now: time on a clock that never goes back.
  public convenience init(
    _ command: PictureWorkerCommand, limits: PictureLimits = PictureLimits(),
    now: @escaping () -> Duration = monotonicTime
  ) {
    self.init(limits: limits, now: now) { () throws(WallSocket.Failure) in try WorkerProcess(command) }
  }

  /// - Parameter start: a new process, or what stands for one.
  package init(
    limits: PictureLimits = PictureLimits(), now: @escaping () -> Duration = monotonicTime,
    start: @escaping () throws(WallSocket.Failure) -> any PictureWorkerLink
  ) {
    self.start = start
    self.limits = limits
    self.now = now
  }

  /// Starts the process ahead of the first file, so that it is ready when that comes. What fails shows with the file.
  public func prepare() { if worker == nil { worker = try? start() } }

  public func load(_ file: PictureFile, page: Int, resolution: PageResolution) throws(PictureFailure) -> LoadedPicture {
    guard 1...PictureLimits.pages ~= page else { throw .noSuchPage(name: file.name, page: page) }
    if let spent = worker?.processorTime, spent > Self.lifetime { end() }
    do throws(Trouble) {
      return try decode(file, page, resolution)
    } catch {
      // The process is asked to end by the kernel when the thread that started it ends, which is no fault of the file.
      guard case .died(.signaled(PictureWorker.parentDeathSignal)) = error else { throw failure(error, file) }
    }
    do throws(Trouble) { return try decode(file, page, resolution) } catch { throw failure(error, file) }
  }

  /// What comes of a file: its own failure, or the end of the process.
  private enum Trouble: Error {
    case told(PictureFailure)
    case died(WorkerEnding?)
    case tooSlow
    /// It said what no decoder says.
    case lied
    /// The system gives no process, or no way to talk to it.
    case system(String)
  }

  /// Until when an answer is waited for.
  private struct Deadline {
    /// On the loader's clock.
    let time: Duration
    /// Of the process, where the system tells it; later than `time` while it has had less.
    let processorTime: Duration?
  }

  /// How long there is still to wait: where other work takes the processor, a process has had less of it than time went by.
  private func left(_ worker: any PictureWorkerLink, until deadline: Deadline) -> Duration {
    let left = deadline.time - now()
    guard left <= .zero, let limit = deadline.processorTime, let spent = worker.processorTime else { return left }
    return min(left + limits.time * Self.busy, limit - spent)
  }

  /// How many times as long a picture may take on a busy machine: a minute instead of five seconds.
  private static let busy = 11

  private func decode(_ file: PictureFile, _ page: Int, _ resolution: PageResolution) throws(Trouble) -> LoadedPicture {
    let worker = try readied()
    let deadline = Deadline(
      time: now() + limits.time, processorTime: worker.processorTime.map { $0 + limits.time })
    let request = WallRequest.decode(page: page, dotsPerInch: resolution.dotsPerInch)
    let reply = try ask(worker, request, file: file.descriptor, until: deadline)
    switch reply {
    case .picture(let width, let height, let channels, let pageCount, let isDrawn):
      let frame = try frame(
        width, height, channels, pageCount: pageCount, page: page, of: file, from: worker, until: deadline)
      return LoadedPicture(
        frame: frame, pageCount: pageCount == 0 ? nil : pageCount, drawnAt: isDrawn ? resolution : nil)
    case .written, .ready: throw lie()
    case .unknownFormat: throw .told(.unknownFormat(name: file.name))
    case .tooManyPixels(let width, let height):
      throw .told(.tooManyPixels(name: file.name, width: width, height: height))
    case .noSuchPage: throw .told(.noSuchPage(name: file.name, page: page))
    case .damaged(let reason): throw .told(.damaged(name: file.name, reason: reason))
    }
  }

  /// Takes the pixels over, once every number that tells of them is found to be possible.
  private func frame(
    _ width: Int, _ height: Int, _ channels: Int, pageCount: Int, page: Int, of file: PictureFile,
    from worker: any PictureWorkerLink, until deadline: Deadline
  ) throws(Trouble) -> Frame {
    let (area, overflows) = width.multipliedReportingOverflow(by: height)
    guard width > 0, height > 0, !overflows, area <= PictureLimits.pixels, channels == 1 || channels == 3,
      pageCount == 0 || pageCount >= page
    else { throw lie() }
    let count = area * channels
    if (pixels?.capacity ?? 0) < count {
      // A little more than this picture needs, so that the next ones fit, too.
      pixels = SharedPixels(capacity: max(count, min(count * 2, SharedPixels.kept)))
      hasPixels = false
    }
    guard let pixels else {
      throw .told(.noDecoder(name: file.name, reason: "no memory for \(width)×\(height) pixels"))
    }
    let request = WallRequest.write(capacity: pixels.capacity)
    let reply = try ask(worker, request, file: hasPixels ? nil : pixels.descriptor, until: deadline)
    hasPixels = true
    guard reply == .written else { throw lie() }
    guard let bytes = pixels.bytes(count) else { throw .system("its pixels cannot be taken over: \(systemReason())") }
    guard let frame = try? Frame(format: channels == 1 ? .grey : .rgb24, width: width, height: height, bytes: bytes)
    else { throw lie() }
    if pixels.capacity > SharedPixels.kept { self.pixels = nil }
    return frame
  }

  /// The process, once its wall is closed.
  private func readied() throws(Trouble) -> any PictureWorkerLink {
    let worker = try started()
    if isReady { return worker }
    let patience = Deadline(time: now() + Self.patience, processorTime: nil)
    do throws(Trouble) {
      guard try answer(from: worker, until: patience) == .ready else { throw lie() }
    } catch {
      if case .tooSlow = error { throw .system("its process does not start in \(Self.patience / .seconds(1)) s") }
      throw error
    }
    isReady = true
    return worker
  }

  private func started() throws(Trouble) -> any PictureWorkerLink {
    if let worker { return worker }
    do throws(WallSocket.Failure) {
      let started = try start()
      worker = started
      return started
    } catch {
      let reason = if case .system(let number) = error { systemReason(number) } else { "the system gives no process" }
      throw .system(reason)
    }
  }

  private func ask(
    _ worker: any PictureWorkerLink, _ request: WallRequest, file: CInt?, until deadline: Deadline
  ) throws(Trouble) -> WallReply {
    do throws(WallSocket.Failure) {
      try worker.socket.send(request.bytes, file: file)
    } catch {
      throw trouble(error)
    }
    return try answer(from: worker, until: deadline)
  }

  private func answer(from worker: any PictureWorkerLink, until deadline: Deadline) throws(Trouble) -> WallReply {
    let answer: [UInt8]
    do throws(WallSocket.Failure) {
      try worker.socket.wait { left(worker, until: deadline) }
      let message = try worker.socket.receive(upTo: WallReply.longest)
      if let file = message.file { close(file) }
      answer = message.bytes
    } catch {
      throw trouble(error)
    }
    guard let reply = WallReply(answer[...]) else { throw lie() }
    return reply
  }

  /// Why no answer comes. Where the system fails us, it is no fault of the file.
  private func trouble(_ failure: WallSocket.Failure) -> Trouble {
    let ending = end()
    return switch failure {
    case .closed: .died(ending)
    case .timedOut: .tooSlow
    case .system(let number): .system(systemReason(number))
    }
  }

  /// A process that lies is not asked again.
  private func lie() -> Trouble {
    end()
    return .lied
  }

  @discardableResult private func end() -> WorkerEnding? {
    defer {
      worker = nil
      isReady = false
      hasPixels = false
    }
    return worker?.end()
  }

  private func failure(_ trouble: Trouble, _ file: PictureFile) -> PictureFailure {
    switch trouble {
    case .told(let failure): failure
    case .died(.exited(PictureWorker.noWallStatus)):
      .noDecoder(name: file.name, reason: "the system refuses the filter of system calls that guards the decoder")
    case .died(.exited(Self.noLibraryStatus)):
      .noDecoder(name: file.name, reason: "a library is missing: install the packages that README.md lists")
    case .died, .lied: .decoderDied(name: file.name)
    case .tooSlow: .tooSlow(name: file.name, limit: limits.time)
    case .system(let reason): .noDecoder(name: file.name, reason: reason)
    }
  }
}

/// Time since the machine was started.
public func monotonicTime() -> Duration {
  var time = timespec()
  _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
