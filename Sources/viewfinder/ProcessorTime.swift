import Glibc

/// The time that this process has spent computing, which other programs do not add to. Benches run on one thread.
struct ProcessorTime {
  let milliseconds: Double

  /// POSIX: a million a second, on every system.
  static var now: ProcessorTime { ProcessorTime(milliseconds: Double(clock()) / 1e3) }

  static func - (end: ProcessorTime, start: ProcessorTime) -> Double { end.milliseconds - start.milliseconds }
}
