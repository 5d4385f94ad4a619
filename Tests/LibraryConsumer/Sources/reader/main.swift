import Barcodes
import Imaging

let frame = try Frame(format: .grey, width: 64, height: 48, bytes: [UInt8](repeating: 255, count: 64 * 48))
let detector = Detector(DetectionOptions(symbologies: []))
print("read \(detector.detect(in: frame).count) codes")
