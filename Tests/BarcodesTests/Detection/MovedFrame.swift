import Foundation
import Imaging

/// A frame as it is taken while it moves at an even pace: the mean along a way, two places a pixel.
///
/// - Parameters:
///   - still: the frame at rest, in grey.
///   - length: of the way, in pixels.
///   - direction: of the way, degrees clockwise from the x axis.
func moved(_ still: Frame, length: Double, direction: Double) throws -> Frame {
  let steps = Int((2 * length).rounded(.up))
  let (width, height) = (still.width, still.height)
  let ways = (0..<steps).map { step in
    let along = ((Double(step) + 0.5) / Double(steps) - 0.5) * length
    return (x: along * cos(direction * .pi / 180), y: along * sin(direction * .pi / 180))
  }
  var bytes = still.bytes
  for y in 0..<height {
    for x in 0..<width {
      var sum = 0.0
      for way in ways {
        let u = min(max(Double(x) + way.x, 0), Double(width) - 1.001)
        let v = min(max(Double(y) + way.y, 0), Double(height) - 1.001)
        let (s, t, at) = (u - u.rounded(.down), v - v.rounded(.down), Int(v) * width + Int(u))
        sum += (Double(still.bytes[at]) * (1 - s) + Double(still.bytes[at + 1]) * s) * (1 - t)
        sum += (Double(still.bytes[at + width]) * (1 - s) + Double(still.bytes[at + width + 1]) * s) * t
      }
      bytes[y * width + x] = UInt8((sum / Double(steps)).rounded())
    }
  }
  return try Frame(format: .grey, width: width, height: height, bytes: bytes)
}
