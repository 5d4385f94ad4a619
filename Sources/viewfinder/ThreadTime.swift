import Glibc

/// The processor time of this thread, which other programs do not add to.
struct ThreadTime {
  let milliseconds: Double

  static var now: ThreadTime {
    var time = timespec()
    guard unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0 else { return ThreadTime(milliseconds: 0) }
    return ThreadTime(milliseconds: Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6)
  }

  static func - (end: ThreadTime, start: ThreadTime) -> Double { end.milliseconds - start.milliseconds }
}
