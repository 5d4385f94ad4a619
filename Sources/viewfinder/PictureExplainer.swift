import Barcodes
import Geometry
import Imaging
import PictureFiles
import Presentation
import Scanner

/// A picture with what its detection told.
struct ExplainedPicture {
  let source: String
  let inspection: Inspection
  let diagnosis: Diagnosis
  /// What another reader says of it.
  var peer: PeerReading?
  /// Whether a bug bundle tells the same again.
  var replay: String?
  /// Where the time of the search went, by family, rung and stage.
  var search: String?

  /// Beside the explanation, a line each.
  var notes: [String] { [peer?.sentence.description, replay].compactMap { $0 } }
}

/// Detects in pictures one after another and says why what is in them is not read.
struct PictureExplainer {
  let loader: any PictureLoader
  let detector: Detector
  let region: Rect<Normalized>?
  let page: Int
  let change: PictureChange
  let peer: BenchPeer?
  private var causes: [Cause.Kind: Int] = [:]
  private var readCount = 0

  /// - Parameters:
  ///   - change: done to each picture before it is searched.
  ///   - peer: another reader, asked for each file.
  init(
    loader: any PictureLoader, options: DetectionOptions, region: Rect<Normalized>?, page: Int,
    change: PictureChange = PictureChange(), peer: BenchPeer? = nil
  ) {
    (self.loader, self.region, self.page) = (loader, region, page)
    (self.change, self.peer) = (change, peer)
    detector = Detector(options)
  }

  /// - Parameter isTimed: whether to tell where the time of the search goes, which takes a second one that nobody watches.
  func explain(_ entry: PictureArguments.Entry, isTimed: Bool = false) throws(PictureFailure) -> ExplainedPicture {
    if case .file(let path, _) = entry, BundleFile.isBundle(path.shown) { return try explain(bundle: path.shown) }
    let frame = change.applied(to: try loader.load(try entry.open(), page: page, resolution: .fine).frame)
    let interest = RegionOfInterest(change.applied(to: region ?? .full), frameSize: frame.size)
    let searched = interest.searched.flatMap { $0 == frame.bounds ? nil : $0 }
    guard let inspection = Inspection(frame, region: searched, by: detector) else {
      throw .file(name: entry.source, reason: "the region lies outside the picture")
    }
    var picture = ExplainedPicture(
      source: entry.source, inspection: inspection, diagnosis: Diagnosis(inspection, askingBy: detector))
    if case .file(let path, _) = entry { picture.peer = peer?.reading(of: path.shown) }
    if isTimed {
      let clock = StageClock()
      detector.reset()
      _ = detector.detect(in: frame, region: searched, trace: clock)
      picture.search = "searched, in milliseconds: " + clock.milliseconds.words
    }
    return picture
  }

  private func explain(bundle path: String) throws(PictureFailure) -> ExplainedPicture {
    do throws(BundleFailure) {
      let told = try BundleFile(path: path)
      return ExplainedPicture(
        source: path, inspection: told.inspection,
        diagnosis: Diagnosis(told.inspection, askingBy: Detector(told.bundle.options)),
        peer: peer?.reading(of: told.bundle.frame), replay: told.verdict)
    } catch {
      throw .file(name: path, reason: error.description)
    }
  }

  mutating func count(_ diagnosis: Diagnosis) {
    if let cause = diagnosis.cause { causes[cause.kind, default: 0] += 1 } else { readCount += 1 }
  }

  /// How many of each, the commonest first.
  var summary: String {
    let sorted = causes.sorted { ($1.value, $0.key.title) < ($0.value, $1.key.title) }
    let lines = ["read: \(readCount)"] + sorted.map { "\($0.key.title.lowercased()): \($0.value)" }
    return "\n" + lines.map { $0 + "\n" }.joined()
  }
}
