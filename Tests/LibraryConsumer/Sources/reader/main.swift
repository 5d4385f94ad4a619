import Barcodes
import Geometry
import Imaging

/// A symbol as a picture: so many pixels a module, with a quiet zone of four modules.
func picture(of modules: (width: Int, height: Int, isDark: (Int, Int) -> Bool), scale: Int) throws -> Frame {
  let (width, height) = ((modules.width + 8) * scale, (modules.height + 8) * scale)
  var pixels = [UInt8](repeating: 255, count: width * height)
  for y in 0..<modules.height * scale {
    for x in 0..<modules.width * scale where modules.isDark(x / scale, y / scale) {
      pixels[(y + 4 * scale) * width + x + 4 * scale] = 0
    }
  }
  return try Frame(format: .grey, width: width, height: height, bytes: pixels)
}

/// Keeps why candidates were given up, and the grids that were read.
final class Reasons: DetectionTrace {
  private(set) var failures: [DecodeFailure] = []
  private(set) var grids: [(width: Int, height: Int)] = []

  func didSample(_ grid: SampledGrid) { grids.append((grid.width, grid.height)) }
  func didReject(_ corners: Quadrilateral<FramePixels>, as symbology: Symbology, because failure: DecodeFailure) {
    failures.append(failure)
  }
}

let symbol = try Symbology.qr.write("read by another package")
let frame = try picture(of: (symbol.width, symbol.height, { symbol[$0, $1] }), scale: 4)
let detector = Detector(DetectionOptions(symbologies: Catalog.available))
let reasons = Reasons()
let texts = detector.detect(in: frame, trace: reasons).map { $0.symbol.text ?? "" }
print("read \(texts) from \(reasons.grids.count) grids; given up: \(reasons.failures)")
guard texts == ["read by another package"] else { fatalError("the library read \(texts)") }
guard reasons.grids.contains(where: { $0.width == symbol.width && $0.height == symbol.height }) else {
  fatalError("the trace was told of \(reasons.grids)")
}
