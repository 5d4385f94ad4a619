import Barcodes
import Geometry
import Imaging
import PictureFiles
import Scanner

/// A picture with what its detection told.
struct ExplainedPicture {
  let source: String
  let inspection: Inspection
  let diagnosis: Diagnosis
}

/// Detects in pictures one after another and says why what is in them is not read.
struct PictureExplainer {
  let loader: any PictureLoader
  let detector: Detector
  let region: Rect<Normalized>?
  let page: Int
  private var causes: [Cause.Kind: Int] = [:]
  private var readCount = 0

  init(loader: any PictureLoader, options: DetectionOptions, region: Rect<Normalized>?, page: Int) {
    (self.loader, self.region, self.page) = (loader, region, page)
    detector = Detector(options)
  }

  func explain(_ entry: PictureArguments.Entry) throws(PictureFailure) -> ExplainedPicture {
    let frame = try loader.load(try entry.open(), page: page, resolution: .fine).frame
    let interest = RegionOfInterest(region ?? .full, frameSize: frame.size)
    let searched = interest.searched.flatMap { $0 == frame.bounds ? nil : $0 }
    guard let inspection = Inspection(frame, region: searched, by: detector) else {
      throw .file(name: entry.source, reason: "the region lies outside the picture")
    }
    return ExplainedPicture(
      source: entry.source, inspection: inspection, diagnosis: Diagnosis(inspection, askingBy: detector))
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
