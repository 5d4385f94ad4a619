import ArgumentParser
import Barcodes
import Foundation
import Geometry
import Imaging
import PictureFiles
import Scanner

/// `viewfinder bench trace`: what watching a detection costs.
struct BenchTraceCommand: ParsableCommand {
  /// Who watches.
  enum Observer: String, CaseIterable, ExpressibleByArgument {
    /// Nobody: the detector as it is used everywhere but in the inspector.
    case none
    /// Somebody who wants nothing: what each event costs to be told.
    case empty
    /// The window's inspector, with its diagnosis.
    case inspector
    /// The same with every layer drawn, which no window does at once.
    case layers
  }

  static let configuration = CommandConfiguration(
    commandName: "trace",
    abstract:
      "Measure what it costs to watch a detection, by nobody, by somebody, and by the inspector with all layers.",
    discussion: """
      Without a picture a frame of the demo, 1280 × 720. Times are the processor's, the least of the repeats. Instructions \
      are counted by “valgrind --tool=callgrind viewfinder bench trace --observer none --repeat 1”, and again with --repeat \
      2: what that adds is one search.

      Exit status: 0 all observers saw the same results, 1 not.
      """)

  @Argument(help: "A picture.")
  var path: String?

  @Option(help: ArgumentHelp("In its place a scene of “bench causes”, drawn without a file.", valueName: "name"))
  var fault: String?

  @Option(help: "Only this observer: none, empty, inspector or layers.")
  var observer: Observer?

  @Option(help: "How often the picture is searched; the least time counts.")
  var `repeat` = 5

  func validate() throws {
    if self.repeat < 1 { throw ValidationError("--repeat: at least 1") }
    if let fault { _ = try scene(fault) }
  }

  func run() throws {
    let frame = try loaded()
    var results: [Set<String>] = []
    var base: Double?
    for observer in observer.map({ [$0] }) ?? Observer.allCases {
      var (best, seen) = (Double.infinity, Set<String>())
      for _ in 0..<self.repeat {
        let begin = ProcessorTime.now
        seen = watch(frame, observer)
        best = min(best, ProcessorTime.now - begin)
      }
      results.append(seen)
      let ratio = best / (base ?? best)
      base = base ?? best
      print(observer.rawValue.padded(10) + String(format: " %9.2f ms %6.2f times, %d read", best, ratio, seen.count))
    }
    if Set(results).count > 1 {
      print("observers changed the results")
      throw ExitStatus.foundNothing
    }
  }

  private func loaded() throws -> Frame {
    do {
      if let fault { return try scene(fault).frame() }
      guard let path else { return try DemoScene(width: 1280, height: 720, writer: QRWriter()).frame(at: .seconds(2)) }
      return try WalledPictureLoader.ofThisProgram().load(
        PictureFile(PicturePath.paths(for: [path])[0], readsStreams: false), page: 1, resolution: .fine
      ).frame
    } catch {
      StandardError.write("viewfinder: \(HarmlessText.escaped("\(error)"))")
      throw ExitStatus.deviceOrFile
    }
  }

  private func scene(_ name: String) throws -> FaultScene {
    guard let scene = FaultScene.all.first(where: { $0.name == name }) else {
      throw ValidationError("--fault: there is no “\(name)”; “viewfinder bench causes” lists them")
    }
    return scene
  }

  /// What a frame says, by a detector that has not seen it before.
  private func watch(_ frame: Frame, _ observer: Observer) -> Set<String> {
    let detector = Detector(DetectionOptions(symbologies: Catalog.available))
    switch observer {
    case .none: return texts(detector.detect(in: frame))
    case .empty:
      final class Empty: DetectionTrace {}
      return texts(detector.detect(in: frame, trace: Empty()))
    case .inspector, .layers:
      var configuration = DetectionConfiguration(symbologies: Catalog.available)
      configuration.keepsInsight = true
      let report = detector.report(on: frame, configuration, now: { ContinuousClock.now.sinceStart })
      if observer == .layers, let inspection = report.insight?.inspection, let diagnosis = report.insight?.diagnosis {
        for layer in InspectionLayer.allCases where layer != .all {
          _ = layer.shapes(inspection, diagnosis)
          _ = inspection.ground(layer)
        }
      }
      return texts(report.observations)
    }
  }

  private func texts(_ observations: [Observation]) -> Set<String> {
    Set(observations.map { "\($0.symbol.symbology.name) \($0.symbol.text ?? "") \($0.corners)" })
  }
}

extension String {
  fileprivate func padded(_ count: Int) -> String { self + String(repeating: " ", count: max(0, count - self.count)) }
}
