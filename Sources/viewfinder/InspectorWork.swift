import Barcodes
import Capture
import Dispatch
import Foundation
import Imaging
import PictureFiles
import SDLScreen
import Scanner

/// What the inspector has done aside, while the window goes on.
struct InspectorWork: Sendable {
  let outcomes = Latest<WhatIf.Outcome>()
  let answers = Latest<WhatIf.Answer>()
  let peers = Latest<PeerAnswer>()
  /// One after another: the newest trial is the one that is waited for, and they are short.
  private let queue = DispatchQueue(label: "inspector")
  private let wake: @Sendable () -> Void

  init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

  func run(_ trial: ScannerLoop.Trial) {
    queue.async { [outcomes, wake] in
      outcomes.put(trial.change.outcome(trial.frame, trial.present) { ContinuousClock.now.sinceStart })
      wake()
    }
  }

  func run(_ probe: WhatIf.Probe) {
    queue.async { [answers, wake] in
      answers.put(probe.cause())
      wake()
    }
  }

  /// What another program reads in a file.
  struct PeerAnswer: Sendable {
    let path: String
    let reading: PeerReading
  }

  /// Asks another program what it reads in a file; of a bug bundle in its frame.
  func ask(_ peer: BenchPeer, of path: String) {
    queue.async { [peers, wake] in
      let frame = BundleFile.isBundle(path) ? (try? BundleFile(path: path))?.bundle.frame : nil
      peers.put(PeerAnswer(path: path, reading: frame.map(peer.reading) ?? peer.reading(of: path)))
      wake()
    }
  }

  /// A bundle's bytes, made aside.
  func pack(_ bundle: BugBundle, then: @escaping @Sendable (Result<[UInt8], BundleFailure>) -> Void) {
    queue.async { [wake] in
      do throws(BundleFailure) { then(.success(try BundleFile.bytes(of: bundle))) } catch { then(.failure(error)) }
      wake()
    }
  }

  /// Frames as a video's bytes, made aside; nil where they are unlike each other.
  func record(_ frames: [Frame], then: @escaping @Sendable ([UInt8]?) -> Void) {
    queue.async { [wake] in
      then(Y4MWriter.bytes(frames))
      wake()
    }
  }

  /// A frame as a picture file, in its colors; nil for a damaged one.
  static func picture(of frame: Frame) -> [UInt8]? { RGBAImage(frame).flatMap { try? PNGExport.bytes($0) } }
}

extension BenchPeer {
  /// What it says of a picture, a line each; of a program that cannot be started that it cannot.
  func reading(of path: String) -> PeerReading {
    let said = (try? output(of: [URL(filePath: path)])) ?? "(cannot be started)"
    let lines = said.split(whereSeparator: \.isNewline).map(String.init).filter { !$0.isEmpty }
    return PeerReading(program: name, lines: Array(lines.prefix(8)))
  }

  /// The same of a frame, which it is given as a file of its own that nobody else can read.
  func reading(of frame: Frame) -> PeerReading {
    let files = FileManager.default
    let folder = files.temporaryDirectory.appending(path: "viewfinder-\(UUID().uuidString)")
    defer { try? files.removeItem(at: folder) }
    let picture = folder.appending(path: "frame.png")
    do {
      try files.createDirectory(
        at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
      guard let colors = RGBAImage(frame) else { return PeerReading(program: name, lines: ["(there is no picture)"]) }
      try PNGExport.write(colors, path: picture.path)
    } catch {
      return PeerReading(program: name, lines: ["(the frame cannot be written: \(WriteTrouble(error)))"])
    }
    return reading(of: picture.path)
  }
}
