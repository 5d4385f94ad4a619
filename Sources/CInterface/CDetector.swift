import Barcodes
import Imaging

/// A detector as C holds it. `Assets/C/barcodes.h` documents the functions.
final class CDetector {
  private let detector: Detector

  init(_ symbologies: Set<Symbology>, _ effort: DetectionEffort) {
    detector = Detector(DetectionOptions(symbologies: symbologies, effort: effort))
  }

  /// The symbologies that a list of names with commas between them names; nil where it names one that there is not.
  static func symbologies(named names: String) -> Set<Symbology>? {
    if names == "all" { return Catalog.available }
    var chosen: Set<Symbology> = []
    for name in names.split(separator: ",", omittingEmptySubsequences: false) {
      guard let symbology = Catalog.available.first(where: { $0.name == name }) else { return nil }
      chosen.insert(symbology)
    }
    return chosen
  }

  /// Nil for a picture without pixels, or whose rows are shorter than its width.
  func results(in grey: UnsafePointer<UInt8>, width: Int, height: Int, stride: Int) -> CResults? {
    guard width > 0, height > 0, stride >= width else { return nil }
    let (whole, overflows) = stride.multipliedReportingOverflow(by: height - 1)
    let (count, overflowsToo) = whole.addingReportingOverflow(width)
    guard !overflows, !overflowsToo else { return nil }
    let bytes = unsafe Array(UnsafeBufferPointer(start: grey, count: count))
    let plane = Plane(offset: 0, stride: stride, rows: height)
    guard let frame = try? Frame(format: .grey, width: width, height: height, planes: [plane], bytes: bytes) else {
      return nil
    }
    return CResults(detector.detect(in: frame))
  }
}

/// Lives until C gives it back. The object is C's alone in between.
@c(barcodes_detector_create)
public func createDetector(_ symbologies: UnsafePointer<CChar>?, _ effort: CInt) -> UnsafeMutableRawPointer? {
  let efforts: [DetectionEffort] = [.quick, .normal, .thorough]
  guard efforts.indices.contains(Int(effort)) else { return nil }
  let names = unsafe symbologies.map { unsafe String(cString: $0) } ?? "all"
  guard let chosen = CDetector.symbologies(named: names) else { return nil }
  return unsafe Unmanaged.passRetained(CDetector(chosen, efforts[Int(effort)])).toOpaque()
}

@c(barcodes_detector_destroy)
public func destroyDetector(_ detector: UnsafeMutableRawPointer?) {
  if let detector = unsafe detector { unsafe Unmanaged<CDetector>.fromOpaque(detector).release() }
}

@c(barcodes_detect)
public func detect(
  _ detector: UnsafeMutableRawPointer?, _ grey: UnsafePointer<UInt8>?, _ width: Int, _ height: Int, _ stride: Int
) -> UnsafeMutableRawPointer? {
  guard let detector = unsafe detector, let grey = unsafe grey else { return nil }
  let object = unsafe Unmanaged<CDetector>.fromOpaque(detector).takeUnretainedValue()
  guard let results = unsafe object.results(in: grey, width: width, height: height, stride: stride) else { return nil }
  return unsafe Unmanaged.passRetained(results).toOpaque()
}
