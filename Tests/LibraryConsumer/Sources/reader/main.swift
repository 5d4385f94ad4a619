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

/// Keeps the patterns by which symbols were found, and why candidates were given up.
final class Reasons: DetectionTrace {
  private(set) var patterns: [FoundPattern] = []
  private(set) var failures: [DecodeFailure] = []

  func didFind(_ patterns: [FoundPattern]) { self.patterns += patterns }
  func didReject(_ corners: Quadrilateral<FramePixels>, as symbology: Symbology, because failure: DecodeFailure) {
    failures.append(failure)
  }
}

let symbol = try Symbology.qr.write("read by another package")
let frame = try picture(of: (symbol.width, symbol.height, { symbol[$0, $1] }), scale: 4)
let detector = Detector(DetectionOptions(symbologies: Catalog.available))
let reasons = Reasons()
let texts = detector.detect(in: frame, trace: reasons).map { $0.symbol.text ?? "" }
print("read \(texts) by \(reasons.patterns.count) patterns; given up: \(reasons.failures)")
guard texts == ["read by another package"] else { fatalError("the library read \(texts)") }
guard reasons.patterns.count >= 3, reasons.patterns.allSatisfy({ abs($0.moduleSize - 4) < 0.5 }) else {
  fatalError("the trace was told of \(reasons.patterns)")
}
