import Dispatch
import Foundation
import Station
import Synchronization

/// What the system asks of a station: SIGHUP, or a file of settings that changed, to read them again, SIGTERM and SIGINT to end.
@MainActor final class StationSignals {
  private struct Asked {
    var isEnded = false
    var wantsReload = false
    var wake: (@Sendable () -> Void)?
  }

  /// The signals' queue has it as well.
  private final class Shared: Sendable {
    let asked = Mutex(Asked())
  }

  private let shared = Shared()
  private let sources: [any DispatchSourceProtocol]

  /// From here on nothing that is asked is lost.
  ///
  /// - Parameter settings: their file; nil where there is none.
  init(settings: String?) {
    let shared = shared
    let watch = settings.map { SettingsWatch($0) }?.start {
      let wake = shared.asked.withLock { asked in
        asked.wantsReload = true
        return asked.wake
      }
      wake?()
    }
    sources =
      (watch.map { [$0] } ?? [])
      + [SIGHUP, SIGINT, SIGTERM].map { number in
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        // On the queue's thread, and not on this one.
        source.setEventHandler { @Sendable in
          let wake = shared.asked.withLock { asked in
            if number == SIGHUP { asked.wantsReload = true } else { asked.isEnded = true }
            return asked.wake
          }
          wake?()
        }
        source.resume()
        return source
      }
  }

  isolated deinit { for source in sources { source.cancel() } }

  /// Tells of what is asked from now on.
  func onNews(_ wake: @escaping @Sendable () -> Void) { shared.asked.withLock { $0.wake = wake } }

  var isEnded: Bool { shared.asked.withLock { $0.isEnded } }

  func takeReload() -> Bool {
    shared.asked.withLock { asked in
      defer { asked.wantsReload = false }
      return asked.wantsReload
    }
  }
}

/// A station's settings while it runs.
enum StationReload {
  /// Reads them again on SIGHUP and when the file has changed, until both are canceled.
  static func whenAsked(_ deliveries: Deliveries, _ path: String) -> [any DispatchSourceProtocol] {
    signal(SIGHUP, SIG_IGN)
    // One after the other.
    let queue = DispatchQueue(label: "settings")
    let reload: @Sendable () -> Void = {
      queue.async { if let station = read(path) { deliveries.reload(station) } }
    }
    let source = DispatchSource.makeSignalSource(signal: SIGHUP, queue: queue)
    source.setEventHandler(handler: reload)
    source.resume()
    return [source, SettingsWatch(path).start(reload)]
  }

  /// Nil where the file cannot be used, which standard error is told: the station goes on as it was.
  static func read(_ path: String) -> StationSettings? {
    guard let station = try? StationFile.settings(path), !station.outputs.isEmpty else {
      StandardError.write("viewfinder: the settings were not taken over: the station goes on by those it had")
      return nil
    }
    StandardError.write("viewfinder: the settings were read again")
    return station
  }
}
