import Barcodes
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

let symbol = try Symbology.qr.write("read by another package")
let frame = try picture(of: (symbol.width, symbol.height, { symbol[$0, $1] }), scale: 4)
let detector = Detector(DetectionOptions(symbologies: Catalog.available))
let texts = detector.detect(in: frame).map { $0.symbol.text ?? "" }
print("read \(texts)")
guard texts == ["read by another package"] else { fatalError("the library read \(texts)") }
