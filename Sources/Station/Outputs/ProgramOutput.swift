import Foundation
import Scanner

/// A program of the user's for every scan, started by its path and never by a shell.
///
/// It is given the scan as a JSON line on standard input and its parts in the environment (`VIEWFINDER_KEY`, `_STATION`,
/// `_TIME`, `_SYMBOLOGY`, `_TEXT`); arguments may have places for them. It says by its exit status what is to be:
///
/// | status | means |
/// |---|---|
/// | 0 | it has the scan |
/// | 1 | it has the scan, and refuses it: the person is told |
/// | 75 (`EX_TEMPFAIL`) | not now: it is given the scan again |
/// | another | it will never take this scan: it is set aside |
///
/// What it started and left behind ends with it.
public final class ProgramOutput: DeliveryOutput {
  /// Which program, and how.
  public struct Options: Hashable, Sendable {
    /// Absolute.
    public var path: String
    public var arguments: [ScanTemplate]
    /// After which the program and what it started are ended, and the scan is tried again.
    public var timeLimit: Duration
    /// Its exit status is the person's verdict.
    public var givesVerdict: Bool

    public init(
      path: String, arguments: [ScanTemplate] = [], timeLimit: Duration = .seconds(10), givesVerdict: Bool = false
    ) {
      self.path = path
      self.arguments = arguments
      self.timeLimit = timeLimit
      self.givesVerdict = givesVerdict
    }
  }

  /// pipe(7). The largest scan, a QR code of 2,953 control characters, has 22,000 bytes.
  private static let pipeCapacity = 65_536

  private let options: Options
  private let environment: [String: String]

  public init(_ options: Options, environment: [String: String]) {
    self.options = options
    self.environment = environment
  }

  public func deliver(_ scan: AcceptedScan) throws(DeliveryFailure) -> DeliveryReceipt {
    let process = Process()
    process.executableURL = URL(filePath: options.path)
    process.arguments = try arguments(for: scan)
    process.environment = environment.merging(variables(of: scan)) { $1 }
    let input = Pipe()
    let output = Pipe()
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    let ended = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in ended.signal() }
    let line = LineFormat.json.line(for: scan)
    // Before the program has the pipe's other end: nobody has to read for it to be taken, and nobody can close it.
    guard line.count <= Self.pipeCapacity else { throw .rejected("the code is larger than a pipe takes") }
    do {
      try input.fileHandleForWriting.write(contentsOf: Data(line))
      try input.fileHandleForWriting.close()
      try process.run()
    } catch {
      throw .unreachable("\(options.path) cannot be started: \(SystemReason(error))")
    }
    guard let status = status(of: process, ended) else {
      end(process)
      throw .unreachable("\(options.path) took longer than \(options.timeLimit)")
    }
    switch status {
    case .signaled(let signal): throw .unreachable("\(options.path) was ended by signal \(signal)")
    case .exited(0): return DeliveryReceipt(verdict: options.givesVerdict ? .accepted(words: words(output)) : nil)
    case .exited(1) where options.givesVerdict: return DeliveryReceipt(verdict: .refused(words: words(output)))
    case .exited(75): throw .unreachable("\(options.path) says not now (exit status 75)")
    case .exited(let status): throw .rejected("\(options.path) ended with exit status \(status)")
    }
  }

  /// How a program ended.
  private enum Ending {
    case exited(Int32)
    case signaled(Int32)
  }

  /// Waits until the program has ended, and ends what it leaves behind: Foundation tells of a program's end only once nothing
  /// that it started has its descriptors, nor any other program that was started at the same moment.
  ///
  /// - Returns: nil if its time is over first.
  private func status(of process: Process, _ ended: DispatchSemaphore) -> Ending? {
    let deadline = DispatchTime.now() + options.timeLimit / .seconds(1)
    // A twentieth of a second is soon enough for a person, and costs nothing beside starting a program.
    while ended.wait(timeout: min(deadline, .now() + 0.05)) == .timedOut {
      if DispatchTime.now() >= deadline { return nil }
      guard let ending = Self.ending(ofZombie: process.processIdentifier) else { continue }
      end(process)
      // Foundation's word counts where it comes.
      guard ended.wait(timeout: min(deadline, .now() + 1)) == .success else { return ending }
      break
    }
    return process.terminationReason == .exit
      ? .exited(process.terminationStatus) : .signaled(process.terminationStatus)
  }

  /// proc(5): after the name in brackets comes the state, Z for a program that has ended and that nobody has asked about, and
  /// last its status as of waitpid(2).
  ///
  /// - Returns: nil while it runs, and for a program that runs as somebody else, of whom the status is not told.
  private static func ending(ofZombie number: Int32) -> Ending? {
    let path = "/proc/\(number)/stat"
    guard let stat = try? String(contentsOf: URL(filePath: path), encoding: .utf8),
      let bracket = stat.lastIndex(of: ")"), stat[bracket...].hasPrefix(") Z"),
      let owner = try? FileManager.default.attributesOfItem(atPath: path)[.ownerAccountID] as? Int,
      owner == Int(geteuid()), let status = stat.split(whereSeparator: \.isWhitespace).last.flatMap({ Int32($0) })
    else { return nil }
    return status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .signaled(status & 0x7F)
  }

  /// Foundation starts every program in a process group of its own, so that what it started goes with it.
  private func end(_ process: Process) {
    kill(-process.processIdentifier, SIGKILL)
    kill(process.processIdentifier, SIGKILL)
  }

  /// - Throws: `rejected` for what no program can be given.
  private func arguments(for scan: AcceptedScan) throws(DeliveryFailure) -> [String] {
    var arguments: [String] = []
    for template in options.arguments {
      let argument = template.text(for: scan)
      if argument.utf8.contains(0) {
        throw .rejected("the code has a NUL, which an argument cannot have: read it from standard input")
      }
      // What a code says shall not choose what the program does.
      if template.beginsWithField, argument.hasPrefix("-"), !arguments.contains("--") {
        throw .rejected("the code begins like an option: put \"--\" before it, or read it from standard input")
      }
      arguments.append(argument)
    }
    return arguments
  }

  /// Without the text where it has a NUL, at which the system would end it.
  private func variables(of scan: AcceptedScan) -> [String: String] {
    var variables = [
      "VIEWFINDER_KEY": scan.key.description, "VIEWFINDER_STATION": scan.station,
      "VIEWFINDER_TIME": HistoryTime.text(scan.time), "VIEWFINDER_SYMBOLOGY": scan.symbology,
    ]
    if let text = scan.text { variables["VIEWFINDER_TEXT"] = text }
    return variables.filter { !$0.value.utf8.contains(0) }
  }

  /// Bytes of a first line that are shown: more are not read at a glance.
  private static let mostWords = 200

  /// The first line that it said, for the person; what it says beyond a pipe's worth holds it up, until its time is over.
  private func words(_ output: Pipe) -> String? {
    // What left its process group may still have the pipe, and never say another word.
    let descriptor = output.fileHandleForReading.fileDescriptor
    guard fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) == 0 else { return nil }
    var said = Data()
    // Byte by byte: where more is asked for than there is while somebody has the pipe, Foundation fails and keeps what it read.
    while said.count < Self.mostWords, let byte = try? output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty {
      said += byte
    }
    let line = String(decoding: said, as: UTF8.self).split(whereSeparator: \.isNewline).first
    return line.map { HarmlessText.escaped(String($0)) }
  }
}
