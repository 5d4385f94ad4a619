import CPictureWall
import Glibc

/// What the decoder's process gives up before it reads its first file, for good.
enum WorkerWall {
  /// Bytes beside what the program takes when it starts: for each pixel of the largest picture 6 (the coefficients of a
  /// progressive JPEG), 3 (its colors) and 3 (to hand over), and for anything else what a small picture has, too.
  static let memory = 12 * PictureLimits.pixels + 100_000_000

  /// The system's words are for whoever reads the process's status.
  struct Failure: Error {}

  static func close() throws(Failure) {
    guard let used = addressSpace() else { throw Failure() }
    try check(vf_give_up_rights(PictureWorker.parentDeathSignal))
    try limit(RLIMIT_AS, used + memory)
    try limit(RLIMIT_CPU, PictureWorker.processorSeconds)
    // Standard streams, the socket, a file, shared memory, and one of each that is on its way.
    try limit(RLIMIT_NOFILE, 8)
    try limit(RLIMIT_FSIZE, 0)
    try limit(RLIMIT_CORE, 0)
    try check(vf_filter_calls())
  }

  private static func check(_ result: CInt) throws(Failure) { if result < 0 { throw Failure() } }

  private static func limit(_ resource: __rlimit_resource, _ value: Int) throws(Failure) {
    try check(vf_limit(CInt(resource.rawValue), UInt(value)))
  }

  /// Bytes of address space in use: the first number of /proc/self/statm, in pages.
  private static func addressSpace() -> Int? {
    guard let file = unsafe fopen("/proc/self/statm", "r") else { return nil }
    defer { unsafe fclose(file) }
    var text = [UInt8](repeating: 0, count: 128)
    let count = unsafe fread(&text, 1, text.count, file)
    let digits = text.prefix(count).prefix { $0 != UInt8(ascii: " ") }
    return Int(String(decoding: digits, as: UTF8.self)).map { $0 * Int(getpagesize()) }
  }
}
