import Foundation
import PictureFiles
import Scanner
import Synchronization

/// Writes the results of `scan`, and what is wrong with pictures to standard error, with a line of progress there where it
/// is a terminal; knows the status that all of them come to.
final class ScanDelivery: Sendable {
  private struct State {
    var status = ExitStatus.foundNothing
    var progress: ProgressLine?
  }

  private let output: any ScanOutput
  /// Whether results appear where the line of progress does.
  private let sharesTerminal = isatty(FileHandle.standardOutput.fileDescriptor) != 0
  private let state: Mutex<State>

  /// - Parameter pictures: how many there are to come; nil if only the end will tell.
  init(_ output: any ScanOutput, pictures: Int?) {
    self.output = output
    let progress =
      pictures != 1 && isatty(FileHandle.standardError.fileDescriptor) != 0
      ? ProgressLine(total: pictures, now: monotonicTime, write: StandardError.write(text:)) : nil
    state = Mutex(State(progress: progress))
  }

  var status: ExitStatus {
    state.withLock { state in
      state.progress?.hide()
      return state.status
    }
  }

  @Sendable func take(_ result: ScanResult) throws {
    try state.withLock { state in
      if sharesTerminal { state.progress?.hide() }
      switch result.content {
      case .unreadable(let reason):
        state.status = .deviceOrFile
        if !output.reportsFailures {
          state.progress?.hide()
          StandardError.write("viewfinder: \(HarmlessText.escaped(reason))")
        }
      case .read(let reading):
        if !reading.observations.isEmpty, state.status == .foundNothing { state.status = .readSomething }
      }
      try StandardOutput.write(output.bytes(for: result))
      state.progress?.add(result)
    }
  }
}
