import Foundation

/// What the system allows this process (`setrlimit`), seen to before anything else.
enum ProcessLimits {
  /// Files and streams open at once that every command gets by with: three standard streams, five of the event loop that
  /// libdispatch opens unasked (and ends the program without a word where it cannot), six of the history, a few to read from.
  private static let fewestFiles = 32

  /// - Returns: why the program cannot run, in a sentence.
  static func prepare() -> String? {
    // Past the largest file size that is allowed, writing then fails, which is told; by default the system ends the program.
    signal(SIGXFSZ, SIG_IGN)
    let files = sysconf(Int32(_SC_OPEN_MAX))
    // -1 is no limit.
    guard files >= 0, files < fewestFiles else { return nil }
    return "only \(files) files may be open at once: allow \(fewestFiles) at least (“ulimit -n \(fewestFiles)”)"
  }
}
