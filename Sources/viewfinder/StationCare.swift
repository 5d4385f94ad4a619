import Capture
import Dispatch
import Foundation
import Scanner
import ServiceManager
import Station
import StatusSocket
import Synchronization

/// Tells those who care for a station how it does: the service's manager, and who reads its figures.
final class StationCare: Sendable {
  private let acknowledgements = Mutex(LatencyCounts())
  private let deliveries: Deliveries
  private let cameras = Mutex<[WatchedCamera]>([])
  private let service: ServiceManager?
  private let watchdog: Watchdog?
  private let socket: StatusSocket?

  /// How often the file of figures is written, as Prometheus is wont to ask for them.
  private static let metricsPeriod = 15.0

  /// - Parameter service: whom to feed signs of life; nil where somebody else does.
  init(
    _ deliveries: Deliveries, service: ServiceManager?, environment: [String: String]
  ) {
    self.deliveries = deliveries
    self.service = service
    watchdog = Watchdog(service)
    socket = Self.socket(environment: environment)
  }

  /// - Returns: nil outside a session, and where none can be made: the station reads without.
  private static func socket(environment: [String: String]) -> StatusSocket? {
    guard let path = StatusSocket.path(environment: environment) else { return nil }
    do throws(StatusSocketFailure) {
      return try StatusSocket(path: path)
    } catch {
      let reason = HarmlessText.escaped("\(error)")
      StandardError.write("viewfinder: “viewfinder status” will not find this station: \(reason)")
      return nil
    }
  }

  /// A camera's detector has looked at a frame, and what came of it is stored.
  func noteReport(camera: Int) { watchdog?.note(camera: camera) }

  func noteAcknowledgement(_ time: Duration) { acknowledgements.withLock { $0.note(time) } }

  /// - Returns: timers, which whoever ends it cancels.
  func start(_ cameras: [WatchedCamera]) -> [any DispatchSourceTimer] {
    self.cameras.withLock { $0 = cameras }
    let sign = watchdog?.start { cameras.map(\.isFilming) }
    let metrics = DispatchSource.makeTimerSource(queue: .global())
    metrics.schedule(deadline: .now() + Self.metricsPeriod, repeating: Self.metricsPeriod)
    metrics.setEventHandler { [weak self] in self?.writeMetrics() }
    metrics.resume()
    socket?.start { [weak self] form in
      guard let status = self?.status else { return "" }
      return form == .prometheus ? status.prometheus : status.document.description
    }
    deliveries.tellFigures { [weak self] in self?.status.document.description ?? "" }
    service?.ready()
    return [metrics] + (sign.map { [$0] } ?? [])
  }

  func stop() {
    service?.stopping()
    deliveries.tellFigures(nil)
    socket?.stop()
    cameras.withLock { $0 = [] }
  }

  /// How it does now.
  var status: StationStatus {
    let (counts, outputs, depths) = deliveries.status()
    let cameras = cameras.withLock { $0 }
    let outcomes = cameras.map { camera in
      switch camera.session.state {
      case .running(let source): "running: \(source.name)"
      case .starting: "starting"
      case .stopped, .ended: "stopped"
      case .stalled(let failure), .waiting(let failure, _), .failed(let failure): "trouble: \(failure)"
      }
    }
    // Of several the one that is not well, if there is one.
    let outcome = outcomes.first { !$0.hasPrefix("running") } ?? outcomes.first ?? "stopped"
    return StationStatus(
      station: deliveries.station.name, counts: counts, camera: outcome,
      framesLetGo: cameras.reduce(0) { $0 + $1.output.framesLetGo },
      acknowledgements: acknowledgements.withLock { $0 },
      outputs: outputs.map { output in
        let depth = depths.first { $0.output == output.output }
        return StationStatus.Output(
          name: output.output, delivered: output.delivered, setAside: output.setAside, trouble: output.trouble,
          waiting: depth?.waiting ?? 0, oldest: depth?.oldest)
      }, time: Date())
  }

  private func writeMetrics() {
    guard let path = deliveries.station.metrics else { return }
    do throws(WholeFile.Failure) {
      try WholeFile(path: path, replaces: true).write(Array(status.prometheus.utf8))
    } catch {
      StandardError.write("viewfinder: \(HarmlessText.escaped("\(error)"))")
    }
  }
}
