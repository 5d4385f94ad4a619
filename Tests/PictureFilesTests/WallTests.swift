import Foundation
import Imaging
import PictureFiles
import Synchronization
import Testing

private func file() throws -> PictureFile { try PictureFile(bytes: picture("colors.png"), name: "colors.png") }

/// A process of the real program, of which a test knows the number.
private func loader(_ started: @escaping (pid_t) -> Void) -> WalledPictureLoader {
  WalledPictureLoader(limits: patient) { () throws(WallSocket.Failure) in
    let process = try WorkerProcess(programCommand)
    started(process.process)
    return process
  }
}

@Test func oneProcessServesManyFilesBehindItsWall() throws {
  var processes: [pid_t] = []
  let loader = loader { processes.append($0) }
  for _ in 0..<3 { #expect(try loader.load(file()).frame.width == 24) }
  let process = try #require(processes.first)
  #expect(processes.count == 1)
  let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
  #expect(status.contains("Seccomp:\t2"))
  #expect(status.contains("NoNewPrivs:\t1"))
  let limits = try String(contentsOfFile: "/proc/\(process)/limits", encoding: .utf8)
  func limit(_ name: String) -> Int? {
    let line = limits.split(separator: "\n").first { $0.hasPrefix(name) }
    return line?.dropFirst(name.count).split(separator: " ").first.flatMap { Int($0) }
  }
  #expect(limit("Max file size") == 0)
  #expect(limit("Max core file size") == 0)
  #expect(try #require(limit("Max cpu time")) <= 60)
  #expect(try #require(limit("Max open files")) <= 8)
  #expect(limit("Max address space") != nil)
}

@Test func aProcessThatDiesIsThePicturesFaultAndTheNextGetsANewOne() throws {
  var processes: [pid_t] = []
  let loader = loader { processes.append($0) }
  _ = try loader.load(file())
  kill(try #require(processes.last), SIGSEGV)
  #expect(throws: PictureFailure.decoderDied(name: "colors.png")) { try loader.load(file()) }
  #expect(try loader.load(file()).frame.width == 24)
  #expect(processes.count == 2)
}

/// The kernel ends the process by this signal when the thread that started it ends, which no picture can help.
@Test func aProcessThatWasEndedIsStartedAnewUnseen() throws {
  var processes: [pid_t] = []
  let loader = loader { processes.append($0) }
  _ = try loader.load(file())
  kill(try #require(processes.last), PictureWorker.parentDeathSignal)
  #expect(try loader.load(file()).frame.width == 24)
  #expect(processes.count == 2)
}

/// A clock that stands until it is told to run away: then every look at it is later by a step.
private final class RunawayClock {
  var isRunning = false
  private let step: Duration
  private var time = Duration.zero

  init(step: Duration = .seconds(100)) { self.step = step }

  func now() -> Duration {
    if isRunning { time += step }
    return time
  }
}

@Test func aPictureIsReadHoweverLittleOfTheProcessorItGets() throws {
  let clock = RunawayClock(step: .seconds(8))
  let loader = walledLoader(limits: PictureLimits(), now: clock.now)
  #expect(try loader.load(file()).frame.width == 24)
  clock.isRunning = true
  #expect(try loader.load(file()).frame.width == 24)
}

@Test func aPictureThatTakesTooLongIsGivenUpAndTheNextIsRead() throws {
  let clock = RunawayClock()
  let loader = walledLoader(limits: PictureLimits(), now: clock.now)
  #expect(try loader.load(file()).frame.width == 24)
  clock.isRunning = true
  #expect(throws: PictureFailure.tooSlow(name: "colors.png", limit: .seconds(5))) { try loader.load(file()) }
  clock.isRunning = false
  #expect(try loader.load(file()).frame.width == 24)
}

/// A program that never says that it is ready.
@Test func aDecoderThatDoesNotStartIsNoFaultOfThePicture() throws {
  let clock = RunawayClock()
  clock.isRunning = true
  let command = PictureWorkerCommand(program: "/bin/sh", arguments: ["-c", "while :; do :; done"])
  let loader = WalledPictureLoader(command, now: clock.now)
  let failure = #expect(throws: PictureFailure.self) { try loader.load(file()) }
  guard case .noDecoder(name: "colors.png", _) = failure else {
    Issue.record("\(String(describing: failure))")
    return
  }
}

@Test(arguments: [("/no/such/program", "exit"), ("/bin/sh", "exit \(PictureWorker.noWallStatus)")])
func withoutADecoderThePictureIsNotBlamed(program: String, script: String) throws {
  let loader = WalledPictureLoader(PictureWorkerCommand(program: program, arguments: ["-c", script]))
  let failure = #expect(throws: PictureFailure.self) { try loader.load(file()) }
  guard case .noDecoder(name: "colors.png", _) = failure else {
    Issue.record("\(String(describing: failure))")
    return
  }
}

/// The other end of a loader's socket, whose answers lie there already.
private final class PreparedAnswers: PictureWorkerLink {
  let socket: WallSocket
  private let other: WallSocket
  private(set) var hasEnded = false

  init(_ answers: [[UInt8]]) throws(WallSocket.Failure) {
    (socket, other) = try WallSocket.pair()
    for answer in [WallReply.ready.bytes] + answers { try other.send(answer) }
  }

  deinit {
    close(socket.descriptor)
    close(other.descriptor)
  }

  var processorTime: Duration? { .zero }

  func end() -> WorkerEnding? {
    hasEnded = true
    return nil
  }
}

private func claim(_ width: Int, _ height: Int, _ channels: Int, _ pageCount: Int = 0) -> [UInt8] {
  WallReply.picture(width: width, height: height, channels: channels, pageCount: pageCount).bytes
}

/// What a process may say that a stranger's file has taken over.
@Test(
  arguments: [
    [claim(0, 5, 1)], [claim(5, 0, 3)], [claim(100_001, 1000, 1)], [claim(0xFFFF_FFFF, 0xFFFF_FFFF, 3)],
    [claim(4, 4, 0)], [claim(4, 4, 2)], [claim(4, 4, 4)], [WallReply.written.bytes], [WallReply.ready.bytes], [[1]],
    [[9, 0, 0, 0]],
    [[UInt8](repeating: 255, count: 4096)], [claim(4, 4, 1), claim(4, 4, 1)], [claim(4, 4, 1), [2]],
  ] as [[[UInt8]]])
func whatTheProcessSaysIsNotBelieved(answers: [[UInt8]]) throws {
  var links: [PreparedAnswers] = []
  let loader = WalledPictureLoader { () throws(WallSocket.Failure) in
    let link = try PreparedAnswers(answers)
    links.append(link)
    return link
  }
  #expect(throws: PictureFailure.decoderDied(name: "colors.png")) { try loader.load(file()) }
  #expect(links.count == 1 && links[0].hasEnded)
}

/// It says that it has written pixels and has not: they are black, and ours.
@Test func pixelsThatWereNeverWrittenAreBlack() throws {
  let loader = WalledPictureLoader { () throws(WallSocket.Failure) in
    try PreparedAnswers([claim(4, 2, 3), WallReply.written.bytes])
  }
  #expect(try loader.load(file()).frame.bytes == [UInt8](repeating: 0, count: 24))
}

@Test func aDocumentHasThePageThatWasAskedFor() throws {
  let loader = WalledPictureLoader { () throws(WallSocket.Failure) in
    try PreparedAnswers([claim(4, 2, 1, 2), WallReply.written.bytes])
  }
  #expect(throws: PictureFailure.decoderDied(name: "colors.png")) {
    try loader.load(file(), page: 3, resolution: .fine)
  }
}

@Test func sharedMemoryEndsWhereItEnds() throws {
  let pixels = try #require(SharedPixels(capacity: 100))
  #expect(pixels.bytes(100)?.count == 100)
  #expect(pixels.bytes(101) == nil)
  #expect(ftruncate(pixels.descriptor, 0) == -1)
  #expect(ftruncate(pixels.descriptor, 10000) == -1)
}
