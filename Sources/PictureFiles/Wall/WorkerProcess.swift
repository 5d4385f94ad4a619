import CPictureWall
package import Glibc

/// How the decoder's process is started.
public struct PictureWorkerCommand: Hashable, Sendable {
  /// Path of the program. It finds its socket as descriptor `PictureWorker.socket`.
  public let program: String
  public let arguments: [String]

  public init(program: String, arguments: [String]) {
    self.program = program
    self.arguments = arguments
  }

  /// This very program, even where its file has been replaced meanwhile.
  ///
  /// - Parameter subcommand: whose command runs `PictureWorker`.
  public static func itself(subcommand: String) -> PictureWorkerCommand {
    PictureWorkerCommand(program: "/proc/self/exe", arguments: [subcommand])
  }
}

/// What answers a loader: a process, or in tests whoever holds the other end of the socket.
package protocol PictureWorkerLink: AnyObject {
  var socket: WallSocket { get }
  var processorTime: Duration? { get }
  /// Ends it, unless it has ended by itself, and tells which.
  func end() -> WorkerEnding?
}

/// How a process ended.
package enum WorkerEnding: Hashable {
  case exited(CInt)
  case signaled(CInt)
}

/// The decoder's process, and our end of its socket. It ends with this value.
package final class WorkerProcess: PictureWorkerLink {
  package let socket: WallSocket
  package let process: pid_t
  private var isReaped = false

  package init(_ command: PictureWorkerCommand) throws(WallSocket.Failure) {
    let ends = try WallSocket.pair()
    defer { close(ends.worker.descriptor) }
    do throws(WallSocket.Failure) {
      process = try Self.spawn(command, socket: ends.worker.descriptor)
    } catch {
      close(ends.loader.descriptor)
      throw error
    }
    socket = ends.loader
  }

  deinit {
    close(socket.descriptor)
    _ = end()
  }

  package var processorTime: Duration? {
    var clock: clockid_t = 0
    var time = timespec()
    guard unsafe clock_getcpuclockid(process, &clock) == 0, unsafe clock_gettime(clock, &time) == 0 else { return nil }
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  package func end() -> WorkerEnding? {
    guard !isReaped else { return nil }
    isReaped = true
    // One that has ended stays until it is waited for, so that the number is still its own.
    kill(process, SIGKILL)
    var status: CInt = 0
    while unsafe waitpid(process, &status, 0) < 0 { if errno != EINTR { return nil } }
    // What <sys/wait.h> has as macros: the low 7 bits are the signal, 0 for an exit; bits 8 to 15 the exit's status.
    let signal = status & 0x7F
    return signal == 0 ? .exited(status >> 8 & 0xFF) : .signaled(signal)
  }

  /// Starts the program with nothing of ours but its socket and a few variables.
  private static func spawn(_ command: PictureWorkerCommand, socket: CInt) throws(WallSocket.Failure) -> pid_t {
    let result = unsafe withCStrings([command.program] + command.arguments) { arguments in
      unsafe withCStrings(environment) { environment in
        unsafe vf_spawn(command.program, arguments, environment, socket, PictureWorker.socket)
      }
    }
    guard result >= 0 else { throw .system(-result) }
    return result
  }

  /// Where the Swift libraries are, if somebody moved them. A crash shall be quick: no backtrace is made. One arena
  /// keeps the memory that threads reserve within the process's limit.
  private static var environment: [String] {
    let libraries = unsafe getenv("LD_LIBRARY_PATH").map { unsafe String(cString: $0) }
    return ["SWIFT_BACKTRACE=enable=no", "MALLOC_ARENA_MAX=1"] + (libraries.map { ["LD_LIBRARY_PATH=" + $0] } ?? [])
  }
}

/// Calls `body` with an array of C strings that ends with nil.
private func withCStrings<Result>(
  _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
  let pointers = unsafe strings.map { unsafe strdup($0) } + [nil]
  defer { for index in unsafe pointers.indices { unsafe free(pointers[index]) } }
  return unsafe body(pointers)
}
